import type { BranchUpdate } from '@sluice/git/push'
import { JobFailure } from '../../durable/run-errors.ts'
import { conflictFailure } from '../branch/merge/conflict-failure.ts'
import { stepWithCommits } from '../branch/kept-commits.ts'
import { pushOnce } from '../branch/push-branch.ts'
import { type JobSession, withNewDeadline } from '../session/job-session.ts'
import type { BranchStart, BringRequest, BroughtChanges } from './bring-request.ts'
import { commitOrgChanges, knownToRemote } from './commit-org-changes.ts'
import { mergeOrgChanges } from './merge-org-changes.ts'
import { refuseConflicts, refuseMassDeletion } from './refuse-changes.ts'

const maxAttempts = 3

/**
 * Retrieves the org, commits what changed, merges it into the branch and pushes. When somebody pushes meanwhile,
 * it merges again into what they pushed.
 */
export async function bringOrgChanges(session: JobSession, request: BringRequest): Promise<BroughtChanges> {
  let brought = await prepareOrgChanges(session, request)
  for (let number = 1; !request.checkOnly && hasNews(brought); number++) {
    await session.run.throwIfCancelled()
    const updates = updatesOf(request, brought)
    const outcome = await pushOnce(session, `push ${number}`, { updates })
    if (outcome === 'pushed') break
    if (number === maxAttempts) {
      throw new JobFailure(`The branch ${request.branch} kept moving while the job ran. Run the job again.`)
    }
    // The attempt before may have waited for people for long.
    brought = await prepare(withNewDeadline(session), request, { number: number + 1, previous: brought })
  }
  return brought
}

/** The same without the push, for a job that pushes later. */
export const prepareOrgChanges = (session: JobSession, request: BringRequest): Promise<BroughtChanges> =>
  prepare(session, request, { number: 1, previous: null })

const hasNews = ({ start, headAfter }: BroughtChanges): boolean => headAfter !== start.remoteHead

const updatesOf = ({ branch }: BringRequest, { start, headAfter }: BroughtChanges): BranchUpdate[] => [
  ...start.alsoCreate,
  { branch, commitHash: headAfter, expectedOldHash: start.remoteHead },
]

/** An attempt to bring the org's changes into the branch as the remote has it at its beginning. */
interface Attempt {
  readonly number: number
  /** What the attempt before made; null in the first one. */
  readonly previous: BroughtChanges | null
}

async function prepare(
  session: JobSession,
  request: BringRequest,
  { number, previous }: Attempt,
): Promise<BroughtChanges> {
  const { run } = session
  const start = await stepWithCommits(session, `fetch ${number}`, () => findStart(request))
  await run.throwIfCancelled()
  const retrieve =
    previous?.retrieve ?? (await run.step('choose retrieve mode', () => request.chooseRetrieve(start.head)))
  const listed = await commitOrgChanges(session, request, { number, previous, start, retrieve })
  const { made } = listed
  refuseMassDeletion(session, request, made)
  refuseConflicts(made, request)
  const wasAsked = (await request.confirm?.({ head: start.head, tip: made.tip, number })) ?? false
  const merged = await mergeOrgChanges(wasAsked ? withNewDeadline(session) : session, request, {
    name: `merge ${number}`,
    head: start.head,
    made,
    without: knownToRemote(start),
  })
  if (merged.kind === 'conflict') throw conflictFailure(merged, request.mergeSettings, request.mergeSides)
  // The next flow in starts at the parity commit and needs no merge commit when that is the head of the branch.
  const parity = merged.hasTreeOfTheirs === true ? merged.commitHash : made.tip
  return { ...listed, start, retrieve, headAfter: merged.commitHash, parity, report: merged.report ?? null }
}

/** Finds the branch; commits that prepare it are kept until they are pushed. */
async function findStart(request: BringRequest) {
  const start: BranchStart = await request.start()
  return { result: start, unpushed: { commits: [start.head], without: knownToRemote(start) } }
}
