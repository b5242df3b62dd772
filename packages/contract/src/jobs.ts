import { z } from 'zod'
import { entityId } from './fields.ts'
import { job, jobWithNotices } from './job.ts'
import { jobCommandName } from './job-command-name.ts'
import { limits } from './limits.ts'
import { jobSubmission } from './job-commands/job-commands.ts'
import { missingAuthorization, validationError } from './problem-details.ts'
import { jobProgress, progressSubscription } from './progress.ts'
import { route } from './route.ts'

const jobsPath = '/workspaces/:workspaceId/stacks/:stackId/jobs' as const
const jobPath = `${jobsPath}/:jobId` as const

/** What became of one job of a submission; some may be refused while others start. */
export const provisionedJob = z.object({
  wasProvisioned: z.boolean(),
  jobDetails: job.nullable(),
  validationErrors: z.array(validationError),
  missingAuthorizationDetails: z.array(missingAuthorization),
})
export type ProvisionedJob = z.infer<typeof provisionedJob>

/** What narrows the list of a stack's jobs; several of them narrow it together. */
const jobSearch = z.strictObject({
  commandName: jobCommandName.optional(),
  createdByUserId: entityId.optional(),
  environmentId: entityId.optional(),
  /** A status, or the outcome of jobs that have ended. */
  status: z
    .enum([
      'Pending',
      'Queued',
      'Running',
      'Cancelling',
      'Ended',
      'Succeeded',
      'Failed',
      'TimedOut',
      'Cancelled',
    ])
    .optional(),
  /** Words that all stand in what a row shows: type, environments, person or schedule, what it changed, error, status, id. */
  text: z.string().max(limits.jobSearchText).optional(),
  /** The id of the last job of the page before. */
  before: entityId.optional(),
})
export type JobSearch = z.output<typeof jobSearch>

/** The calls about jobs. The newest jobs arrive by push as well. */
export const jobs = {
  provision: route({
    method: 'POST',
    path: jobsPath,
    summary: 'Create one job per environment that the template means',
    access: 'submitJobs',
    body: jobSubmission,
    response: z.array(provisionedJob),
    problems: [
      'validationFailed',
      'stackNotInitialized',
      'entityConflict',
      'userNotAuthorized',
      'productionEnvironmentNotDeletable',
      'environmentLocked',
    ],
    rate: 'jobs',
  }),
  list: route({
    method: 'GET',
    path: jobsPath,
    summary: 'The jobs of a stack, the newest first, in pages',
    access: 'readWorkspace',
    query: jobSearch,
    response: z.object({
      jobs: z.array(jobWithNotices),
      /** How many jobs fit on all pages. */
      total: z.number().int(),
      /** What `before` is for the next page; null on the last one. */
      nextBefore: entityId.nullable(),
    }),
    problems: [],
    rate: 'read',
  }),
  get: route({
    method: 'GET',
    path: jobPath,
    summary: 'One job',
    access: 'readWorkspace',
    response: job,
    problems: [],
    rate: 'read',
  }),
  quickDeploy: route({
    method: 'POST',
    path: `${jobPath}/quick-deploy`,
    summary:
      'Create a job that deploys what a check-only flow out validated, without running its tests again',
    access: 'submitJobs',
    response: provisionedJob,
    problems: ['userNotAuthorized'],
    rate: 'jobs',
  }),
  cancel: route({
    method: 'POST',
    path: `${jobPath}/cancel`,
    summary: 'Ask a job to stop',
    access: 'cancelJob',
    problems: [],
    rate: 'write',
  }),
  downloadArtifact: route({
    method: 'POST',
    path: `${jobPath}/artifacts/:artifactId/download`,
    summary: 'An address that yields the file for a short time',
    access: 'readWorkspace',
    response: z.object({ downloadUrl: z.string() }),
    problems: [],
    rate: 'read',
  }),
  readArtifact: route({
    method: 'GET',
    path: '/artifacts/:downloadToken',
    summary: 'The file itself; the token of the address says who may read what until when',
    access: 'anonymous',
    responseType: 'file',
    problems: ['userNotAuthorized', 'entityNotFound'],
    rate: 'read',
  }),
  getProgress: route({
    method: 'GET',
    path: `${jobPath}/progress`,
    summary: 'The newest progress of a job, after its end the last one; null when it has made none',
    access: 'readWorkspace',
    response: jobProgress.nullable(),
    problems: [],
    rate: 'read',
  }),
  subscribeToProgress: route({
    method: 'POST',
    path: `${jobPath}/subscriptions`,
    summary: 'A token for the live progress of one job',
    access: 'readWorkspace',
    response: progressSubscription,
    problems: [],
    rate: 'read',
  }),
}
