import { and, asc, eq, lte } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { databaseTime } from '../platform/database/database-time.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { decideOccurrence, type Due, refuseOccurrence } from './decide-occurrence.ts'

type ReadTime = (tx: Transaction) => Promise<Date>

interface DueSchedule {
  readonly id: string
  readonly workspaceId: string
}

/**
 * Decides every due occurrence: starts its jobs or says why not, and sets the next one, all in one transaction. Any number of
 * servers may do it at once; whoever comes second to a schedule skips it. A crash leaves the occurrence due (decision 16).
 */
export async function runDueSchedules(ctx: Context, readTime: ReadTime = databaseTime): Promise<void> {
  const due = await ctx.database.asSystem(async (tx) =>
    tx
      .select({ id: schedule.id, workspaceId: schedule.workspaceId })
      .from(schedule)
      .where(and(eq(schedule.isEnabled, true), lte(schedule.nextOccurrenceUtc, await readTime(tx))))
      .orderBy(asc(schedule.nextOccurrenceUtc)),
  )
  for (const one of due) {
    await decide(ctx, one, readTime).catch((error: unknown) =>
      ctx.log.error({ err: error, scheduleId: one.id }, 'an occurrence could not be decided'),
    )
  }
}

/** Expected refusals of a whole submission become a problem of the schedule; after any other error the occurrence stays due. */
async function decide(ctx: Context, due: DueSchedule, readTime: ReadTime): Promise<void> {
  const inDue = async (body: (tx: Transaction, due: Due) => Promise<void>) =>
    ctx.database.inWorkspace(due.workspaceId, null, async (tx) => {
      const found = await lockDue(tx, due.id, await readTime(tx))
      if (found) await body(tx, found)
    })
  try {
    await inDue((tx, found) => decideOccurrence(ctx, tx, found))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await inDue((tx, found) => refuseOccurrence(tx, { ...found, error }))
  }
}

/** The schedule, unless another server has it at this moment or has decided the occurrence meanwhile. */
async function lockDue(tx: Transaction, id: string, now: Date): Promise<Due | null> {
  const isDue = and(eq(schedule.isEnabled, true), lte(schedule.nextOccurrenceUtc, now))
  const [row] = await tx
    .select()
    .from(schedule)
    .where(and(eq(schedule.id, id), isDue))
    .for('update', { skipLocked: true })
  if (!row?.nextOccurrenceUtc) return null
  return { row: { ...row, nextOccurrenceUtc: row.nextOccurrenceUtc }, now }
}
