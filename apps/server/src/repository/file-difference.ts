import type { Hunk, ShownLines } from '@sluice/contract/repository'
import { diffBlobs, diffContents, type Hunk as HunkOfGit } from '@sluice/git/diff-blobs'
import { sentencesTask } from './element-tasks.ts'
import { runWithin } from './element-threads.ts'
import type { FileContent } from './file-content.ts'
import type { OpenRepository } from './open-repository.ts'
import { textOf } from './text.ts'

/** A file before and after; null on the side where it does not exist. */
export interface TwoVersions {
  readonly before: FileContent | null
  readonly after: FileContent | null
}

const decoded = (bytes: Buffer): string => textOf(bytes).text

interface Extent {
  /** Equal lines around each change. */
  readonly contextLines: number
  readonly linesAtMost: number
  readonly longestLine: number
}

const extents: Readonly<Record<ShownLines, Extent>> = {
  aroundChanges: { contextLines: 3, linesAtMost: 3_000, longestLine: 2_000 },
  wholeFile: { contextLines: 1_000_000, linesAtMost: 50_000, longestLine: 20_000 },
}

/** The lines that differ, or all of them, cut to what a page shows. */
export async function linesThatDiffer(
  { onDisk, signal }: OpenRepository,
  versions: TwoVersions,
  lines: ShownLines = 'aroundChanges',
): Promise<{ hunks: Hunk[]; isCut: boolean }> {
  const { before, after } = versions
  const extent = extents[lines]
  const hunks =
    before !== null && after !== null
      ? await diffBlobs(onDisk, {
          oldHash: before.hash,
          newHash: after.hash,
          decode: decoded,
          contextLines: extent.contextLines,
          signal,
        })
      : wholeFile(versions)
  return cutHunks(hunks, extent)
}

/** A text before and after that no repository needs to hold; null on the side where it does not exist. */
export interface TwoTexts {
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}

/** The same for two texts. */
export async function linesOfTexts(
  { before, after }: TwoTexts,
  {
    signal,
    lines = 'aroundChanges',
  }: { readonly signal: AbortSignal; readonly lines?: ShownLines | undefined },
): Promise<{ hunks: Hunk[]; isCut: boolean }> {
  const extent = extents[lines]
  if (before !== null && after !== null)
    return cutHunks(
      await diffContents({ before, after, decode: decoded, contextLines: extent.contextLines, signal }),
      extent,
    )
  const content = before ?? after ?? Buffer.alloc(0)
  return cutHunks(wholeText(content, before === null ? '+' : '-'), extent)
}

/** The sentences about the elements that differ; null for a file that is new, gone or no metadata XML. */
export async function sentencesAbout(
  { components }: Pick<OpenRepository, 'components'>,
  path: string,
  { before, after }: { readonly [side in keyof TwoVersions]: { readonly content: Uint8Array } | null },
): Promise<{ sentences: string[]; count: number } | null> {
  if (before === null || after === null || !components.isMetadataXml(path)) return null
  return await runWithin(sentencesTask, { before: before.content, after: after.content })
}

function wholeFile({ before, after }: TwoVersions): HunkOfGit[] {
  return wholeText((after ?? before)?.content ?? Buffer.alloc(0), after === null ? '-' : '+')
}

function wholeText(content: Uint8Array, sign: '+' | '-'): HunkOfGit[] {
  const { text } = textOf(content)
  if (text === '') return []
  const lines = text.split('\n')
  const isEnded = lines.at(-1) === ''
  const shown = (isEnded ? lines.slice(0, -1) : lines).map((line) => sign + line)
  return [{ oldStart: 1, newStart: 1, lines: isEnded ? shown : [...shown, '\\ No newline at end of file'] }]
}

function cutHunks(
  hunks: readonly HunkOfGit[],
  { linesAtMost, longestLine }: Extent,
): { hunks: Hunk[]; isCut: boolean } {
  let left = linesAtMost
  let isCut = false
  const kept: Hunk[] = []
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, left).map((line) => cutLine(line, longestLine))
    isCut ||= lines.length < hunk.lines.length
    left -= lines.length
    if (lines.length > 0) kept.push({ ...hunk, lines })
  }
  return { hunks: kept, isCut }
}

const cutLine = (line: string, longestLine: number): string =>
  line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line
