import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../../testing/samples.ts'
import { editor, openEditor } from '../../testing/open-conflict-editor.ts'
import { sampleFile, textsAround } from '../../testing/visit-conflict.ts'

const long = (word: string) => `  <errorMessage>${`${word} is on credit hold. `.repeat(30)}</errorMessage>`
const texts = textsAround({ local: long('Local'), base: long('Base'), remote: long('Remote') })

/** Opens the editor of a file with long lines, merged from QA into Production, in a window of this width. */
async function openAt(width: number, shown: Partial<typeof texts> = texts) {
  await page.viewport(width, 900)
  onTestFinished(() => page.viewport(1280, 800))
  await openEditor({
    conflict: { mergeContext: 'FlowMerge', remoteEnvironmentId: id(31), files: [sampleFile(1)] },
    texts: shown,
  })
  await expect.poll(() => document.querySelector('.cm-deletedChunk')).not.toBeNull()
}

const boxOf = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { left: Math.round(left), right: Math.round(right), top, bottom }
}
const sides = () => [...document.querySelectorAll('.cm-conflict-side')]
const scroller = () => {
  const found = document.querySelector('.cm-scroller')
  if (found === null) throw new Error('There is no editor.')
  return found
}
const namesOf = (element: Element) =>
  [...element.querySelectorAll('button')].map(({ textContent }) => textContent)

test.for([1280, 1440])(
  'at %i px both sides and the base of a conflict stand whole beside each other, called by their environments',
  async (width) => {
    await openAt(width)
    await expect.element(editor.getByRole('group', { name: 'Conflict' })).toBeVisible()
    const outer = boxOf(scroller())
    const boxes = sides().map(boxOf)
    expect(boxes).toHaveLength(3)
    expect(scroller().scrollWidth).toBe(scroller().clientWidth)
    for (const [at, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(at === 0 ? outer.left : (boxes[at - 1]?.right ?? 0))
      expect(box.right).toBeLessThanOrEqual(outer.right)
      expect(box.right - box.left).toBeGreaterThan(280)
      expect(box.top).toBe(boxes[0]?.top)
    }
    for (const text of document.querySelectorAll('.cm-conflict pre'))
      expect(text.scrollWidth).toBe(text.clientWidth)
    expect(sides().map((side) => side.querySelector('span')?.textContent)).toEqual([
      'Production',
      'Base',
      'QA',
    ])
    expect(sides().map(namesOf)).toEqual([['Use Production'], ['Use base'], ['Use both', 'Use QA']])
    await expect
      .element(editor.getByRole('group', { name: 'Show the changes to' }))
      .toHaveTextContent('ProductionBaseQA')
  },
)

test('at 1024 px the sides of a conflict stand one below the other, each as wide as the text', async () => {
  await openAt(1024)
  await expect.element(editor.getByRole('group', { name: 'Conflict' })).toBeVisible()
  const boxes = sides().map(boxOf)
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(1)
  expect(boxes[1]?.top).toBeGreaterThanOrEqual(boxes[0]?.bottom ?? Number.NaN)
  expect(boxes[2]?.top).toBeGreaterThanOrEqual(boxes[1]?.bottom ?? Number.NaN)
  expect(scroller().scrollWidth).toBe(scroller().clientWidth)
})

test.for(['light', 'dark'])(
  'the buttons of a change can be read in the %s theme and cover no text',
  async (theme) => {
    await openAt(1280, { ...texts, Target: texts.Remote, Orig: texts.Remote })
    document.documentElement.dataset['theme'] = theme
    onTestFinished(() => {
      delete document.documentElement.dataset['theme']
    })
    const button = editor.getByRole('button', { name: 'Undo change' }).first().element()
    const { color, backgroundColor } = getComputedStyle(button)
    expect(color).not.toBe(backgroundColor)
    expect(contrastOf(color, backgroundColor)).toBeGreaterThan(4.5)
    const lines = [...document.querySelectorAll('.cm-deletedLine')].map(boxOf)
    const { top, bottom } = boxOf(button)
    expect(lines.filter((line) => line.top < bottom - 1 && line.bottom > top + 1)).toEqual([])
  },
)

/** The contrast of two computed colours, as WCAG 2 defines it. */
function contrastOf(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/gu) ?? []).map((value) => {
      const part = Number(value) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05)
}
