import type { ConflictFile } from '@sluice/contract/conflict'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { TestServer } from './test-server.ts'
import { main, sampleConflict, sampleFile, sampleTexts, visitConflict } from './visit-conflict.ts'

type EditorVisit = Parameters<typeof visitConflict>[0] & { file?: Partial<ConflictFile> }

export const editor = main.getByRole('region', { name: /^Result of/ })
export const content = editor.getByRole('textbox', { name: /^Result of/ })
export const expander = main.getByRole('button', { name: /^Edit / })
export const accept = editor.getByRole('button', { name: 'Accept', exact: true })
export const shownLines = () => [...document.querySelectorAll('.cm-line')].map((line) => line.textContent)
export const shownText = () => shownLines().join('\n')

/** Opens the editor of the only file. */
export async function openEditor({ file, ...visit }: EditorVisit = {}) {
  const opened = await visitConflict({ conflict: { files: [sampleFile(1, file)] }, ...visit })
  await expander.click()
  await expect.element(content).toBeVisible()
  await expect.poll(() => document.querySelector('.cm-changeGutter')).not.toBeNull()
  return opened
}

/** A file whose result has no conflict left. */
export const merged = { ...sampleTexts, Target: sampleTexts.Remote, Orig: sampleTexts.Remote }

/** Types at the beginning of the text. */
export async function type(keys: string) {
  await editor.getByRole('button', { name: 'Show all lines' }).click()
  await content.click()
  await userEvent.keyboard(`{Control>}{Home}{/Control}${keys}`)
}

export const pushFile = (server: TestServer, file: Partial<ConflictFile>) =>
  server.push({ type: 'pushConflicts', conflicts: [sampleConflict({ files: [sampleFile(1, file)] })] })
