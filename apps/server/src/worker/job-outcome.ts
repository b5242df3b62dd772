import type { JobSummary } from '@sluice/contract/job'
import type { CommandResult } from '../durable/job-command.ts'
import { AppError } from '../platform/app-error.ts'
import type { JobError, JobOutcome } from '../platform/database/schema/jobs.ts'
import { jobErrorText } from './job-error-text.ts'

export interface Conclusion {
  outcome: JobOutcome
  error: JobError | null
  output?: unknown
  summary?: JobSummary | undefined
  /** An unexpected failure; it is logged with its stack. */
  isBug: boolean
}

export const conclude = (result: CommandResult): Conclusion => ({
  outcome: result.outcome,
  error: result.error ?? null,
  output: result.output,
  summary: result.summary,
  isBug: false,
})

const expected = new Set(['JobFailure', 'GitError', 'SalesforceError', 'AmbiguousEffectError'])

/** A wait of which the job had said when it ends, or that a person ended together with the job. */
const endedWaits = new Set([
  'LockWaitError',
  'SandboxWaitError',
  'InquiryWaitError',
  'ConflictAbortedError',
  'FlowInNotConfirmedError',
])

/**
 * What an error that reached the worker means for the job. By name, because an error that was recorded before a
 * crash comes back as a plain one with the same name.
 */
export function concludeError(error: unknown): Conclusion {
  if (!(error instanceof Error))
    return { outcome: 'Failed', error: { message: String(error), details: null }, isBug: true }
  if (error.name === 'RunCancelledError') return { outcome: 'Cancelled', error: null, isBug: false }
  const jobError = jobErrorText(error)
  if (error.name === 'RunTimedOutError') return { outcome: 'TimedOut', error: jobError, isBug: false }
  if (endedWaits.has(error.name)) return { outcome: 'Cancelled', error: jobError, isBug: false }
  if (expected.has(error.name) || error instanceof AppError)
    return { outcome: 'Failed', error: jobError, isBug: false }
  return { outcome: 'Failed', error: jobError, isBug: true }
}
