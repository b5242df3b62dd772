import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  content,
  editor,
  expander,
  openEditor,
  shownLines,
  type,
} from '../../testing/open-conflict-editor.ts'
import { sampleFile, sampleTexts, textsAround, visitConflict } from '../../testing/visit-conflict.ts'
import { framesUntil } from '../../testing/frames-until.ts'
import { recordTimers } from '../../testing/record-timers.ts'
import { stopTime } from '../../testing/stop-time.ts'

test.for([
  ['at the last of them', 8191, 'XML'],
  ['behind the last of them', 8192, 'Plain text'],
] as const)(
  '[J-135] the first 8192 characters tell the language: markup %s',
  async ([, spaces, language]) => {
    const xml = `${' '.repeat(spaces)}<a/>`
    await openEditor({
      file: { filePath: 'unpackaged/staticresources/Texts.resource' },
      texts: { Target: xml, Local: xml },
    })
    await expect.element(editor.getByText(language, { exact: true })).toBeVisible()
  },
)

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`)

test('[J-137] eight or more unchanged lines are collapsed, except for four lines beside each change', async () => {
  const lines = numbered(40)
  const changed = lines.map((line, i) => (i === 12 || i === 28 ? `changed ${i + 1}` : line)).join('\n')
  await openEditor({ texts: { Target: changed, Local: lines.join('\n') } })
  await expect.element(editor.getByText('8 unchanged lines').first()).toBeVisible()
  const collapsed = [...document.querySelectorAll('.cm-collapsedLines')].map((each) => each.textContent)
  // Eight of the first twelve lines; of the fifteen between the changes only seven are far enough from both; seven at the end.
  expect(collapsed).toEqual(['8 unchanged lines'])
  expect(shownLines().slice(0, 5)).toEqual(['line 9', 'line 10', 'line 11', 'line 12', 'changed 13'])
  await editor.getByRole('button', { name: 'Show all lines' }).click()
  await expect.poll(shownLines).toContain('line 1')
})

const differing = (side: string) => Array.from({ length: 60_000 }, (_, i) => `${side} ${i}`).join('\n')

test('[J-134][J-136] changes that take longer than 5000 ms to find are not highlighted, and a sentence says so', async () => {
  await visitConflict({
    conflict: { files: [sampleFile(1)] },
    texts: { Target: differing('a'), Local: differing('b') },
  })
  stopTime('waits')
  const waits = recordTimers()
  await expander.click()
  // React delays the display of loaded components by a timer as well.
  await framesUntil(() => {
    vi.advanceTimersByTime(10)
    return waits.includes(5000)
  })
  const sentence = editor.getByText(
    'Changes are not highlighted, because comparing this file takes longer than 5 seconds.',
  )
  await vi.advanceTimersByTimeAsync(3000)
  expect(sentence.elements()).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  await expect.element(sentence).toBeVisible()
  expect(document.querySelector('.cm-changedLine')).toBeNull()
  await expect.element(content).not.toHaveAttribute('aria-readonly')
})

const isInSight = (name: string) => {
  const frame = document.querySelector('.cm-scroller')?.getBoundingClientRect()
  const [block] = editor.getByRole('group', { name: 'Conflict' }).filter({ hasText: name }).elements()
  const place = block?.getBoundingClientRect()
  return frame && place ? place.top >= frame.top && place.bottom <= frame.bottom : false
}

test('F8 goes from conflict to conflict', async () => {
  const two = `${sampleTexts.Target}${textsAround({ local: 'a', base: 'b', remote: 'c' }).Target}`
  await openEditor({ texts: { Target: two } })
  await expect.element(editor.getByText('2 conflicts left')).toBeVisible()
  await type('{F8}')
  await expect.poll(() => isInSight('local();')).toBe(true)
  await userEvent.keyboard('{F8}')
  await expect.poll(() => isInSight('Orgc')).toBe(true)
  await userEvent.keyboard('{Shift>}{F8}{/Shift}')
  await expect.poll(() => isInSight('local();')).toBe(true)
})
