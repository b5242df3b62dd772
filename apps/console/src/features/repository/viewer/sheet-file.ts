import type { SluiceApi } from '@sluice/contract/api'
import type { Response } from '@sluice/contract/route'
import type { Hunk } from '@sluice/contract/repository'

/** How one file differs, as the server tells it. */
export type FileDifferenceAnswer = Response<SluiceApi['repository']['getDifference']>

/** Fetches the difference of one file with all of its lines. */
export interface WholeDifference {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<FileDifferenceAnswer>
}

/** A file that the sheet can show. */
export interface SheetFile {
  readonly path: string
  /** What people call it: its component, or its file name. */
  readonly name: string
  readonly changeType: 'Added' | 'Modified' | 'Deleted'
  readonly whole: WholeDifference
}

/** Files by their folders, both in the order of the list. */
export function filesByFolder(
  files: readonly SheetFile[],
): (readonly [folder: string, files: SheetFile[]])[] {
  const folders = new Map<string, SheetFile[]>()
  for (const file of files) {
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')))
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  return [...folders]
}

/** The file among those of a component. A file that no longer differs has no lines. */
export function wholeFileIn(
  files: readonly (FileDifferenceAnswer & { readonly path: string })[],
  path: string,
): FileDifferenceAnswer {
  const none = { kind: 'text' as const, hunks: [], isCut: false, sentences: null, sentenceCount: 0 }
  return files.find((file) => file.path === path) ?? none
}

/** A file before and after, as far as a difference shows it. */
export interface TwoTexts {
  readonly before: string
  readonly after: string
}

/** The two texts of a difference that shows a whole file as one run. A line that ends without a line feed has none here either. */
export function textsOf(hunks: readonly Hunk[]): TwoTexts {
  const before: string[] = []
  const after: string[] = []
  let last: readonly string[][] = []
  for (const line of hunks.flatMap(({ lines }) => lines)) {
    if (line.startsWith('\\')) {
      for (const side of last) side.push((side.pop() ?? '').replace(/\n$/u, ''))
      continue
    }
    last = line.startsWith('-') ? [before] : line.startsWith('+') ? [after] : [before, after]
    for (const side of last) side.push(`${line.slice(1)}\n`)
  }
  return { before: before.join(''), after: after.join('') }
}
