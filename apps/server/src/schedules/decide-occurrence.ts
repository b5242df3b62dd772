import type { ProvisionedJob } from '@sluice/contract/jobs'
import { limits } from '@sluice/contract/limits'
import { problems as problemTypes } from '@sluice/contract/problems'
import type { ScheduleProblem } from '@sluice/contract/schedule'
import type { Context } from '../context.ts'
import { provisionJobsIn } from '../jobs/job-provisioning.ts'
import type { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { findStack } from '../stacks/stack-store.ts'
import { nextOccurrence } from './recurrence.ts'
import { findRunAs } from './run-as.ts'
import { notifyOfProblems } from './notify-of-problems.ts'
import { type ScheduleRow, updateSchedule } from './schedule-store.ts'
import { readSubmission } from './scheduled-submission.ts'
import { stopSchedule } from './stop-schedules.ts'

/** A locked schedule whose occurrence is due. */
export interface Due {
  readonly row: ScheduleRow & { nextOccurrenceUtc: Date }
  readonly now: Date
}

/** Starts the jobs of a due occurrence with the rights of the user that the schedule runs as. */
export async function decideOccurrence(ctx: Context, tx: Transaction, due: Due): Promise<void> {
  const { row, now } = due
  const actor = await findRunAs(ctx, tx, row)
  if (actor === null) return stopSchedule(tx, row, { now })
  const stack = await findStack(tx, row.workspaceId, row.stackId)
  if (!stack?.isInitialized)
    return endOccurrence(tx, { ...due, found: [problem(now, 'The stack is not initialized.')] })
  const occurrence = { id: row.id, occurrenceUtc: row.nextOccurrenceUtc }
  const submission = readSubmission(row)
  const results = await provisionJobsIn(ctx, tx, { stack, actor, submission, schedule: occurrence })
  const isExecuted = results.some(({ wasProvisioned }) => wasProvisioned)
  const found = results.flatMap((result) => problemsOf(now, result))
  await endOccurrence(tx, { ...due, found, isExecuted })
}

/** Says of a due occurrence why none of its jobs could be started. */
export async function refuseOccurrence(tx: Transaction, due: Due & { error: AppError }): Promise<void> {
  const { error, now } = due
  const { title } = problemTypes[error.problemType]
  const reasons = error.validationErrors.map(({ property, description }) =>
    property === null ? description : `${property}: ${description}`,
  )
  const details = error.detail ?? (reasons.length > 0 ? reasons.join('\n') : null)
  await endOccurrence(tx, { ...due, found: [problem(now, title, details)] })
}

/** Whatever was missed until now is left out: after a downtime a schedule occurs once. */
async function endOccurrence(
  tx: Transaction,
  { row, now, found, isExecuted = false }: Due & { found: readonly ScheduleProblem[]; isExecuted?: boolean },
): Promise<void> {
  const lastOccurrenceUtc = row.nextOccurrenceUtc
  await updateSchedule(tx, row, {
    ...(isExecuted && { lastExecutedUtc: now }),
    lastOccurrenceUtc,
    nextOccurrenceUtc: nextOccurrence(row.recurrence, now, lastOccurrenceUtc),
    problems: found.slice(0, limits.scheduleProblems),
  })
  await notifyOfProblems(tx, row, found)
}

const problem = (now: Date, message: string, details: string | null = null): ScheduleProblem => ({
  createdUtc: now.toISOString(),
  message,
  details,
})

function problemsOf(now: Date, result: ProvisionedJob): ScheduleProblem[] {
  const missing = result.missingAuthorizationDetails.map(
    ({ operation, resource }) => `${operation} on ${resource}`,
  )
  return [
    ...result.validationErrors.map(({ description }) => problem(now, description)),
    ...(missing.length > 0 ? [problem(now, notAllowed, `Missing: ${missing.join(', ')}.`)] : []),
  ]
}

const notAllowed = 'The user that this schedule runs as may not start the job.'
