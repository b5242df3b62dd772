import type { Transaction } from '../platform/database/database.ts'
import { databaseTime } from '../platform/database/database-time.ts'
import { notifyOfProblems } from './notify-of-problems.ts'
import { lockSchedulesRunAs, type ScheduleRow, updateSchedule } from './schedule-store.ts'

export const runAsIsGone = {
  message: 'The user that this schedule runs as is no longer a member of the workspace.',
  details: 'The schedule was disabled. Enable it to run it as yourself.',
} as const

/** Disables a schedule whose user has no access any more, and says why. */
export async function stopSchedule(
  tx: Transaction,
  row: Pick<ScheduleRow, 'id' | 'workspaceId' | 'problems'>,
  now: Date,
): Promise<void> {
  const problems = [{ createdUtc: now.toISOString(), ...runAsIsGone }]
  await updateSchedule(tx, row, { isEnabled: false, nextOccurrenceUtc: null, problems })
  await notifyOfProblems(tx, row, problems)
}

/** Disables the schedules that run as a user who was removed from the workspace. */
export async function stopSchedulesOf(
  tx: Transaction,
  removed: { workspaceId: string; userId: string },
): Promise<void> {
  const rows = await lockSchedulesRunAs(tx, removed)
  if (rows.length === 0) return
  const now = await databaseTime(tx)
  for (const row of rows) await stopSchedule(tx, row, now)
}
