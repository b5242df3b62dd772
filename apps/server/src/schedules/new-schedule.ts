import type { ScheduledSubmission } from '@sluice/contract/schedules'
import type { Transaction } from '../platform/database/database.ts'
import { databaseTime } from '../platform/database/database-time.ts'
import { newId } from '../platform/ids.ts'
import { readRecurrence } from './recurrence.ts'
import { insertSchedule } from './schedule-store.ts'

interface NewSchedule {
  readonly workspaceId: string
  readonly stackId: string
  /** Who creates it; its jobs have the rights of this user. */
  readonly userId: string
  readonly name: string
  readonly description: string | null
  readonly recurrence: string
  readonly isEnabled: boolean
  readonly submission: ScheduledSubmission
}

/** Creates a schedule and gives its id. */
export async function createSchedule(tx: Transaction, wanted: NewSchedule): Promise<string> {
  const { submission, userId, recurrence: text, ...columns } = wanted
  const now = await databaseTime(tx)
  const recurrence = readRecurrence(text, now)
  const id = newId()
  await insertSchedule(tx, {
    id,
    ...columns,
    ...submission,
    recurrence: text,
    createdByUserId: userId,
    runAsUserId: userId,
    nextOccurrenceUtc: columns.isEnabled ? recurrence.next(now) : null,
  })
  return id
}
