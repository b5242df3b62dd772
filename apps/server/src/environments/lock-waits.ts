import type { LockWait } from '@sluice/contract/job'
import { asc, eq, inArray, ne, and } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { environmentLock, lockTicket } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'

type Ticket = typeof lockTicket.$inferSelect
type Lock = typeof environmentLock.$inferSelect

/** For screens: behind which jobs each of these jobs waits for its environments. Jobs that wait for no lock are left out. */
export async function findLockWaits(
  tx: Transaction,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, LockWait>> {
  if (jobIds.length === 0) return new Map()
  const own = await tx
    .select()
    .from(lockTicket)
    .where(inArray(lockTicket.jobId, [...jobIds]))
  if (own.length === 0) return new Map()
  const stackIds = [...new Set(own.map(({ stackId }) => stackId))]
  const tickets = await tx
    .select({ ticket: lockTicket })
    .from(lockTicket)
    .innerJoin(job, eq(job.id, lockTicket.jobId))
    .where(and(inArray(lockTicket.stackId, stackIds), ne(job.status, 'Ended')))
    .orderBy(asc(lockTicket.sequence))
  const locks = await tx
    .select({ lock: environmentLock })
    .from(environmentLock)
    .innerJoin(job, eq(job.id, environmentLock.jobId))
    .where(and(inArray(job.stackId, stackIds), ne(job.status, 'Ended')))
    .orderBy(asc(environmentLock.acquiredUtc))
  const queue = { tickets: tickets.map(({ ticket }) => ticket), locks: locks.map(({ lock }) => lock) }
  return new Map(own.map((ticket) => [ticket.jobId, waitOf(ticket, queue)]))
}

function waitOf(ticket: Ticket, queue: { tickets: readonly Ticket[]; locks: readonly Lock[] }): LockWait {
  const holders = new Map<string, Date>()
  for (const lock of queue.locks)
    if (lock.jobId !== ticket.jobId && clashesWithLock(ticket, lock) && !holders.has(lock.jobId))
      holders.set(lock.jobId, lock.acquiredUtc)
  const before = queue.tickets.filter(
    (other) => other.sequence < ticket.sequence && clashesWithTicket(ticket, other),
  )
  return {
    jobs: [
      ...Array.from(holders, ([jobId, since]) => ({ jobId, isHolder: true, sinceUtc: since.toISOString() })),
      ...before.map(({ jobId, requestedUtc }) => ({
        jobId,
        isHolder: false,
        sinceUtc: requestedUtc.toISOString(),
      })),
    ],
    place: before.length + 1,
    sinceUtc: ticket.requestedUtc.toISOString(),
    untilUtc: ticket.waitUntilUtc.toISOString(),
  }
}

/** An exclusive lock excludes every other lock, a shared one only exclusive locks. */
const isExclusive = ({ mode, sharedEnvironmentIds }: Ticket, environmentId: string): boolean =>
  mode === 'Exclusive' && !sharedEnvironmentIds.includes(environmentId)

const clashesWithLock = (ticket: Ticket, { environmentId, mode }: Lock): boolean =>
  ticket.environmentIds.includes(environmentId) &&
  (mode === 'Exclusive' || isExclusive(ticket, environmentId))

const clashesWithTicket = (ticket: Ticket, other: Ticket): boolean =>
  ticket.environmentIds.some(
    (id) => other.environmentIds.includes(id) && (isExclusive(ticket, id) || isExclusive(other, id)),
  )
