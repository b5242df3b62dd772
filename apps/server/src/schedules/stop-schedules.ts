import type { Transaction } from '../platform/database/database.ts'
import { databaseTime } from '../platform/database/database-time.ts'
import { notifyOfProblems } from './notify-of-problems.ts'
import { lockSchedulesRunAs, type ScheduleRow, updateSchedule } from './schedule-store.ts'

export const runAsIsGone = {
  message: 'The user that this schedule runs as is no longer a member of the workspace.',
  details: 'The schedule was disabled. Enable it to run it as yourself.',
} as const

const runAsIsDisabled = {
  message: 'The account of the user that this schedule runs as was disabled.',
  details: runAsIsGone.details,
} as const

type Stop = typeof runAsIsGone | typeof runAsIsDisabled

/** Disables a schedule whose user has no access any more, and says why. */
export async function stopSchedule(
  tx: Transaction,
  row: Pick<ScheduleRow, 'id' | 'workspaceId' | 'problems'>,
  { now, why = runAsIsGone }: { readonly now: Date; readonly why?: Stop },
): Promise<void> {
  const problems = [{ createdUtc: now.toISOString(), ...why }]
  await updateSchedule(tx, row, { isEnabled: false, nextOccurrenceUtc: null, problems })
  await notifyOfProblems(tx, row, problems)
}

/** Disables the schedules that run as a user who was removed from the workspace. */
export async function stopSchedulesOf(
  tx: Transaction,
  removed: { workspaceId: string; userId: string },
): Promise<void> {
  await stopAll(tx, await lockSchedulesRunAs(tx, removed), runAsIsGone)
}

/** Disables the schedules of all workspaces that run as a user whose account is disabled. Needs a transaction of the system. */
export async function stopSchedulesOfAccount(tx: Transaction, userId: string): Promise<void> {
  await stopAll(tx, await lockSchedulesRunAs(tx, { userId }), runAsIsDisabled)
}

async function stopAll(tx: Transaction, rows: readonly ScheduleRow[], why: Stop): Promise<void> {
  if (rows.length === 0) return
  const now = await databaseTime(tx)
  for (const row of rows) await stopSchedule(tx, row, { now, why })
}
