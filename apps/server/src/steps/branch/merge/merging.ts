import type { ObjectReader } from '@sluice/git/cat-file'
import type { Repository } from '@sluice/git/git'
import type { TreeFile } from '@sluice/git/ls-tree'
import type { MergeResult } from '@sluice/git/merge-tree'
import { unpackaged } from '@sluice/metadata/component'
import { JobFailure } from '../../../durable/run-errors.ts'
import { fileMode } from '../flow-base.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { manifestPath } from '../../session/metadata-directory.ts'
import type { BranchMerge } from './branch-merge.ts'

/** What every step of one merge shares. */
export interface Merging {
  readonly input: BranchMerge
  readonly repository: Repository
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  /** What Git made of it, by lines. */
  readonly trees: MergeResult
  readonly signal: AbortSignal
  readonly startedAt: number
}

/** The versions of a path; null where a side has no file there. */
export interface FileVersions {
  readonly path: string
  readonly base: TreeFile | null
  readonly ours: TreeFile | null
  readonly theirs: TreeFile | null
}

/** What a path of Git's merged tree must become; null removes it. */
export type FileEdit = { readonly content: Uint8Array; readonly mode: string } | TreeFile | null

/** The path below the metadata directory of a file that the engine merges; null for all others, the manifest among them. */
export function metadataPath({ directory }: Merging, path: string): string | null {
  const below = directory.below(path)
  return below !== null && below.startsWith(`${unpackaged}/`) && below !== manifestPath ? below : null
}

/** The mode of the side that changed it; ours where both sides did. */
export function mergedMode({ base, ours, theirs }: FileVersions): string {
  if (ours === null || theirs === null) return fileMode((ours ?? theirs)?.mode ?? '')
  return fileMode(base !== null && ours.mode === base.mode ? theirs.mode : ours.mode)
}

/** Between two files: ends a merge that was cancelled or takes too long. */
export function checkBounds({ signal, startedAt, input }: Merging): void {
  signal.throwIfAborted()
  const { maxMs } = input.limits
  if (performance.now() - startedAt <= maxMs) return
  throw new JobFailure(
    `Merging the files that both sides changed took longer than ${Math.round(maxMs / 60_000)} minutes.`,
    'Nothing was pushed. Merge the branch in smaller parts, or run the flow in with semantic merge switched off.',
  )
}
