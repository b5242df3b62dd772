import type { BranchMergeOutcome, MergeReport, MergeSettings } from '../../steps/branch/merge/branch-merge.ts'
import { type MergeSides, conflictFailure } from '../../steps/branch/merge/conflict-failure.ts'
import { mergeAskingPeople } from '../../steps/branch/merge-asking-people.ts'
import { type MergeRequest, mergeIntoBranch } from '../../steps/branch/merge-into-branch.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import type { FlowMerge } from './begin-merge.ts'
import type { MergeSide } from './merge-side.ts'
import { messageOfMerge } from '../../steps/session/merge-message.ts'

/** A flow merge whose branches are merged in the mirror of the job. */
export interface MergedBranches extends Omit<FlowMerge, 'source' | 'target'> {
  readonly source: MergeSide
  readonly target: MergeSide
  /** The branch of the target with that of the source; equal to the target's where it has everything already. */
  readonly commitHash: string
  readonly report: MergeReport | null
  /** How what a branch gets is merged when the branch has moved meanwhile. */
  readonly into: { readonly source: MergeWay; readonly target: MergeWay }
}

/** How commits are merged, and how a conflict is told. */
export interface MergeWay {
  readonly message: string
  readonly settings: MergeSettings
  readonly sides: MergeSides
  /** Of the manifest of the merge. */
  readonly apiVersion: string
}

/**
 * Merges the branch of the source into that of the target. Asks people about conflicts where the strategy says so, unless the merge
 * is only a check.
 */
export async function mergeBranches(
  { session, input, ...environments }: FlowMerge,
  sides: { readonly source: MergeSide; readonly target: MergeSide; readonly apiVersion: string },
): Promise<MergedBranches> {
  const { source, target } = sides
  const into = waysOf({ session, input, ...environments }, sides.apiVersion)
  const commits = { ours: target.commitHash, theirs: source.commitHash }
  const outcome = await mergeAskingPeople(session, {
    name: 'merge',
    context: asksPeople(input) ? conflictContext(environments) : null,
    without: [source.remoteHead, target.remoteHead],
    request: () => mergeRequest(session, into.target, commits),
  })
  const { commitHash, report } = mergedBy(outcome, into.target)
  return { session, input, source, target, commitHash, report, into }
}

/** A merge that is not kept is nothing to ask people about. */
const asksPeople = ({ checkOnly, mergeConflictsStrategy }: FlowMerge['input']) =>
  !checkOnly && mergeConflictsStrategy === 'AskForEach'

const conflictContext = ({ source, target }: Pick<FlowMerge, 'source' | 'target'>) => ({
  title: `Flow merge from ${source.name} into ${target.name}`,
  mergeContext: 'FlowMerge' as const,
  localEnvironmentId: target.id,
  remoteEnvironmentId: source.id,
})

function waysOf({ input, source, target }: FlowMerge, apiVersion: string): MergedBranches['into'] {
  const job = 'the flow merge'
  return {
    source: {
      apiVersion,
      message: `Merge org changes into ${source.branch}`,
      settings: { conflicts: input.sourceInConflictsStrategy, semantic: input.sourceInSemanticMergeStrategy },
      sides: {
        local: `the branch ${source.branch}`,
        remote: `the org of ${source.name}`,
        job,
        merge: 'the source flow in',
      },
    },
    target: {
      apiVersion,
      message: `Merge ${source.name} into ${target.name}`,
      settings: { conflicts: input.mergeConflictsStrategy, semantic: input.semanticMergeStrategy },
      sides: {
        local: `the branch ${target.branch}`,
        remote: `the branch ${source.branch}`,
        job,
        merge: null,
      },
    },
  }
}

interface MergedCommits {
  readonly ours: string
  readonly theirs: string
}

/** Merges in the mirror of the job and asks nobody; the same commits give the same merge. */
export async function mergeCommits(
  session: JobSession,
  way: MergeWay,
  commits: MergedCommits,
): Promise<BranchMergeOutcome> {
  return await mergeIntoBranch(await mergeRequest(session, way, commits))
}

async function mergeRequest(
  session: JobSession,
  { message, settings, apiVersion }: MergeWay,
  commits: MergedCommits,
): Promise<MergeRequest> {
  const { repository } = await session.mirror()
  return {
    repository,
    directory: session.directory,
    ...commits,
    message: await messageOfMerge(session, message),
    committer: { ...session.ctx.config.committer, date: new Date(session.job.createdUtc) },
    apiVersion,
    settings,
    signal: session.run.signal,
  }
}

/** The merge; ends the job at a conflict that the strategy does not settle. */
export function mergedBy(
  outcome: BranchMergeOutcome,
  { settings, sides }: MergeWay,
): { readonly commitHash: string; readonly report: MergeReport | null } {
  if (outcome.kind === 'conflict') throw conflictFailure(outcome, settings, sides)
  return { commitHash: outcome.commitHash, report: outcome.report ?? null }
}
