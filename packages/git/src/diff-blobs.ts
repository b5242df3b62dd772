import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'

/** Where a run of changes stands on both sides, counted from 1, and its lines, each with ` `, `-`, `+` or `\` in front. */
export interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

/** How many equal lines stand around each change; more than any file has shows the whole file as one run. */
interface ShownContext {
  readonly contextLines?: number
}

const asShown = ({ contextLines = 3 }: ShownContext) =>
  ['--no-color', '--no-ext-diff', '--no-textconv', `--unified=${contextLines}`] as const

/**
 * The difference of two blobs as Git shows it, with three lines around each change unless another number is given. `decode` makes text of the output,
 * which has the encoding of the blobs. Empty for blobs that are equal or that Git takes for binary.
 */
export async function diffBlobs(
  repository: Repository,
  blobs: ShownContext & {
    oldHash: string
    newHash: string
    decode: (bytes: Buffer) => string
    signal?: AbortSignal
  },
): Promise<Hunk[]> {
  const { stdout } = await runGit({
    repository,
    args: ['diff', ...asShown(blobs), '--end-of-options', fullHash(blobs.oldHash), fullHash(blobs.newHash)],
    signal: blobs.signal,
  })
  return readHunks(blobs.decode(stdout))
}

/** The same for two contents that need not be in a repository; they lie in a temporary folder meanwhile. */
export async function diffContents(
  contents: ShownContext & {
    before: Uint8Array
    after: Uint8Array
    decode: (bytes: Buffer) => string
    signal?: AbortSignal
  },
): Promise<Hunk[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-diff-'))
  try {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')]
    await Promise.all([writeFile(before, contents.before), writeFile(after, contents.after)])
    const { stdout } = await runGit({
      args: ['diff', '--no-index', ...asShown(contents), '--', before, after],
      answers: [1],
      signal: contents.signal,
    })
    return readHunks(contents.decode(stdout))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

function readHunks(text: string): Hunk[] {
  const hunks: { oldStart: number; newStart: number; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const found = header.exec(line)
    if (found !== null) hunks.push({ oldStart: Number(found[1]), newStart: Number(found[2]), lines: [] })
    else if (/^[ \-+\\]/.test(line)) hunks.at(-1)?.lines.push(line)
  }
  return hunks
}
