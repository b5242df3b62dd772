import { openObjectReader } from '@sluice/git/cat-file'
import { isAncestor } from '@sluice/git/merge-base'
import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { changesByHistory } from '../../steps/branch-changes/history-diff.ts'
import { includeSpecsAt } from '../../steps/branch/include-file.ts'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { compareSides } from '../compare-sides.ts'
import type { SidesDifference } from '../difference-tasks.ts'
import { type BroughtSide, bringSide } from './predicted-flow-in.ts'
import type { MergeToPredict, OrgToDeployTo } from './prediction-task.ts'
import { type Trial, type TrialOutcome, tryMerge } from './trial.ts'

/** Opens the temporary repository of a prediction for `work`, within the time limit of the prediction. */
export async function withTrial<T>(
  input: MergeToPredict,
  stopSignal: AbortSignal,
  work: (trial: Trial) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(input.maxMs)])
  const repository = { gitDir: input.gitDir, signal }
  const reader = openObjectReader(repository, { signal })
  const directory = metadataDirectory(input.metadataDirectory)
  try {
    return await work({ input, repository, reader, directory, signal })
  } finally {
    await reader.close()
  }
}

/** The commits of the target branch before and after the merge. */
export interface MergedCommit {
  readonly ours: string
  readonly head: string
  readonly into: BroughtSide
}

interface MergeOfCommits {
  /** The flow in of the source, the flow in of the target, and the merge of the branches where both flows in succeed. */
  readonly parts: readonly TrialOutcome[]
  /** Null when the job would end before it has merged the branches. */
  readonly merged: MergedCommit | null
}

/** Runs the flows in of both sides and merges the branches. */
export async function mergeCommits(trial: Trial): Promise<MergeOfCommits> {
  const { source, target, settings } = trial.input
  const from = await bringSide(trial, { part: 'SourceIn', side: source })
  const into = await bringSide(trial, { part: 'TargetIn', side: target })
  const [theirs, ours] = [from.outcome.commitHash, into.outcome.commitHash]
  const parts = [from.outcome, into.outcome]
  if (ours === null || theirs === null) return { parts, merged: null }
  const { apiVersion } = target
  const merge = await tryMerge(trial, { part: 'Merge', ours, theirs, settings, apiVersion })
  const head = merge.commitHash
  return { parts: [...parts, merge], merged: head === null ? null : { ours, head, into } }
}

/** The components that the merge changes in the target branch. */
export async function changesOfMerge(
  { repository, reader, directory, signal }: Trial,
  { ours, head }: MergedCommit,
): Promise<readonly ComponentChange[]> {
  const request = { repository, reader, directory, since: ours, head, undeployed: [], signal }
  return (await changesByHistory(request)).changes
}

/**
 * Compares the merge with the target's org as its flow in found it, or as the last look did when the flow in is skipped. Null
 * without a common history: then the job compares with the org itself, which a prediction cannot do.
 */
export async function compareWithTarget(
  { input, repository, signal }: Trial,
  { head, into }: MergedCommit,
  org: OrgToDeployTo,
): Promise<SidesDifference | null> {
  const { target } = input
  if (!(await isAncestor(repository, into.tip, head))) return null
  const settled = new Set(into.settled)
  return await compareSides(
    {
      ...target,
      gitDir: input.gitDir,
      metadataDirectory: input.metadataDirectory,
      since: into.tip,
      head,
      undeployed: target.undeployed.filter((component) => !settled.has(componentKey(component))),
      specs: await includeSpecsAt(repository, head),
      orgFiles: target.flowIn === null ? org.files : [],
      changers: org.changes,
    },
    signal,
  )
}
