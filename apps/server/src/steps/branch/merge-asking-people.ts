import { loadDecisions } from '../../conflicts/conflict-decisions.ts'
import { inParallel } from '../session/in-parallel.ts'
import type { JobSession } from '../session/job-session.ts'
import { type ConflictContext, type QuestionTurn, askAboutConflicts } from './ask-about-conflicts.ts'
import type { BranchMergeOutcome, DecidedConflict } from './merge/branch-merge.ts'
import { stepWithCommits } from './kept-commits.ts'
import { type MergeRequest, mergeIntoBranch } from './merge-into-branch.ts'

export interface AskingMerge {
  /** The name of the step that merges: unique within the job. */
  readonly name: string
  /** Null when nobody is to be asked; the outcome then lists the conflicts. */
  readonly context: ConflictContext | null
  /** Absent where the job merges nothing at the same time. */
  readonly turn?: QuestionTurn | undefined
  /** Commits that the remote has: the merge is kept with the job without their history. */
  readonly without: readonly string[]
  /** The merge; the same commits each time it is asked for. */
  readonly request: () => Promise<MergeRequest>
}

/**
 * Merges. Where people are to be asked, and only they can decide what conflicts, it stores the conflict, asks them, waits and
 * merges as they have decided. What the job has been told about the same versions of a file before is not asked again.
 */
export async function mergeAskingPeople(
  session: JobSession,
  { name, context, turn, without, request }: AskingMerge,
): Promise<BranchMergeOutcome> {
  const decided = () => decisionsOf(session)
  const merge = async () => {
    const wanted = await request()
    const result = await mergeIntoBranch(wanted, await decided())
    return { result, unpushed: { commits: newCommits(result, wanted), without } }
  }
  const first = await stepWithCommits(session, name, merge)
  if (first.kind === 'merged' || first.stop?.reason !== 'needsPerson' || context === null) return first
  await turn?.()
  await askAboutConflicts(session, { name, context, request, decided })
  return await stepWithCommits(session, `${name} as resolved`, merge)
}

/** The merge commit; none where a merge needed no commit of its own. */
const newCommits = (outcome: BranchMergeOutcome, { ours, theirs }: MergeRequest): string[] =>
  outcome.kind === 'conflict' || [ours, theirs].includes(outcome.commitHash) ? [] : [outcome.commitHash]

/** Contents of results that are read at the same time. */
const readAtOnce = 8

/** What people have decided in this job. Once they have answered nobody can change it any more. */
async function decisionsOf({ ctx, job }: JobSession): Promise<readonly DecidedConflict[]> {
  const decisions = await ctx.database.inWorkspace(job.workspaceId, null, (tx) => loadDecisions(tx, job.id))
  return await inParallel(decisions, readAtOnce, async ({ fileKey, ...decision }) => ({
    ...decision,
    content: fileKey === null ? null : await ctx.artifacts.read(fileKey),
  }))
}
