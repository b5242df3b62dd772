import type { Job } from './job.ts'
import type { JobCommandName } from './job-command-name.ts'
import {
  type Actor,
  missingAuthorizations,
  notAllowedReason,
  type Operation,
  type Subject,
} from './permissions.ts'
import type { MissingAuthorization } from './problem-details.ts'

/** A job as far as its rights go. */
export type JobOfRights = Pick<Job, 'commandName' | 'isCheckOnly' | 'commandInput' | 'affectedEnvironments'>

/** What it takes to start a job. */
export function startOperation({
  commandName,
  isCheckOnly,
}: Pick<JobOfRights, 'commandName' | 'isCheckOnly'>): Operation {
  return isCheckOnly ? 'startCheckOnlyFlow' : operations[commandName]
}

const operations: Readonly<Record<JobCommandName, Operation>> = {
  InitializeStack: 'initializeStack',
  CreateEnvironment: 'createEnvironment',
  FlowIn: 'startFlow',
  FlowOut: 'startFlow',
  FlowMerge: 'startFlow',
  DeleteEnvironment: 'deleteEnvironment',
  RunApexTests: 'runApexTests',
  Onboarding: 'createEnvironment',
}

/**
 * Calls that let a job go on, or decide what it does, with the rights of whoever started it. They take what starting the job takes
 * besides their own permission. To stop a job takes its own permission only, because nothing happens then.
 */
export const jobMovingOperations = ['answerInquiry', 'resolveConflict'] as const satisfies Operation[]
export type JobMovingOperation = (typeof jobMovingOperations)[number]

/** Whether a call of this permission takes the rights of its job. */
export const movesJob = (operation: Operation): operation is JobMovingOperation =>
  jobMovingOperations.some((one) => one === operation)

/** Whose the things are that a job works on. */
export interface JobThings {
  readonly stack: Subject | undefined
  /** By the id of the environment; undefined for one that is gone. */
  readonly environmentOf: (id: string) => Subject | undefined
}

/** What the actor lacks to start such a job at this moment, or null when nothing is missing. */
export function missingJobRights(
  actor: Actor,
  job: JobOfRights,
  things: JobThings,
): MissingAuthorization[] | null {
  const operation = startOperation(job)
  for (const subject of subjectsOf(job, things)) {
    const missing = missingAuthorizations(actor, operation, subject)
    if (missing !== null) return missing
  }
  return null
}

function subjectsOf(job: JobOfRights, { stack, environmentOf }: JobThings): readonly (Subject | undefined)[] {
  if (job.commandName === 'InitializeStack') return [stack]
  // Without its flow in the source of a merge is only read.
  const isSourceRead = job.commandInput['noSourceIn'] === true
  const environments = job.affectedEnvironments
    .filter(({ role }) => !(role === 'Source' && isSourceRead))
    .map(({ environmentId }) => environmentOf(environmentId))
  return environments.length === 0 ? [undefined] : environments
}

/** The reason to show on a disabled control that moves a job on, or null when the actor may. */
export function jobNotAllowedReason(
  actor: Actor,
  operation: JobMovingOperation,
  { job, things }: { job: JobOfRights & Subject; things: JobThings },
): string | null {
  const reason = notAllowedReason(actor, operation, job)
  if (reason !== null || missingJobRights(actor, job, things) === null) return reason
  return 'You may not start such a job yourself.'
}
