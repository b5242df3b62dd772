import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { content, expander, shownText, type } from '../../testing/open-conflict-editor.ts'
import { main, paths, sampleFile, visitConflict } from '../../testing/visit-conflict.ts'

const line = (i: number, word: string) =>
  `    <fieldPermissions>${i % 97} ${word} ${'x'.repeat(12)}</fieldPermissions>`

/** The longest time in milliseconds in which the page could not take input while `act` ran. */
async function longestBlock(act: () => Promise<void>): Promise<number> {
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ type: 'longtask' })
  await act()
  await new Promise((resolve) => setTimeout(resolve, 200))
  observer.disconnect()
  return longest
}

test('a conflict of 1,000 files opens and filters without a long wait, with the rows in sight only', async () => {
  const files = Array.from({ length: 1000 }, (_, i) => sampleFile(i + 1))
  const opened = performance.now()
  await visitConflict({ conflict: { files } })
  await expect.element(main.getByText('Showing 1,000 of 1,000 total')).toBeVisible()
  const openMs = performance.now() - opened
  expect(paths().length).toBeLessThan(60)
  const filter = main.getByRole('searchbox', { name: 'Filter files' }).element()
  const filterMs = await longestBlock(async () => {
    await userEvent.fill(filter, 'Class_100')
    await expect.poll(paths).toHaveLength(2)
  })
  console.info(
    `1,000 files: opened in ${Math.round(openMs)} ms, longest block while filtering ${filterMs} ms`,
  )
  expect(openMs).toBeLessThan(10_000)
  expect(filterMs).toBeLessThan(5000)
})

const side = (word: string) =>
  ['<Profile>', ...Array.from({ length: 33_000 }, (_, i) => line(i, i % 70 === 0 ? word : 'same'))].join('\n')

test('two megabytes open and take input without a long wait', async () => {
  const Target = side('remote')
  await visitConflict({ conflict: { files: [sampleFile(1)] }, texts: { Target, Local: side('local') } })
  const openMs = await longestBlock(async () => {
    await expander.click()
    await expect.element(content).toBeVisible()
    await expect.poll(() => document.querySelector('.cm-changedLine'), { timeout: 10_000 }).not.toBeNull()
  })
  const typeMs = await longestBlock(async () => {
    await type('abc')
    await expect.poll(shownText).toContain('abc<Profile>')
  })
  console.info(
    `${Target.length} characters: longest block while opening ${openMs} ms, while typing ${typeMs} ms`,
  )
  expect(openMs).toBeLessThan(5000)
  expect(typeMs).toBeLessThan(5000)
})
