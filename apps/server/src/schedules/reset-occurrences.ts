import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { databaseTime } from '../platform/database/database-time.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { nextOccurrence } from './recurrence.ts'
import { updateSchedule } from './schedule-store.ts'

/**
 * Brings occurrences back that were set while the clock of the database was far ahead: without this a schedule would wait until
 * the clock has reached them.
 */
export async function resetOccurrences(
  ctx: Context,
  readTime: (tx: Transaction) => Promise<Date> = databaseTime,
): Promise<void> {
  await ctx.database.asSystem(async (tx) => {
    const now = await readTime(tx)
    const rows = await tx.select().from(schedule).where(eq(schedule.isEnabled, true))
    for (const row of rows) {
      const expected = nextOccurrence(row.recurrence, now, row.lastOccurrenceUtc)
      const { nextOccurrenceUtc } = row
      if (expected === null || nextOccurrenceUtc === null || nextOccurrenceUtc <= expected) continue
      await reset(tx, { id: row.id, nextOccurrenceUtc }, expected)
    }
  })
}

/** Changes nothing where the schedule was changed or decided meanwhile. */
async function reset(
  tx: Transaction,
  { id, nextOccurrenceUtc }: { id: string; nextOccurrenceUtc: Date },
  expected: Date,
): Promise<void> {
  const isUnchanged = and(eq(schedule.id, id), eq(schedule.nextOccurrenceUtc, nextOccurrenceUtc))
  const [row] = await tx
    .select()
    .from(schedule)
    .where(and(isUnchanged, eq(schedule.isEnabled, true)))
    .for('update', { skipLocked: true })
  if (row) await updateSchedule(tx, row, { nextOccurrenceUtc: expected })
}
