import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MergeContext } from '@sluice/contract/conflict'
import { type NewConflict, type NewConflictFile, insertConflict } from '../../conflicts/conflict-store.ts'
import { askPeople } from '../../inquiries/ask-people.ts'
import { newId } from '../../platform/ids.ts'
import { inParallel } from '../session/in-parallel.ts'
import { type JobSession } from '../session/job-session.ts'
import { threads } from '../session/threads.ts'
import { authorsOfSides } from './authors-of-sides.ts'
import type { DecidedConflict } from './merge/branch-merge.ts'
import type { FoundConflict } from './merge/find-conflicts.ts'
import { findConflictsTask } from './merge/find-conflicts-task.ts'
import { type MergeRequest, branchMergeOf } from './merge-into-branch.ts'
import { offerEarlier } from './offer-earlier.ts'

/** What people see of a merge that asks them, beside its files. */
export interface ConflictContext {
  readonly title: string
  readonly mergeContext: MergeContext
  /** The environment into whose branch is merged. */
  readonly localEnvironmentId: string
  /** The environment whose changes are merged. */
  readonly remoteEnvironmentId: string
}

/** Resolves when a part of a job may ask: parts that run side by side ask one after the other. */
export type QuestionTurn = () => Promise<void>

export interface ConflictQuestion {
  /** Of the step that merges: unique within the job. */
  readonly name: string
  readonly context: ConflictContext
  readonly request: () => Promise<MergeRequest>
  readonly decided: () => Promise<readonly DecidedConflict[]>
}

/** Somebody ended the job instead of resolving its conflicts. */
export class ConflictAbortedError extends Error {
  override name = 'ConflictAbortedError'
}

/**
 * Stores the conflicts of a merge that nobody has decided, asks people and waits until they have resolved all of them.
 * @throws ConflictAbortedError when they abort
 * @throws InquiryWaitError when nobody answers in time
 */
export async function askAboutConflicts(session: JobSession, question: ConflictQuestion): Promise<void> {
  const { ctx, run } = session
  const conflictId = await storeConflict(session, question)
  await run.notice('MergeConflict', { conflictId, autoResolvedAs: null })
  const name = `resolve ${nameInJob(session, question.name)}`
  const answer = await askPeople(ctx, run, { name, subject: 'MergeConflict', prompt: { conflictId } })
  if (answer.continue) return
  throw new ConflictAbortedError(
    'The resolution of the merge conflicts was aborted. Nothing was pushed, and nothing was changed in the org.',
  )
}

/** Parts of a job give their steps the same names. */
const nameInJob = ({ part }: JobSession, name: string) => (part === null ? name : `${part}: ${name}`)

async function storeConflict(session: JobSession, question: ConflictQuestion): Promise<string> {
  const { name } = question
  let conflict: NewConflict | null = null
  return await session.run.step(
    `store conflicts of ${name}`,
    async () => {
      conflict = await makeConflict(session, question)
      return conflict.id
    },
    async (tx) => {
      if (conflict !== null) await insertConflict(tx, conflict)
    },
  )
}

async function makeConflict(session: JobSession, question: ConflictQuestion): Promise<NewConflict> {
  const { name, context, request, decided } = question
  const { job, run } = session
  const wanted = await request()
  const folder = join((await session.work()).path, 'conflicts', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const merge = branchMergeOf(wanted, await decided())
  const found = await threads.run(findConflictsTask, { merge, folder }, { signal: run.signal })
  const authorsOf = await authorsOfSides({ ...wanted, signal: run.signal })
  const stored = await inParallel(found, storedAtOnce, async (file) => ({
    ...(await storeFile(session, file)),
    ...authorsOf(file.path),
  }))
  const files = await offerEarlier(session, stored)
  await rm(folder, { recursive: true, force: true })
  return {
    id: newId(),
    workspaceId: job.workspaceId,
    jobId: job.id,
    origin: nameInJob(session, name),
    ...context,
    localCommitHash: wanted.ours,
    remoteCommitHash: wanted.theirs,
    files,
  }
}

const storedAtOnce = 8

async function storeFile({ ctx, job }: JobSession, found: FoundConflict): Promise<NewConflictFile> {
  const { path, kind, isBinary } = found
  const stored = []
  for (const { version, mode, file } of found.versions) {
    const content = await ctx.artifacts.store(job.workspaceId, createReadStream(file))
    stored.push({ version, mode, ...content })
    // The result begins as the merge with its markers.
    if (version === 'Orig') stored.push({ version: 'Target' as const, mode, ...content })
  }
  const both = kind === 'bothAdded' ? 'Added' : 'Modified'
  return {
    filePath: path,
    isBinary,
    localChange: kind === 'deletedByLocal' ? 'Deleted' : both,
    remoteChange: kind === 'deletedByRemote' ? 'Deleted' : both,
    versions: stored,
  }
}
