import type { MetadataPlace } from '@sluice/metadata/layout/metadata-directory'
import type { ConflictResolution } from '@sluice/contract/conflict'
import type { MergeConflictsStrategy, SemanticMergeStrategy } from '@sluice/contract/job-commands/strategies'
import type { Identity } from '../author-groups.ts'
import type { ResolvedConflict, StopReason } from './conflict-strategy.ts'

/** How a command merges, as its input says. */
export interface MergeSettings {
  readonly conflicts: MergeConflictsStrategy
  readonly semantic: SemanticMergeStrategy
}

/** Bounds of one merge. A version of a file above `maxFileBytes` is merged by lines only. */
export interface MergeLimits {
  readonly maxFileBytes: number
  /** For all files together; a merge that takes longer ends the job, so that what is committed never depends on time. */
  readonly maxMs: number
}

/** What people decided about a file of which the versions have these SHA-256 digests; null where a side has no file. */
export interface DecidedConflict {
  readonly path: string
  readonly digests: {
    readonly base: string | null
    readonly ours: string | null
    readonly theirs: string | null
  }
  readonly resolvedAs: ConflictResolution
  /** The content of the result; null where a side is taken. */
  readonly content: Uint8Array | null
}

/** A merge of the org's commits into a branch, as plain data: it is made in a thread of its own. */
export interface BranchMerge {
  readonly gitDir: string
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: MetadataPlace
  /** Head of the branch: local. */
  readonly ours: string
  /** Tip of the commits that tell what changed in the org: remote. */
  readonly theirs: string
  readonly message: string
  readonly committer: Identity
  readonly apiVersion: string
  readonly settings: MergeSettings
  readonly limits: MergeLimits
  /** What people decided already. It settles a conflict of the same path between the same versions. */
  readonly decided?: readonly DecidedConflict[]
}

/** Something in a merged file, or between files, that no longer fits together; `path` is that in the repository. */
export interface MergeWarning {
  readonly path: string
  readonly message: string
}

/** The first entries of a list that may be long, and how many there are. */
export interface Shortened<T> {
  readonly first: readonly T[]
  readonly count: number
}

export interface MergeReport {
  readonly filesChangedByBoth: number
  readonly resolved: Shortened<ResolvedConflict>
  readonly warnings: Shortened<MergeWarning>
}

/** Why a merge was not made. `semanticPrompt`: merging by elements would have to be asked for. */
export interface MergeStop {
  readonly reason: StopReason | 'semanticPrompt'
  readonly count: number
  /** What conflicts inside the files of `paths`, in the same order; empty where the whole file does. */
  readonly details: readonly string[]
}

export interface MergedBranch {
  readonly kind: 'merged'
  readonly commitHash: string
  readonly report?: MergeReport | null
  /** Whether the tree of the merge equals the tree of the remote side: then the merge is the parity (decision 8). */
  readonly hasTreeOfTheirs?: boolean
}

/** A step records it; `report`, `hasTreeOfTheirs` and `stop` are absent in what earlier releases recorded. */
export type BranchMergeOutcome =
  | MergedBranch
  | { readonly kind: 'conflict'; readonly paths: readonly string[]; readonly stop?: MergeStop }

export function shortened<T>(list: readonly T[], length: number): Shortened<T> {
  return { first: list.slice(0, length), count: list.length }
}
