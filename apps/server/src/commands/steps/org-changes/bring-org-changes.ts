import { limits } from '@sluice/contract/limits'
import { resolveCommit } from '@sluice/git/rev-parse'
import { JobFailure } from '../../../durable/run-errors.ts'
import { type JobSession, withNewDeadline } from '../session/job-session.ts'
import { type MergedBranch, type Shortened, shortened } from '../branch/merge/branch-merge.ts'
import { conflictFailure, mostConflictsListed } from '../branch/merge/conflict-failure.ts'
import type { ResolvedConflict } from '../branch/merge/conflict-strategy.ts'
import type { MergeRequest } from '../branch/merge-into-branch.ts'
import type { BranchStart, BringRequest, BroughtChanges } from './bring-request.ts'
import { mergeOrgChanges } from './merge-org-changes.ts'
import { type OrgCommitsRequest, ensureOrgCommits, keepOrgCommits } from './org-commits.ts'
import type { OrgCommits } from './org-commits-record.ts'
import type { Deletions } from './deletions/deletion-limit.ts'
import type { KeptMetadata } from './deletions/missing-components.ts'
import type { RetrieveChoice } from './retrieve-choice.ts'
import { keepRetrievedArchives } from '../org/retrieve/keep-archives.ts'
import type { UndecidedType } from '../org/retrieve/undecided-types.ts'
import { pushOnce } from '../branch/push-branch.ts'
import { refuseConflicts, refuseMassDeletion } from './refuse-changes.ts'
import { refuseRewritten } from '../branch/rewritten-history.ts'
import type { UnknownMetadata } from './unknown-metadata.ts'
import type { UnrequestedFiles } from './unrequested-files.ts'

/** One attempt to bring the org's changes into the branch as the remote has it now. */
interface BringAttempt {
  readonly session: JobSession
  readonly request: BringRequest
  readonly start: BranchStart
  readonly number: number
  readonly retrieve: RetrieveChoice
  /** The head of the branch at the start of the previous attempt; null in the first attempt. */
  readonly headBefore: string | null
}

const maxAttempts = 3
const none = { first: [], count: 0 }

/**
 * Retrieves the org, commits what changed, merges it into the branch and pushes. When somebody pushes meanwhile,
 * it merges again into what they pushed.
 */
export async function bringOrgChanges(session: JobSession, request: BringRequest): Promise<BroughtChanges> {
  const { run } = session
  let retrieve: RetrieveChoice | null = null
  let headBefore: string | null = null
  for (let number = 1; ; number++) {
    const attempt = { session, request, number, retrieve, headBefore }
    const { brought, start, ensureCommits } = await prepare(attempt)
    retrieve = brought.retrieve
    headBefore = brought.headBefore
    if (request.checkOnly || brought.headAfter === start.remoteHead) return brought
    await run.throwIfCancelled()
    const outcome = await pushOnce(session, `push ${number}`, {
      updates: [
        ...start.alsoCreate,
        { branch: request.branch, commitHash: brought.headAfter, expectedOldHash: start.remoteHead },
      ],
      ensureCommits,
    })
    if (outcome === 'pushed') return brought
    if (number === maxAttempts) {
      throw new JobFailure(`The branch ${request.branch} kept moving while the job ran. Run the job again.`)
    }
  }
}

/** The org's changes, merged into the branch in the mirror of the job and not pushed. */
export interface PreparedChanges {
  readonly brought: BroughtChanges
  readonly start: BranchStart
  /** Makes the commits again where the mirror does not have them. */
  readonly ensureCommits: () => Promise<void>
}

/** The same without the push, for a job that pushes later. */
export const prepareOrgChanges = (session: JobSession, request: BringRequest): Promise<PreparedChanges> =>
  prepare({ session, request, number: 1, retrieve: null, headBefore: null })

async function prepare({
  session,
  request,
  number,
  retrieve: chosen,
  headBefore,
}: Omit<BringAttempt, 'start' | 'retrieve'> & {
  /** What an earlier attempt of the job has chosen. */
  readonly retrieve: RetrieveChoice | null
}): Promise<PreparedChanges> {
  const { run } = session
  // Before it another attempt may have waited for people for long.
  const active = number === 1 ? session : withNewDeadline(session)
  const start = await run.step(`fetch ${number}`, request.start)
  await run.throwIfCancelled()
  const retrieve = chosen ?? (await chooseOnce(session, request, start))
  const attempt: BringAttempt = { session: active, request, start, number, retrieve, headBefore }
  const made = await run.step(`commit ${number}`, () => commitStep(attempt))
  refuseMassDeletion(session, request, made)
  refuseConflicts(made, request)
  const keptCommits = await keepForResult(attempt, made.tip)
  const wasAsked = await confirmOnce(attempt, made.tip)
  const { outcome: merged, makeAgain } = await mergeOrgChanges(wasAsked ? withNewDeadline(session) : active, {
    name: `merge ${number}`,
    isRelated: made.isRelated,
    branch: request.branch,
    environmentId: request.environmentId,
    asking: asksPeople(request) ? request.asking : null,
    commits: {
      commits: [start.head, made.tip],
      without: start.remoteHead === null ? [] : [start.remoteHead],
    },
    request: () => mergeRequest(attempt, made.tip),
  })
  if (merged.kind === 'conflict') throw conflictFailure(merged, request.mergeSettings, request.mergeSides)
  const {
    tip: _,
    conflicts: __,
    conflictCount: ___,
    isRelated: ____,
    deletions: _____,
    resolved = none,
    ...summary
  } = made
  const brought = {
    ...summary,
    parity: parityAfter(merged, made.tip),
    headBefore: start.head,
    headAfter: merged.commitHash,
    retrieve,
    merge: { resolvedBefore: resolved, report: merged.report ?? null },
    keptCommits,
  }
  const ensureCommits = async () => {
    const { repository } = await session.mirror()
    if ((await resolveCommit(repository, brought.headAfter)) === null) await makeAgain()
  }
  return { brought, start, ensureCommits }
}

/**
 * Returns the parity commit: the head of the branch where its tree equals that of the author commits, otherwise the tip of the
 * author commits. The next flow in starts at the parity commit and needs no merge commit when that is the head.
 */
const parityAfter = ({ commitHash, hasTreeOfTheirs = false }: MergedBranch, tip: string): string =>
  hasTreeOfTheirs ? commitHash : tip

/** The commits are made again where another worker made them and the mirror of this one has to show what they hold. */
async function confirmOnce(attempt: BringAttempt, tip: string): Promise<boolean> {
  const { request, start, number } = attempt
  if (request.confirm === undefined) return false
  return await request.confirm({
    head: start.head,
    tip,
    number,
    ensureTip: () => ensureTip(attempt, tip),
  })
}

/** A merge that is not kept is nothing to ask people about. */
const asksPeople = ({ checkOnly, mergeSettings }: BringRequest) =>
  !checkOnly && mergeSettings.conflicts === 'AskForEach'

/** Recorded, so that a worker that goes on with the job retrieves as much as the first. */
async function chooseOnce(
  session: JobSession,
  request: BringRequest,
  start: BranchStart,
): Promise<RetrieveChoice> {
  return await session.run.step('choose retrieve mode', async () => {
    await ensureHead({ session, request, start })
    return await request.chooseRetrieve(start.head)
  })
}

/** Before the push, while the org can still be retrieved as the commits have it, whichever worker goes on. */
async function keepForResult(attempt: BringAttempt, tip: string): Promise<string> {
  const { session, request, number } = attempt
  const commits = () => orgCommitsRequest(attempt)
  const folder = await keepOrgCommits(session, { step: `keep commits ${number}`, tip }, commits)
  if (request.keepsArchives) {
    await keepRetrievedArchives(session, async () => void (await ensureOrgCommits(await commits())))
  }
  return folder
}

/** What the commands need of the commits; the lists stay in the work folder. */
interface CommitSummary extends Pick<OrgCommits, 'tip' | 'isRelated' | 'commits' | 'settled' | 'specsHash'> {
  /** Absent where an earlier release recorded the step. */
  readonly unknown?: UnknownMetadata
  /** Absent where an earlier release recorded the step. */
  readonly unrequested?: UnrequestedFiles
  readonly kept?: KeptMetadata | undefined
  /** Absent where an earlier release recorded the step. */
  readonly failedTypes?: readonly string[] | undefined
  readonly undecidedTypes?: readonly UndecidedType[] | undefined
  readonly deletions?: Deletions | undefined
  /** The first conflicting files; `conflictCount` counts all of them. */
  readonly conflicts: readonly string[]
  readonly conflictCount: number
  /** Absent where an earlier release recorded the step. */
  readonly resolved?: Shortened<ResolvedConflict>
  readonly retrieveMs: number
}

async function commitStep(attempt: BringAttempt): Promise<CommitSummary> {
  const { session } = attempt
  const began = session.ctx.clock.elapsedMs()
  const wanted = await orgCommitsRequest(attempt)
  const { parity, head } = wanted
  if (attempt.headBefore !== null && parity !== null && !wanted.force) {
    const { repository } = await session.mirror()
    const { branch } = attempt.request
    await refuseRewritten(repository, { branch, head, had: [parity, attempt.headBefore] })
  }
  const made = await ensureOrgCommits(wanted)
  return {
    tip: made.tip,
    isRelated: made.isRelated,
    commits: made.commits,
    settled: made.settled,
    unknown: made.unknown,
    ...(made.unrequested && { unrequested: made.unrequested }),
    kept: made.kept,
    failedTypes: made.failedTypes,
    undecidedTypes: made.undecidedTypes,
    deletions: made.deletions,
    specsHash: made.specsHash,
    conflicts: made.conflicts
      .slice(0, mostConflictsListed)
      .map((path) => session.directory.inRepository(path)),
    conflictCount: made.conflicts.length,
    resolved: shortened(inRepository(session, made.resolved), limits.mergeDetails),
    retrieveMs: Math.round(session.ctx.clock.elapsedMs() - began),
  }
}

function inRepository({ directory }: JobSession, resolved: readonly ResolvedConflict[]): ResolvedConflict[] {
  return resolved.map(({ path, resolvedAs }) => ({ path: directory.inRepository(path), resolvedAs }))
}

async function orgCommitsRequest(attempt: BringAttempt): Promise<OrgCommitsRequest> {
  const { session, request, start, retrieve } = attempt
  await ensureHead(attempt)
  const partial = retrieve.fullBecause === null ? { sinceRevision: retrieve.sinceRevisionNumber } : null
  return { ...(await request.commitsFor(start.head)), session, head: start.head, partial }
}

/** On another machine, commits that prepare the branch and are not pushed are made again; they are the same ones. */
async function ensureHead({
  session,
  request,
  start,
}: Pick<BringAttempt, 'session' | 'request' | 'start'>): Promise<void> {
  const { repository } = await session.mirror()
  if ((await resolveCommit(repository, start.head)) === null) await request.start()
}

/** On another machine the commits are made again; the same org gives the same ones. */
async function ensureTip(attempt: BringAttempt, tip: string): Promise<void> {
  const { session, request } = attempt
  const { repository } = await session.mirror()
  if ((await resolveCommit(repository, tip)) !== null) return
  await request.start()
  if ((await ensureOrgCommits(await orgCommitsRequest(attempt))).tip === tip) return
  throw new JobFailure(
    'The org changed while the job was being resumed on another machine. Nothing was pushed; run the job again.',
  )
}

async function mergeRequest(attempt: BringAttempt, tip: string): Promise<MergeRequest> {
  await ensureTip(attempt, tip)
  const { session, request, start } = attempt
  const { repository } = await session.mirror()
  return {
    repository,
    directory: session.directory,
    ours: start.head,
    theirs: tip,
    message: request.mergeMessage,
    committer: { ...session.ctx.config.committer, date: new Date(session.job.createdUtc) },
    apiVersion: request.apiVersion,
    settings: request.mergeSettings,
    signal: session.run.signal,
  }
}
