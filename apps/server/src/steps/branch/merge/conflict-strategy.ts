import type { ConflictResolution } from '@sluice/contract/conflict'
import type { MergeConflictsStrategy, SemanticMergeStrategy } from '@sluice/contract/job-commands/strategies'

/**
 * Why a path needs a decision. `deletedByLocal` and `deletedByRemote`: one side deleted the file, the other changed it.
 * `caseVariants`: two names that differ in letter case only. `fileAndFolder`: a file on one side, a folder on the other.
 */
export type ConflictKind =
  | 'bothChanged'
  | 'bothAdded'
  | 'deletedByLocal'
  | 'deletedByRemote'
  | 'caseVariants'
  | 'fileAndFolder'

/** A path that both sides changed so that they cannot be merged. Local is the branch, remote is the org. */
export interface FileConflict {
  readonly path: string
  readonly kind: ConflictKind
  /** What conflicts inside the file, in words; empty where the file as a whole does. */
  readonly detail: string
}

/** How a strategy settles a file: the contract's resolutions without the one that a person types. */
export type AutomaticResolution = Exclude<ConflictResolution, 'Manual'>

export interface ResolvedConflict {
  readonly path: string
  readonly resolvedAs: ConflictResolution
}

/** Why a merge stops: a person has to be asked, the job was told to end, or no strategy fits the conflict. */
export type StopReason = 'needsPerson' | 'abort' | 'noStrategy'

export type ConflictDecision =
  | { readonly kind: 'resolve'; readonly resolutions: readonly ResolvedConflict[] }
  | { readonly kind: 'stop'; readonly reason: StopReason; readonly conflicts: readonly FileConflict[] }

const resolutions: Partial<Record<MergeConflictsStrategy, AutomaticResolution>> = {
  PreferLocal: 'PreferLocal',
  PreferRemote: 'PreferRemote',
  TakeLocalFile: 'TakeLocal',
  TakeRemoteFile: 'TakeRemote',
}

/** How a strategy settles a file that both sides have; null when it settles none by itself. */
export function resolutionOf(strategy: MergeConflictsStrategy): AutomaticResolution | null {
  return resolutions[strategy] ?? null
}

/**
 * What happens to the conflicts of one merge: all are settled, or none is. Preferring a side means taking its file where
 * a side has no file. Which of two case variants, or of a file and a folder, shall stay no strategy says, and nobody is asked.
 */
export function decideConflicts(
  strategy: MergeConflictsStrategy,
  conflicts: readonly FileConflict[],
): ConflictDecision {
  if (conflicts.length === 0) return { kind: 'resolve', resolutions: [] }
  const resolution = resolutionOf(strategy)
  if (resolution === null && strategy !== 'AskForEach') {
    return { kind: 'stop', reason: strategy === 'Abort' ? 'abort' : 'needsPerson', conflicts }
  }
  const unsettled = conflicts.filter(({ kind }) => kind === 'caseVariants' || kind === 'fileAndFolder')
  if (unsettled.length > 0) return { kind: 'stop', reason: 'noStrategy', conflicts: unsettled }
  if (resolution === null) return { kind: 'stop', reason: 'needsPerson', conflicts }
  return {
    kind: 'resolve',
    resolutions: conflicts.map(({ path, kind }) => ({ path, resolvedAs: fitting(resolution, kind) })),
  }
}

function fitting(resolution: AutomaticResolution, kind: ConflictKind): AutomaticResolution {
  if (kind !== 'deletedByLocal' && kind !== 'deletedByRemote') return resolution
  return resolution === 'PreferLocal'
    ? 'TakeLocal'
    : resolution === 'PreferRemote'
      ? 'TakeRemote'
      : resolution
}

/** How files that both sides changed are merged; `ask` ends the job where elements would give another result than lines. */
export type MergeMode = 'elements' | 'lines' | 'ask'

/** A server has nobody to ask at a terminal, so `Auto` is `ApplyAll`. */
export function mergeModeOf(strategy: SemanticMergeStrategy): MergeMode {
  if (strategy === 'SkipAll') return 'lines'
  return strategy === 'Prompt' ? 'ask' : 'elements'
}
