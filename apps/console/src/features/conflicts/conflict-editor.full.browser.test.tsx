import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { framesUntil } from '../../testing/frames-until.ts'
import {
  accept,
  content,
  editor,
  expander,
  merged,
  openEditor,
  shownText,
} from '../../testing/open-conflict-editor.ts'
import { stopTime } from '../../testing/stop-time.ts'
import { main, sampleTexts } from '../../testing/visit-conflict.ts'

const deleted = () => document.querySelector('.cm-deletedLine')?.textContent

test('[J-125] a row expands to its editor, with both sides and the base of each conflict, and closes again', async () => {
  await openEditor()
  const conflict = editor.getByRole('group', { name: 'Conflict' })
  await expect.element(conflict.getByRole('region', { name: 'Git text' })).toHaveTextContent('local();')
  await expect.element(conflict.getByRole('region', { name: 'Base text' })).toHaveTextContent('base();')
  await expect.element(conflict.getByRole('region', { name: 'Org text' })).toHaveTextContent('remote();')
  await expect.element(editor.getByText('1 conflict left')).toBeVisible()
  await expectAccessible()
  await expander.click()
  await expect.poll(() => content.elements()).toEqual([])
})

test('a conflict is replaced by the side that is used, or by both, and that can be undone', async () => {
  await openEditor()
  const uses = {
    'Use Git': ['  local();'],
    'Use base': ['  base();'],
    'Use both': ['  local();', '  remote();'],
    'Use org': ['  remote();'],
  }
  for (const [name, lines] of Object.entries(uses)) {
    await editor.getByRole('button', { name, exact: true }).click()
    await expect.element(editor.getByText('No conflicts left')).toBeVisible()
    await expect.poll(shownText).toContain(['  line15();', ...lines, '  line16();'].join('\n'))
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(editor.getByText('1 conflict left')).toBeVisible()
  }
})

test('[J-132][J-314] Accept waits for the last conflict, saves the text, then marks the file as resolved by hand', async () => {
  const calls: unknown[] = []
  await openEditor({
    answers: {
      conflicts: {
        saveFile: ({ params, body }) => (calls.push([params.version, body]), null),
        resolveFile: ({ body }) => (calls.push(body), null),
      },
    },
  })
  await expect.element(accept).toBeDisabled()
  // On a slow machine, the timer of the page would save the edit before the test presses Accept.
  stopTime('waits')
  await editor.getByRole('button', { name: 'Use org', exact: true }).click()
  await framesUntil(() => accept.element().matches(':enabled'))
  await accept.click()
  await expect.poll(() => calls).toEqual([['Target', sampleTexts.Remote], { resolution: 'Manual' }])
  await expect.poll(() => content.elements()).toEqual([])
})

test('[J-132] a marker that has lost the others keeps Accept disabled', async () => {
  await openEditor({ texts: { ...merged, Target: `>>>>>>> remote\n${merged.Target}` } })
  await expect.element(editor.getByText('1 conflict left')).toBeVisible()
  await expect.element(accept).toBeDisabled()
})

test('[J-132][J-141] Accept is disabled while the file is being saved, and the text cannot be changed', async () => {
  await openEditor({ texts: merged, answers: { conflicts: { saveFile: forever } } })
  await accept.click()
  await expect.element(accept).toBeDisabled()
  await expect.element(editor.getByText('Saving...')).toBeVisible()
  await expect.element(content).toHaveAttribute('aria-readonly', 'true')
})

test('[J-133] all changes can be accepted at once only when no conflict is left', async () => {
  await openEditor()
  const acceptAll = editor.getByRole('button', { name: 'Accept all changes' })
  await expect.element(acceptAll).toBeDisabled()
  await editor.getByRole('button', { name: 'Use org', exact: true }).click()
  await expect.element(acceptAll).toBeEnabled()
  await expect.poll(() => document.querySelector('.cm-deletedLine')?.textContent).toBe('  local();')
  await acceptAll.click()
  await expect.poll(() => document.querySelector('.cm-deletedLine')).toBeNull()
  await expect.element(acceptAll).toBeDisabled()
  await expect.poll(shownText).toContain('  remote();')
})

test('one change is undone by keyboard', async () => {
  await openEditor({ texts: merged })
  editor.getByRole('button', { name: 'Undo change' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownText).toContain('  local();')
})

test('the changes are those to the version that is chosen', async () => {
  await openEditor({ texts: merged })
  await expect.poll(deleted).toBe('  local();')
  const versions = editor.getByRole('group', { name: 'Show the changes to' })
  await versions.getByRole('button', { name: 'Base' }).click()
  await expect.poll(deleted).toBe('  base();')
  await versions.getByRole('button', { name: 'Org' }).click()
  await expect.poll(deleted).toBeUndefined()
})

test('[J-307] the editor shows the result, which is the target, against the local, base and original versions', async () => {
  const { server } = await openEditor({ texts: { ...sampleTexts, Target: sampleTexts.Remote } })
  await expect.poll(shownText).toContain('  remote();')
  await expect.poll(deleted).toBe('  local();')
  await editor.getByRole('button', { name: 'Base', exact: true }).click()
  await expect.poll(deleted).toBe('  base();')
  await editor.getByRole('button', { name: 'Original', exact: true }).click()
  await expect.poll(deleted).toMatch(/^<{7}/)
  const read = new Set(server.requests('conflicts', 'readFile').map(({ params }) => params.version))
  expect([...read].toSorted()).toEqual(['Base', 'Local', 'Orig', 'Target'])
})

test('the editor compares with the original only when no conflict is left, because the comparison would collapse conflicts', async () => {
  await openEditor()
  const original = editor.getByRole('button', { name: 'Original', exact: true })
  await expect.element(original).toHaveAttribute('aria-disabled', 'true')
  await editor.getByRole('button', { name: 'Use org', exact: true }).click()
  await original.click()
  await expect.poll(deleted).toMatch(/^<{7}/)
  await content.click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(editor.getByRole('group', { name: 'Conflict' })).toBeVisible()
  await expect.element(original).toHaveAttribute('aria-pressed', 'false')
})

test('[J-308] a version that does not exist is no failure', async () => {
  await openEditor({
    answers: {
      conflicts: {
        readFile: ({ params: { version } }) => {
          if (version === 'Base') throw refusal('conflictFileVersionMissing')
          return sampleTexts.Target
        },
      },
    },
  })
  await editor.getByRole('button', { name: 'Base', exact: true }).click()
  await expect.element(editor.getByText('The file has no base version to compare with.')).toBeVisible()
  expect(main.getByRole('alert').elements()).toEqual([])
})
