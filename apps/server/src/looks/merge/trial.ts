import type { PredictedPart, PredictedMerge } from '@sluice/contract/merge-preview'
import type { ObjectReader } from '@sluice/git/cat-file'
import type { Repository } from '@sluice/git/git'
import { isAncestor } from '@sluice/git/merge-base'
import type {
  BranchMerge,
  BranchMergeOutcome,
  MergeSettings,
  MergeWarning,
} from '../../steps/branch/merge/branch-merge.ts'
import { mergeBranches } from '../../steps/branch/merge/merge-branches.ts'
import { mergeLimits } from '../../steps/branch/merge-into-branch.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import type { FoundConflict, MergeToPredict } from './prediction-task.ts'

/** The resources of one prediction. */
export interface Trial {
  readonly input: MergeToPredict
  readonly repository: Repository
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  readonly signal: AbortSignal
}

interface TrialMerge {
  readonly part: PredictedPart
  readonly ours: string
  readonly theirs: string
  readonly settings: MergeSettings
  readonly apiVersion: string
}

/** The result of one of the merges of a flow merge. */
export interface TrialOutcome {
  /** The merged commit; null when the job would end at this merge. */
  readonly commitHash: string | null
  readonly conflicts: readonly FoundConflict[]
  /** The first conflicts; `conflictCount` counts all. */
  readonly conflictCount: number
  readonly undecidedCount: number
  readonly endsBecause: PredictedMerge['endsBecause']
  readonly warnings: readonly MergeWarning[]
  readonly warningCount: number
}

export const nothingToMerge = (commitHash: string): TrialOutcome => ({
  commitHash,
  conflicts: [],
  conflictCount: 0,
  undecidedCount: 0,
  endsBecause: null,
  warnings: [],
  warningCount: 0,
})

/**
 * Merges two commits as the job would. Conflicts that people would have to decide are resolved provisionally: for the branch in a
 * flow in, for the source in the merge of the branches.
 */
export async function tryMerge(trial: Trial, merge: TrialMerge): Promise<TrialOutcome> {
  const { repository, signal } = trial
  const { ours, theirs, part, settings } = merge
  if (await isAncestor(repository, theirs, ours)) return nothingToMerge(ours)
  if (await isAncestor(repository, ours, theirs)) return nothingToMerge(theirs)
  const request = requestOf(trial, merge)
  const outcome = await mergeBranches(request, signal)
  if (outcome.kind === 'merged') return settled(part, outcome)
  const { stop, ...listed } = stopOf(part, outcome)
  if (stop !== 'needsPerson') return { ...nothingToMerge(''), ...listed, commitHash: null, endsBecause: stop }
  const until = part === 'Merge' ? 'PreferRemote' : 'PreferLocal'
  const decided = await mergeBranches({ ...request, settings: { ...settings, conflicts: until } }, signal)
  if (decided.kind === 'conflict')
    return { ...nothingToMerge(''), ...listed, commitHash: null, endsBecause: 'noStrategy' }
  return { ...settled(part, decided), ...listed, undecidedCount: listed.conflictCount }
}

function requestOf(
  { input, repository }: Trial,
  { ours, theirs, settings, apiVersion }: TrialMerge,
): BranchMerge {
  return {
    gitDir: repository.gitDir,
    metadataDirectory: input.metadataDirectory,
    ours,
    theirs,
    message: 'Predict a merge',
    committer: input.committer,
    apiVersion,
    settings,
    limits: { ...mergeLimits, maxMs: input.maxMs },
  }
}

function settled(
  part: PredictedPart,
  { commitHash, report }: Extract<BranchMergeOutcome, { kind: 'merged' }>,
): TrialOutcome {
  const { first = [], count = 0 } = report?.resolved ?? {}
  return {
    commitHash,
    conflicts: first.map(({ path, resolvedAs }) => ({ part, path, detail: '', resolvedAs })),
    conflictCount: count,
    undecidedCount: 0,
    endsBecause: null,
    warnings: report?.warnings.first ?? [],
    warningCount: report?.warnings.count ?? 0,
  }
}

function stopOf(
  part: PredictedPart,
  { paths, stop }: Extract<BranchMergeOutcome, { kind: 'conflict' }>,
): Pick<TrialOutcome, 'conflicts' | 'conflictCount'> & {
  stop: 'needsPerson' | NonNullable<TrialOutcome['endsBecause']>
} {
  const conflicts = paths.map((path, index) => ({
    part,
    path,
    detail: stop?.details[index] ?? '',
    resolvedAs: null,
  }))
  return {
    conflicts,
    conflictCount: stop?.count ?? paths.length,
    stop: stop?.reason ?? 'needsPerson',
  }
}
