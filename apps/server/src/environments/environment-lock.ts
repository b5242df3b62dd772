import { and, arrayOverlaps, asc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Run } from '../durable/run.ts'
import { JobFailure } from '../durable/run-errors.ts'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { type LockMode, environmentLock, lockTicket } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'

export interface LockRequest {
  stackId: string
  environmentIds: readonly string[]
  mode: LockMode
  /** Those of the environments that an exclusive request only reads: others may read them too. */
  sharedEnvironmentIds?: readonly string[]
}

/** The announced time is up; the job ends as Cancelled. */
export class LockWaitError extends Error {
  override name = 'LockWaitError'
}

const topic = 'lock'
/** A lost wake-up costs at most this. */
const lookAgainMs = 30_000

/** Serializes the transactions that grant or release locks of a stack: each reads all its locks and tickets. */
const serialize = (tx: Transaction, stackId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('environment-lock'), hashtext(${stackId}))`)

type Ticket = typeof lockTicket.$inferSelect

const modeOf = ({ mode, sharedEnvironmentIds }: Ticket, environmentId: string): LockMode =>
  sharedEnvironmentIds.includes(environmentId) ? 'Shared' : mode

/** An exclusive lock excludes every other lock, a shared one only exclusive locks. */
function clashingLock(ticket: Ticket) {
  const exclusive = ticket.environmentIds.filter((id) => modeOf(ticket, id) === 'Exclusive')
  return or(inArray(environmentLock.environmentId, exclusive), eq(environmentLock.mode, 'Exclusive'))
}

/** The same for a ticket that waits. */
function clashingTicket(ticket: Ticket) {
  const wanted = sql.param(ticket.environmentIds, lockTicket.environmentIds)
  const exclusive = ticket.environmentIds.filter((id) => modeOf(ticket, id) === 'Exclusive')
  const isExclusiveThere = sql`${lockTicket.mode} = 'Exclusive' and exists (
    select from unnest(${lockTicket.environmentIds}) as theirs
    where theirs = any(${wanted}) and theirs <> all(${lockTicket.sharedEnvironmentIds}))`
  return exclusive.length === 0
    ? isExclusiveThere
    : or(arrayOverlaps(lockTicket.environmentIds, exclusive), isExclusiveThere)
}

async function isBlocked(tx: Transaction, ticket: Ticket): Promise<boolean> {
  const [held] = await tx
    .select({ jobId: environmentLock.jobId })
    .from(environmentLock)
    .innerJoin(job, eq(job.id, environmentLock.jobId))
    .where(
      and(
        inArray(environmentLock.environmentId, ticket.environmentIds),
        ne(environmentLock.jobId, ticket.jobId),
        ne(job.status, 'Ended'),
        clashingLock(ticket),
      ),
    )
    .limit(1)
  const [earlier] = await tx
    .select({ jobId: lockTicket.jobId })
    .from(lockTicket)
    .innerJoin(job, eq(job.id, lockTicket.jobId))
    .where(and(lt(lockTicket.sequence, ticket.sequence), ne(job.status, 'Ended'), clashingTicket(ticket)))
    .limit(1)
  return held !== undefined || earlier !== undefined
}

async function tryAcquire(tx: Transaction, run: Run, request: LockRequest): Promise<boolean> {
  await serialize(tx, request.stackId)
  const [ticket] = await tx.select().from(lockTicket).where(eq(lockTicket.jobId, run.jobId))
  if (!ticket || (await isBlocked(tx, ticket))) return false
  await refuseDeleted(tx, ticket.environmentIds)
  await tx.delete(lockTicket).where(eq(lockTicket.jobId, run.jobId))
  const { workspaceId, jobId, epoch } = run
  for (const environmentId of ticket.environmentIds) {
    const mode = modeOf(ticket, environmentId)
    await tx
      .insert(environmentLock)
      .values({ workspaceId, environmentId, jobId, mode, epoch })
      .onConflictDoUpdate({
        target: [environmentLock.environmentId, environmentLock.jobId],
        set: { mode, epoch },
      })
  }
  await announce(tx, { workspaceId, kind: 'pushStacks', ids: [request.stackId] })
  // Jobs that wait behind this one show that it holds the locks now.
  const behind = await waitingFor(tx, ticket.environmentIds)
  await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId, ...behind] })
  return true
}

/** The job that held the lock may have deleted the environment. */
async function refuseDeleted(tx: Transaction, environmentIds: readonly string[]): Promise<void> {
  const found = await tx.$count(environment, inArray(environment.id, [...environmentIds]))
  if (found !== new Set(environmentIds).size) throw new JobFailure('The environment no longer exists.')
}

async function takeTicket(
  tx: Transaction,
  run: Run,
  {
    stackId,
    environmentIds,
    sharedEnvironmentIds = [],
    mode,
    waitUntilUtc,
  }: LockRequest & { readonly waitUntilUtc: Date },
): Promise<void> {
  await tx.insert(lockTicket).values({
    workspaceId: run.workspaceId,
    stackId,
    jobId: run.jobId,
    environmentIds: [...environmentIds],
    sharedEnvironmentIds: [...sharedEnvironmentIds],
    mode,
    waitUntilUtc,
  })
}

const minutesUntil = (moment: number, now: number) => Math.ceil((moment - now) / 60_000)

/**
 * Takes the locks of all environments at once, in the order of the requests. While it waits it leaves the notice
 * EnvironmentsLockedDelay; after the configured wait it throws LockWaitError. From then on every effect and
 * transaction of the run checks that it still holds them. A job calls this once.
 */
export async function acquireEnvironmentLocks(ctx: Context, run: Run, request: LockRequest): Promise<void> {
  const first = await run.transaction('lock', async (tx) => {
    const now = ctx.clock.now().getTime()
    const waitUntil = now + ctx.config.waits.lockMinutes * 60_000
    await takeTicket(tx, run, { ...request, waitUntilUtc: new Date(waitUntil) })
    const granted = await tryAcquire(tx, run, request)
    const names = await tx
      .select({ name: environment.name })
      .from(environment)
      .where(inArray(environment.id, [...request.environmentIds]))
      .orderBy(asc(environment.name))
    return {
      granted,
      waitUntil,
      remaining: minutesUntil(waitUntil, now),
      names: names.map(({ name }) => name),
    }
  })
  if (!first.granted) {
    await run.notice('EnvironmentsLockedDelay', {
      environmentNames: first.names,
      remainingTimeout: first.remaining,
    })
    await waitForLocks(ctx, run, { ...request, waitUntil: first.waitUntil })
  }
  run.guard((tx) => checkHeld(tx, run.jobId, request.environmentIds))
}

async function waitForLocks(
  ctx: Context,
  run: Run,
  request: LockRequest & { readonly waitUntil: number },
): Promise<void> {
  const scope = run.progress.scope('Wait for other jobs')
  for (let attempt = 1; ; attempt++) {
    // Recorded with the attempt: a replay must not come to another end because the clock has moved on.
    const { granted, remaining } = await run.transaction(`lock ${attempt}`, async (tx) => ({
      granted: await tryAcquire(tx, run, request),
      remaining: request.waitUntil - ctx.clock.now().getTime(),
    }))
    if (granted) return scope.end()
    if (remaining <= 0)
      throw new LockWaitError('The environments were locked by other jobs until the time to wait was over.')
    await run.waitFor(topic, Math.min(remaining, lookAgainMs))
  }
}

async function checkHeld(tx: Transaction, jobId: string, environmentIds: readonly string[]): Promise<void> {
  const held = await tx.$count(
    environmentLock,
    and(eq(environmentLock.jobId, jobId), inArray(environmentLock.environmentId, [...environmentIds])),
  )
  if (held !== new Set(environmentIds).size)
    throw new JobFailure(
      'The job lost its lock: somebody unlocked the environment while the job was running.',
    )
}

/** The jobs that wait for one of the environments, those that asked earlier first. */
async function waitingFor(tx: Transaction, environmentIds: readonly string[]): Promise<string[]> {
  if (!environmentIds.length) return []
  const waiting = await tx
    .select({ jobId: lockTicket.jobId })
    .from(lockTicket)
    .where(arrayOverlaps(lockTicket.environmentIds, [...environmentIds]))
    .orderBy(asc(lockTicket.sequence))
  return waiting.map(({ jobId }) => jobId)
}

/** Wakes the waiting jobs, whose places in line are other ones now. */
async function wakeWaiting(
  ctx: Context,
  tx: Transaction,
  { workspaceId, environmentIds }: { workspaceId: string; environmentIds: readonly string[] },
): Promise<void> {
  const ids = await waitingFor(tx, environmentIds)
  for (const jobId of ids) await ctx.jobs.signal(tx, { jobId, topic, message: null })
  if (ids.length > 0) await announce(tx, { workspaceId, kind: 'pushJobs', ids })
}

/** Releases all locks of the job and wakes the waiting jobs. The worker calls it in the transaction that ends the job. */
export async function releaseEnvironmentLocks(ctx: Context, tx: Transaction, jobId: string): Promise<void> {
  const [owner] = await tx
    .select({ stackId: job.stackId, workspaceId: job.workspaceId })
    .from(job)
    .where(eq(job.id, jobId))
  if (!owner) return
  await serialize(tx, owner.stackId)
  const released = await tx
    .delete(environmentLock)
    .where(eq(environmentLock.jobId, jobId))
    .returning({ environmentId: environmentLock.environmentId })
  const tickets = await tx
    .delete(lockTicket)
    .where(eq(lockTicket.jobId, jobId))
    .returning({ environmentIds: lockTicket.environmentIds })
  const environmentIds = [
    ...released.map(({ environmentId }) => environmentId),
    ...tickets.flatMap((ticket) => ticket.environmentIds),
  ]
  await wakeWaiting(ctx, tx, { workspaceId: owner.workspaceId, environmentIds })
  if (released.length)
    await announce(tx, { workspaceId: owner.workspaceId, kind: 'pushStacks', ids: [owner.stackId] })
}

/**
 * The Unlock action: removes the lock of the jobs that hold it, which stops them at their next write or effect.
 * Returns the ids of those jobs, for the audit log.
 */
export async function forceUnlock(ctx: Context, tx: Transaction, environmentId: string): Promise<string[]> {
  const [locked] = await tx
    .select({ stackId: environment.stackId, workspaceId: environment.workspaceId })
    .from(environment)
    .where(eq(environment.id, environmentId))
  if (!locked) return []
  await serialize(tx, locked.stackId)
  const holders = await tx
    .delete(environmentLock)
    .where(eq(environmentLock.environmentId, environmentId))
    .returning({ jobId: environmentLock.jobId })
  await wakeWaiting(ctx, tx, { workspaceId: locked.workspaceId, environmentIds: [environmentId] })
  const jobIds = holders.map(({ jobId }) => jobId)
  if (jobIds.length) {
    const { workspaceId, stackId } = locked
    await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
    await announce(tx, { workspaceId, kind: 'pushJobs', ids: jobIds })
  }
  return jobIds
}

/** For screens: which of the environments are locked. */
export async function lockedEnvironments(tx: Transaction, environmentIds: string[]): Promise<Set<string>> {
  if (!environmentIds.length) return new Set()
  const rows = await tx
    .selectDistinct({ environmentId: environmentLock.environmentId })
    .from(environmentLock)
    .where(inArray(environmentLock.environmentId, environmentIds))
  return new Set(rows.map(({ environmentId }) => environmentId))
}
