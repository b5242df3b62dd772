import { type Schedule, scheduledCommandName } from '@sluice/contract/schedule'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { schedule } from '../platform/database/schema/schedules.ts'

/** Schedules of the workspace, or those with the ids. */
export async function viewSchedules(
  tx: Transaction,
  workspaceId: string,
  ids?: readonly string[],
): Promise<Schedule[]> {
  const named = ids === undefined ? undefined : inArray(schedule.id, [...ids])
  const rows = await tx
    .select()
    .from(schedule)
    .where(and(eq(schedule.workspaceId, workspaceId), named))
    .orderBy(sql`lower(${schedule.name})`)
  return rows.map((row) => ({
    ...row,
    createdUtc: row.createdUtc.toISOString(),
    jobCommandName: scheduledCommandName.parse(row.jobCommandName),
    nextOccurrenceUtc: row.nextOccurrenceUtc?.toISOString() ?? null,
    lastExecutedUtc: row.lastExecutedUtc?.toISOString() ?? null,
    problems: row.problems.map(({ message, details }) => ({ message, details })),
  }))
}
