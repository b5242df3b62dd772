import type { MergeConflict } from '../decide/conflict.ts'
import type { MergeLabels } from './markers.ts'

/** Three versions of one file, and how conflicts are written. */
export interface MergeInput {
  /** Below or with its folder: says what kind of file it is. */
  readonly path: string
  /** Null when both sides added the file. */
  readonly base: Uint8Array | null
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
  /** Names in conflict markers; `base`, `ours`, `theirs` when absent. */
  readonly labels?: Partial<MergeLabels>
  /** A side that wins inside conflicts, so that the result has no markers. */
  readonly favour?: 'ours' | 'theirs'
}

/** The merged file. With conflicts, `content` holds markers unless a side is favoured. */
export interface MergeResult {
  readonly status: 'clean' | 'conflict'
  readonly content: Uint8Array
  readonly conflicts: readonly MergeConflict[]
  /** What does not fit together after the merge and did before, where nobody has to decide. */
  readonly warnings?: readonly MergeConflict[]
}
