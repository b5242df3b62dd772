import type { BranchUpdate } from '@sluice/git/push'
import { limits } from '@sluice/contract/limits'
import { resolveCommit } from '@sluice/git/rev-parse'
import { JobFailure } from '../../../durable/run-errors.ts'
import { joinUnrelated } from '../branch/flow-base.ts'
import type { JobSession } from '../session/job-session.ts'
import {
  type BranchMergeOutcome,
  type MergeReport,
  type MergeSettings,
  type Shortened,
  shortened,
} from '../branch/merge/branch-merge.ts'
import { conflictFailure, mostConflictsListed } from '../branch/merge/conflict-failure.ts'
import type { ResolvedConflict } from '../branch/merge/conflict-strategy.ts'
import { mergeIntoBranch } from '../branch/merge-into-branch.ts'
import { type OrgCommitsRequest, ensureOrgCommits, keepOrgCommits } from './org-commits.ts'
import type { OrgCommits } from './org-commits-record.ts'
import { type Deletions, isMassDeletion, massDeletionFailure } from './deletions/deletion-limit.ts'
import type { KeptMetadata } from './deletions/missing-components.ts'
import type { RetrieveChoice } from './retrieve-choice.ts'
import { keepRetrievedArchives } from '../org/retrieve/keep-archives.ts'
import type { UndecidedType } from '../org/retrieve/undecided-types.ts'
import { pushOnce } from '../branch/push-branch.ts'
import type { UnknownMetadata } from './unknown-metadata.ts'
import type { UnrequestedFiles } from './unrequested-files.ts'

/** The branch as the remote has it, and the commit that the org's changes are merged into. */
export interface BranchStart {
  readonly head: string
  /** Where the remote's branch is; null when it does not exist yet. */
  readonly remoteHead: string | null
  /** Branches that have to be created with it. */
  readonly alsoCreate: readonly BranchUpdate[]
}

export interface BringRequest {
  readonly branch: string
  readonly environmentId: string
  readonly apiVersion: string
  readonly checkOnly: boolean
  readonly acceptsDeletions: boolean
  /** Whether what was retrieved is kept as artifacts of the job. */
  readonly keepsArchives: boolean
  /** Finds the branch, anew for every attempt. The same remote gives the same commits. */
  readonly start: () => Promise<BranchStart>
  /** Decides once, by the branch as it is then, how much is retrieved. */
  readonly chooseRetrieve: (head: string) => Promise<RetrieveChoice>
  readonly commitsFor: (head: string) => Promise<Omit<OrgCommitsRequest, 'session' | 'head' | 'partial'>>
  readonly mergeMessage: string
  readonly mergeSettings: MergeSettings
}

export interface BroughtChanges {
  readonly headBefore: string
  readonly headAfter: string
  readonly tip: string
  readonly commits: number
  readonly settled: readonly string[]
  readonly unknown?: UnknownMetadata
  readonly unrequested?: UnrequestedFiles
  readonly kept?: KeptMetadata | undefined
  readonly failedTypes?: readonly string[] | undefined
  readonly undecidedTypes?: readonly UndecidedType[] | undefined
  readonly specsHash: string
  readonly retrieveMs: number
  readonly retrieve: RetrieveChoice
  readonly merge: BroughtMerge
  /** The folder of `keepOrgCommits`. */
  readonly keptCommits: string
}

/** One attempt to bring the org's changes into the branch as the remote has it now. */
interface BringAttempt {
  readonly session: JobSession
  readonly request: BringRequest
  readonly start: BranchStart
  readonly number: number
  readonly retrieve: RetrieveChoice
}

/** What was merged: undeployed changes with those of the org, then the org's commits with the branch (null: no merge). */
export interface BroughtMerge {
  readonly resolvedBefore: Shortened<ResolvedConflict>
  readonly report: MergeReport | null
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
  for (let number = 1; ; number++) {
    const start = await run.step(`fetch ${number}`, request.start)
    await run.throwIfCancelled()
    retrieve ??= await chooseOnce(session, request, start)
    const attempt: BringAttempt = { session, request, start, number, retrieve }
    const made = await run.step(`commit ${number}`, () => commitStep(attempt))
    refuseMassDeletion(session, request, made)
    refuseConflicts(made, request.mergeSettings)
    const keptCommits = await keepForResult(attempt, made.tip)
    const mergeMade = async () => {
      await ensureTip(attempt, made.tip)
      return await merge(attempt, made)
    }
    const merged = await run.step(`merge ${number}`, mergeMade)
    if (merged.kind === 'conflict') throw conflictFailure(merged, request.mergeSettings)
    const {
      conflicts: _,
      conflictCount: __,
      isRelated: ___,
      deletions: ____,
      resolved = none,
      ...summary
    } = made
    const brought = {
      ...summary,
      headBefore: start.head,
      headAfter: merged.commitHash,
      retrieve,
      merge: { resolvedBefore: resolved, report: merged.report ?? null },
      keptCommits,
    }
    if (request.checkOnly || merged.commitHash === start.remoteHead) return brought
    await run.throwIfCancelled()
    const outcome = await pushOnce(session, `push ${number}`, {
      updates: [
        ...start.alsoCreate,
        { branch: request.branch, commitHash: merged.commitHash, expectedOldHash: start.remoteHead },
      ],
      ensureCommits: async () => void (await mergeMade()),
    })
    if (outcome === 'pushed') return brought
    if (number === maxAttempts) {
      throw new JobFailure(`The branch ${request.branch} kept moving while the job ran. Run the job again.`)
    }
  }
}

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
  const made = await ensureOrgCommits(await orgCommitsRequest(attempt))
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

async function merge(
  { session, request, start }: BringAttempt,
  { tip, isRelated }: Pick<OrgCommits, 'tip' | 'isRelated'>,
): Promise<BranchMergeOutcome> {
  const { repository } = await session.mirror()
  const committer = { ...session.ctx.config.committer, date: new Date(session.job.createdUtc) }
  const { directory } = session
  const { head } = start
  const message = request.mergeMessage
  if (!isRelated) {
    const commitHash = await joinUnrelated({ repository, directory, head, tip, identity: committer, message })
    return { kind: 'merged', commitHash, report: null }
  }
  const { signal } = session.run
  const { apiVersion } = request
  return await mergeIntoBranch({
    repository,
    directory,
    ours: head,
    theirs: tip,
    message,
    committer,
    apiVersion,
    settings: request.mergeSettings,
    signal,
  })
}

/** Deletions of the org beyond the limit, where nobody has consented to them. */
function refuseMassDeletion(
  { ctx }: JobSession,
  { acceptsDeletions }: BringRequest,
  { deletions }: CommitSummary,
): void {
  if (acceptsDeletions || deletions === undefined) return
  if (isMassDeletion(deletions, ctx.config.deletionLimit)) throw massDeletionFailure(deletions)
}

/** Conflicts between the org and undeployed changes of the branch, where the strategy settles none. */
function refuseConflicts({ conflicts, conflictCount }: CommitSummary, settings: MergeSettings): void {
  if (conflictCount === 0) return
  const reason = settings.conflicts === 'Abort' ? 'abort' : 'needsPerson'
  throw conflictFailure({ paths: conflicts, stop: { reason, count: conflictCount, details: [] } }, settings)
}
