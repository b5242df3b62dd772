import { loadDecisions } from '../../../conflicts/conflict-decisions.ts'
import { inParallel } from '../session/in-parallel.ts'
import type { JobSession } from '../session/job-session.ts'
import { type ConflictContext, type QuestionTurn, askAboutConflicts } from './ask-about-conflicts.ts'
import type { BranchMergeOutcome, DecidedConflict } from './merge/branch-merge.ts'
import { type UnpushedCommits, keepCommits } from './kept-commits.ts'
import { type MergeRequest, mergeIntoBranch } from './merge-into-branch.ts'

export interface AskingMerge {
  /** The name of the step that merges: unique within the job. */
  readonly name: string
  /** Null when nobody is to be asked; the outcome then lists the conflicts. */
  readonly context: ConflictContext | null
  /** Absent where the job merges nothing at the same time. */
  readonly turn?: QuestionTurn | undefined
  /** What is merged. A job that waits for people is rarely continued where it was begun, so its commits are kept. */
  readonly commits: UnpushedCommits
  /** The merge; the same commits each time it is asked for. */
  readonly request: () => Promise<MergeRequest>
}

export interface AskedMerge {
  readonly outcome: BranchMergeOutcome
  /** Makes the merge commit again where a worker does not have it; it is the same one. */
  readonly makeAgain: () => Promise<void>
}

/**
 * Merges. Where people are to be asked, and only they can decide what conflicts, it stores the conflict, asks them, waits and
 * merges as they have decided. What the job has been told about the same versions of a file before is not asked again.
 */
export async function mergeAskingPeople(
  session: JobSession,
  { name, context, turn, commits, request }: AskingMerge,
): Promise<AskedMerge> {
  const { run } = session
  const decided = () => decisionsOf(session)
  const merge = async () => await mergeIntoBranch(await request(), await decided())
  const makeAgain = async () => void (await merge())
  const first = await run.step(name, merge)
  if (first.kind === 'merged' || first.stop?.reason !== 'needsPerson' || context === null)
    return { outcome: first, makeAgain }
  await keepCommits(session, `keep ${name}`, {
    ...commits,
    ensureCommits: async () => void (await request()),
  })
  await turn?.()
  await askAboutConflicts(session, { name, context, request, decided })
  return { outcome: await run.step(`${name} as resolved`, merge), makeAgain }
}

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
