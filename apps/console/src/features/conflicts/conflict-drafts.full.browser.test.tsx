import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { frames, framesUntil } from '../../testing/frames-until.ts'
import {
  accept,
  content,
  editor,
  merged,
  openEditor,
  pushFile,
  shownText,
  type,
} from '../../testing/open-conflict-editor.ts'
import { stopTime } from '../../testing/stop-time.ts'
import { bob, button, conflictAddress, main, resolvedAs } from '../../testing/visit-conflict.ts'

/** How long the page waits after an edit before it saves. */
const saveDelayMs = 1000

const windows = (value: string) => `\uFEFF${value.replaceAll('\n', '\r\n')}`

test('an edit is saved a moment later, with the line ends and the byte order mark that the file has', async () => {
  const { server } = await openEditor({
    texts: { ...merged, Target: windows(merged.Target), Local: windows(merged.Local) },
  })
  const saves = () => server.requests('conflicts', 'saveFile')
  stopTime('waits')
  await type('// start{Enter}')
  await framesUntil(() => editor.getByText('Not saved yet').query() !== null)
  vi.advanceTimersByTime(saveDelayMs - 1)
  await frames(5)
  expect(saves()).toEqual([])
  vi.advanceTimersByTime(1)
  await framesUntil(() => saves().length > 0)
  expect(saves()[0]).toMatchObject({
    params: { version: 'Target' },
    body: windows(merged.Target).replace('public', '// start\r\npublic'),
  })
  await framesUntil(() => editor.getByText('Saved', { exact: true }).query() !== null)
})

test('[J-327][J-314] a text that cannot be saved says so, is not marked as resolved, and can be saved again', async () => {
  let isRefused = true
  const { server, router, path } = await openEditor({
    texts: merged,
    answers: {
      conflicts: {
        saveFile: () => {
          if (isRefused) throw refusal('internalServerError')
          return null
        },
      },
    },
  })
  await type('x')
  await accept.click()
  await expect.element(main.getByRole('alert')).toHaveTextContent('There was a problem saving the file')
  await expect.element(content).toBeVisible()
  expect(server.requests('conflicts', 'resolveFile')).toEqual([])
  void router.navigate({ to: '/workspaces' })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  expect(path()).toBe(conflictAddress)
  isRefused = false
  await button('Save Class_1.cls again').click()
  await expect.poll(() => main.getByRole('alert').elements()).toEqual([])
  await expect.poll(() => server.requests('conflicts', 'saveFile').at(-1)?.body).toBe(`x${merged.Target}`)
})

const touched = { lastModifiedByUserId: bob.userId, lastModifiedUtc: '2026-01-31T13:00:00.000Z' }

test('what another member saves is shown at once', async () => {
  let target = merged.Target
  const { server } = await openEditor({
    answers: {
      conflicts: { readFile: ({ params: { version } }) => (version === 'Target' ? target : merged.Local) },
    },
  })
  target = 'public class Other {}\n'
  pushFile(server, touched)
  await expect.poll(shownText).toContain('public class Other {}')
  pushFile(server, resolvedAs('TakeLocal', bob.userId))
  await expect.element(editor.getByText(/^Resolved as “Take Git”/)).toBeVisible()
  await expect.element(content).toHaveAttribute('aria-readonly', 'true')
})

test.for([
  ['Save mine', `mine ${merged.Target}`],
  ['Discard my edits', undefined],
] as const)(
  'edits of a file that another member changed are kept until "%s" is chosen',
  async ([choice, saved]) => {
    const { server } = await openEditor({ texts: merged })
    stopTime('waits')
    await type('mine ')
    pushFile(server, touched)
    await framesUntil(() => main.getByText(/was changed elsewhere while you edited it/).query() !== null)
    vi.advanceTimersByTime(2 * saveDelayMs)
    await frames(5)
    expect(server.requests('conflicts', 'saveFile')).toEqual([])
    await button(choice).click()
    await expect.poll(() => server.requests('conflicts', 'saveFile')[0]?.body).toBe(saved)
    await expect.poll(() => shownText().startsWith('mine ')).toBe(saved !== undefined)
  },
)
