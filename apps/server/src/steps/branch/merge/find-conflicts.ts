import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeFile } from '@sluice/git/ls-tree'
import { checkMergedLines } from '@sluice/metadata/merge/check-merged-lines'
import { isMergedByElements, merge } from '@sluice/metadata/merge/merge'
import { mergeText } from '@sluice/metadata/merge/text'
import { limits } from '@sluice/contract/limits'
import { JobFailure } from '../../../durable/run-errors.ts'
import { fileMode } from '../flow-base.ts'
import type { BranchMerge } from './branch-merge.ts'
import { type ConflictKind, mergeModeOf } from './conflict-strategy.ts'
import { decisionsThatFit } from './decisions-that-fit.ts'
import { mergeFiles } from './merge-files.ts'
import { type FileVersions, type Merging, checkBounds, metadataPath } from './merging.ts'
import { type VersionContents, readVersions } from './read-versions.ts'
import { preferSide } from './resolve-conflicts.ts'
import { whileMerging } from './while-merging.ts'

export interface ConflictSearch {
  readonly merge: BranchMerge
  /** Gets the contents, a file each. */
  readonly folder: string
}

export type FoundVersionName = 'Base' | 'Local' | 'Remote' | 'Orig' | 'PreferLocal' | 'PreferRemote'

export interface FoundVersion {
  readonly version: FoundVersionName
  readonly mode: '100644' | '100755'
  /** Where its content lies. */
  readonly file: string
}

export interface FoundConflict {
  readonly path: string
  readonly kind: ConflictKind
  readonly isBinary: boolean
  readonly versions: readonly FoundVersion[]
}

/** All contents of one conflict together. */
const mostBytes = 256 * 1024 * 1024

/** Finds the conflicts of a merge that nobody has decided, and writes down what people need to decide them. */
export async function findConflicts(
  { merge: input, folder }: ConflictSearch,
  signal: AbortSignal,
): Promise<FoundConflict[]> {
  return await whileMerging(input, signal, async (merging) => {
    const files = await mergeFiles(merging)
    const decided = await decisionsThatFit(merging, files)
    const open = files.conflicts.filter(({ path }) => !decided.has(path))
    if (open.length > limits.conflictFiles)
      throw tooMuch(`${open.length} files conflict, which are more than ${limits.conflictFiles}.`)
    const found: FoundConflict[] = []
    let bytes = 0
    for (const [index, conflict] of open.entries()) {
      checkBounds(merging)
      const file = files.versions.get(conflict.path)
      if (file === undefined) continue
      const { isBinary, contents } = await contentsOf(merging, file)
      const versions: FoundVersion[] = []
      for (const { version, content, mode } of contents) {
        bytes += content.length
        if (bytes > mostBytes) throw tooMuch('The conflicting files are larger than 256 MB together.')
        const path = join(folder, `${index}-${version}`)
        await writeFile(path, content)
        versions.push({ version, mode: fileMode(mode), file: path })
      }
      found.push({ path: conflict.path, kind: conflict.kind, isBinary, versions })
    }
    return found
  })
}

const tooMuch = (why: string): JobFailure =>
  new JobFailure(
    `The merge needs people to resolve conflicts, but there are too many to show them. ${why}`,
    'Nothing was pushed. Run the job again with another strategy for merge conflicts, or merge the files in Git and push them.',
  )

interface Content {
  readonly version: FoundVersionName
  readonly content: Uint8Array
  readonly mode: string
}

async function contentsOf(
  merging: Merging,
  file: FileVersions,
): Promise<{ isBinary: boolean; contents: Content[] }> {
  const versions = await readVersions(merging.reader, file)
  const contents: Content[] = []
  const add = (version: FoundVersionName, of: TreeFile | null, content: Uint8Array | null) => {
    if (of !== null && content !== null) contents.push({ version, content, mode: of.mode })
  }
  add('Base', file.base, versions.base)
  add('Local', file.ours, versions.ours)
  add('Remote', file.theirs, versions.theirs)
  const isBinary = contents.some(({ content }) => !isText(content))
  const isSmall = contents.every(({ content }) => content.length <= merging.input.limits.maxFileBytes)
  if (isBinary || !isSmall || file.ours === null || file.theirs === null) return { isBinary, contents }
  add('Orig', file.ours, markedContent(merging, file.path, versions))
  for (const [version, side] of [
    ['PreferLocal', 'ours'],
    ['PreferRemote', 'theirs'],
  ] as const) {
    const { content, problem } = await preferSide(merging, file, side)
    add(version, file.ours, problem === null ? content : null)
  }
  return { isBinary, contents }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function isText(content: Uint8Array): boolean {
  if (content.includes(0)) return false
  try {
    decoder.decode(content)
    return true
  } catch {
    return false
  }
}

const labels = { base: 'base', ours: 'local', theirs: 'remote' }

/** What the merge made of the file, with markers around what people have to decide. */
function markedContent(merging: Merging, path: string, versions: VersionContents): Uint8Array {
  const input = { path: metadataPath(merging, path) ?? path, ...versions, labels }
  const isMetadata = metadataPath(merging, path) !== null && isMergedByElements(input)
  if (isMetadata && mergeModeOf(merging.input.settings.semantic) !== 'lines') return merge(input).content
  const { content, status } = mergeText(input)
  return isMetadata && status === 'clean' ? checkMergedLines(input, content).content : content
}
