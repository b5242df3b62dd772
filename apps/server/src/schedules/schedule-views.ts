import type { Schedule } from '@sluice/contract/schedule'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import type { ScheduleRow } from './schedule-store.ts'

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
  return rows.map(viewSchedule)
}

/** The schedules of one stack. */
export async function viewSchedulesOfStack(
  tx: Transaction,
  of: { workspaceId: string; stackId: string },
): Promise<Schedule[]> {
  const rows = await tx
    .select()
    .from(schedule)
    .where(and(eq(schedule.workspaceId, of.workspaceId), eq(schedule.stackId, of.stackId)))
    .orderBy(sql`lower(${schedule.name})`)
  return rows.map(viewSchedule)
}

function viewSchedule({ lastOccurrenceUtc: _lastOccurrenceUtc, ...row }: ScheduleRow): Schedule {
  return {
    ...row,
    createdUtc: row.createdUtc.toISOString(),
    nextOccurrenceUtc: row.nextOccurrenceUtc?.toISOString() ?? null,
    lastExecutedUtc: row.lastExecutedUtc?.toISOString() ?? null,
  }
}
