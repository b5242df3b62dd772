import { JobFailure } from '../../durable/run-errors.ts'
import { packToKeep } from '../branch/kept-commits.ts'
import { refuseRewritten } from '../branch/rewritten-history.ts'
import { storeRetrievedArchives } from '../org/retrieve/keep-archives.ts'
import type { JobSession } from '../session/job-session.ts'
import { emptyFolder, loadFolder, packFolder, stepWithFiles } from '../session/kept-folder.ts'
import type { BranchStart, BringRequest, BroughtChanges, ListedCommits } from './bring-request.ts'
import { type OrgCommitsRequest, makeOrgCommits } from './org-commits.ts'
import { type EarlierCommits, type OrgCommits, notRecorded, readEarlierRecord } from './org-commits-record.ts'
import type { RetrieveChoice } from './retrieve-choice.ts'

/** What the commits of an attempt are made for. */
interface CommitAttempt {
  readonly number: number
  /** What the attempt before made; null in the first one. */
  readonly previous: BroughtChanges | null
  readonly start: BranchStart
  readonly retrieve: RetrieveChoice
}

/** Commits that the remote has before the job pushes, in the history of the head. */
export function knownToRemote({ remoteHead, remoteBase }: BranchStart): string[] {
  const known = remoteHead ?? remoteBase ?? null
  return known === null ? [] : [known]
}

/**
 * Retrieves the org and commits what changed in it, in one recorded step. Commits, lists and archives are stored in the transaction
 * that records it, so that every later run of the job continues with them, on whatever machine and whatever the org has then.
 */
export async function commitOrgChanges(
  session: JobSession,
  request: BringRequest,
  attempt: CommitAttempt,
): Promise<ListedCommits> {
  const { number, previous, start } = attempt
  const name = `commit ${number}`
  const here: { lists: string | null } = { lists: null }
  const made = await stepWithFiles(session, name, async () => {
    const wanted = await requestOf(session, request, attempt)
    const hasSameBase = !wanted.force && wanted.parity !== null
    if (previous !== null && hasSameBase) {
      await refuseMovedAway(wanted, { branch: request.branch, had: previous.start.head })
      here.lists = previous.lists
      return { result: previous.made, files: [] }
    }
    const lists = await emptyFolder(session, name)
    const result = await makeOrgCommits(wanted, lists)
    here.lists = lists
    const files = await packFolder(lists)
    const pack = await packToKeep(session, { commits: newCommits(result), without: knownToRemote(start) })
    // A later attempt commits what the first one retrieved.
    if (!request.keepsArchives || previous !== null) return { result, files: [...files, ...pack] }
    return { result, files: [...files, ...pack], alsoWrite: await storeRetrievedArchives(session) }
  })
  return here.lists === null ? await loadCommits(session, attempt, made) : { made, lists: here.lists }
}

async function requestOf(
  session: JobSession,
  request: BringRequest,
  { start, retrieve }: CommitAttempt,
): Promise<OrgCommitsRequest> {
  const partial = retrieve.fullBecause === null ? { sinceRevision: retrieve.sinceRevisionNumber } : null
  return { ...(await request.commitsFor(start.head)), session, head: start.head, partial }
}

/** The last of the commits. Where nothing changed, that is one of the branch, unless it was made because the histories are unrelated. */
const newCommits = ({ tip, commits, isRelated }: OrgCommits): string[] =>
  isRelated && commits === 0 ? [] : [tip]

/** Ends the job where the branch no longer has the commits that the changes of the org are based on. */
async function refuseMovedAway(
  { session, head, parity }: OrgCommitsRequest,
  { branch, had }: { readonly branch: string; readonly had: string },
): Promise<void> {
  const { repository } = await session.mirror()
  await refuseRewritten(repository, { branch, head, had: parity === null ? [had] : [parity, had] })
}

/** The commits that an earlier run of the job recorded. */
async function loadCommits(
  session: JobSession,
  { number, previous }: CommitAttempt,
  recorded: OrgCommits,
): Promise<ListedCommits> {
  const lists = await loadFolder(session, `commit ${number}`)
  if (lists !== null) return { made: recorded, lists }
  const ofEarlierRelease = await loadFolder(session, `keep commits ${number}`)
  if (ofEarlierRelease !== null) return await completeRecord(recorded, ofEarlierRelease)
  if (previous?.made.tip === recorded.tip) return { made: recorded, lists: previous.lists }
  throw notKept()
}

/** An earlier release recorded the commits in two steps, and less of them. */
async function completeRecord(recorded: EarlierCommits, lists: string): Promise<ListedCommits> {
  const record = await readEarlierRecord(lists)
  // The org had changed between the two steps.
  if (record?.tip !== recorded.tip) throw notKept()
  const { batches, components, bytes, unchanged = 0 } = record
  return { made: { ...notRecorded, batches, components, bytes, unchanged, ...recorded }, lists }
}

const notKept = (): JobFailure =>
  new JobFailure(
    'An earlier release of Sluice began the job and did not keep what it found in the org.',
    'What is known of the environment was not changed. Run the job again: it brings what the branch does not have yet.',
  )
