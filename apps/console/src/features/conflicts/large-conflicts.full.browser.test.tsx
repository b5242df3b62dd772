import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { content, expander, shownText, type } from '../../testing/open-conflict-editor.ts'
import { main, paths, sampleFile, visitConflict } from '../../testing/visit-conflict.ts'

const line = (i: number, word: string) =>
  `    <fieldPermissions>${i % 97} ${word} ${'x'.repeat(12)}</fieldPermissions>`

test('a conflict of 1,000 files renders only the visible rows and can be filtered', async () => {
  const files = Array.from({ length: 1000 }, (_, i) => sampleFile(i + 1))
  await visitConflict({ conflict: { files } })
  await expect.element(main.getByText('Showing 1,000 of 1,000 total')).toBeVisible()
  expect(paths().length).toBeLessThan(60)
  const filter = main.getByRole('searchbox', { name: 'Filter files' }).element()
  await userEvent.fill(filter, 'Class_100')
  await expect.poll(paths).toHaveLength(2)
})

const side = (word: string) =>
  ['<Profile>', ...Array.from({ length: 33_000 }, (_, i) => line(i, i % 70 === 0 ? word : 'same'))].join('\n')

test('the editor compares and edits a file of two megabytes', async () => {
  const Target = side('remote')
  await visitConflict({ conflict: { files: [sampleFile(1)] }, texts: { Target, Local: side('local') } })
  await expander.click()
  await expect.element(content).toBeVisible()
  await expect.poll(() => document.querySelector('.cm-changedLine')).not.toBeNull()
  await type('abc')
  await expect.poll(shownText).toContain('abc<Profile>')
})
