import { z } from 'zod'
import { artifact } from './artifact.ts'
import { entityId, utc } from './fields.ts'
import { jobCommandName } from './job-command-name.ts'
import { notice } from './notice.ts'
import { deploymentCounts } from './job-commands/deployment-counts.ts'
import { outsideEffect } from './outside-effect.ts'

/** What a job did, for lists; made from its result when it ended. */
export const jobSummary = z.object({
  /** Components or files that the job changed, or in a check-only job would have changed. */
  changed: z.number(),
  /** The names of the first of them. */
  names: z.array(z.string()),
  /** Components of the branch that did not get into the org. */
  leftOut: z.number(),
  hasFailedTests: z.boolean(),
  /** Of a job that deployed or validated: what became of its components. Missing in jobs of earlier releases. */
  deployment: deploymentCounts.optional(),
})
export type JobSummary = z.infer<typeof jobSummary>

/** The jobs before which a job cannot lock its environments. */
const lockWait = z.object({
  /** Those that hold the locks, then those that asked earlier; since when they hold them or wait. */
  jobs: z.array(z.object({ jobId: entityId, isHolder: z.boolean(), sinceUtc: utc })),
  /** 1 for the job that is served next. */
  place: z.number(),
  sinceUtc: utc,
  /** When the job is cancelled if it still waits. */
  untilUtc: utc,
})
export type LockWait = z.infer<typeof lockWait>

/** A unit of work that a user sees. `commandInput` is typed by `job-commands/`. */
export const job = z.object({
  id: entityId,
  workspaceId: entityId,
  stackId: entityId,
  createdUtc: utc,
  createdByUserId: entityId.nullable(),
  createdByScheduleId: entityId.nullable(),
  /** The due time that started it, not when it was started. */
  createdByScheduleOccurrenceUtc: utc.nullable(),
  status: z.enum(['Pending', 'Queued', 'Running', 'Cancelling', 'Ended']),
  startedUtc: utc.nullable(),
  workerType: z.enum(['Managed', 'Cli']),
  workerInstanceIdentifier: z.string().nullable(),
  workerInstanceLocation: z.string().nullable(),
  cancellationIsRequested: z.boolean(),
  cancellationRequestedUtc: utc.nullable(),
  cancellationRequestedByUserId: entityId.nullable(),
  endedUtc: utc.nullable(),
  /** Started minutes, known when the job has ended. Passive is waiting for people, locks and sandboxes. */
  billableActiveWorkerMinutes: z.number().nullable(),
  billablePassiveWorkerMinutes: z.number().nullable(),
  /** Null until the job has ended. */
  outcome: z.enum(['Succeeded', 'Failed', 'TimedOut', 'Cancelled']).nullable(),
  commandName: jobCommandName,
  commandInput: z.record(z.string(), z.unknown()),
  error: z.object({ message: z.string(), details: z.string().nullable() }).nullable(),
  dependencies: z.array(z.object({ dependsOnJobId: entityId })),
  affectedEnvironments: z.array(
    z.object({ environmentId: entityId, role: z.enum(['None', 'Source', 'Target']) }),
  ),
  artifacts: z.array(artifact),
  hasPendingInquiries: z.boolean(),
  /** Whether the job changes neither org nor repository. */
  isCheckOnly: z.boolean(),
  /** Whether the job holds the lock of an environment. */
  isLocked: z.boolean(),
  /** The environment that the job is about; of a merge the target. */
  mainEnvironmentId: entityId.nullable(),
  /** Null while the job waits for no lock. */
  lockWait: lockWait.nullable(),
  /** Null until the job has ended, and for one whose result says nothing about changes. */
  summary: jobSummary.nullable(),
  /** In their order; null until the job has ended, and for jobs of earlier releases. */
  outsideEffects: z.array(outsideEffect).nullable(),
})
export type Job = z.infer<typeof job>
export type JobStatus = Job['status']
export type JobOutcome = NonNullable<Job['outcome']>

/** What `pushJobs` carries. */
export const jobWithNotices = job.extend({ notices: z.array(notice) })
export type JobWithNotices = z.infer<typeof jobWithNotices>
