import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import type { Actor } from '@sluice/contract/permissions'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { EnvironmentRow } from '../environments/environment-store.ts'
import type { StackRow } from '../stacks/stack-store.ts'
import { insertJob } from './job-store.ts'
import { viewJobs } from './job-views.ts'

/** Who wants jobs where. */
export interface JobRequest {
  readonly stack: StackRow
  /** Who submits, or the user that a schedule runs as. */
  readonly actor: Actor
  readonly schedule?: { readonly id: string; readonly occurrenceUtc: Date }
}

/** What a job would be, or why it is not. */
export interface JobCandidate {
  readonly environment: Pick<EnvironmentRow, 'id'> | null
  readonly input: Record<string, unknown>
  readonly validationErrors: readonly ValidationError[]
  readonly missing: ProvisionedJob['missingAuthorizationDetails'] | null
}

interface RequestedJob extends JobRequest {
  readonly commandName: JobCommandName
  readonly candidate: JobCandidate
}

/** Inserts the job and puts it into the queue, unless something is wrong with it or the actor may not start it. */
export async function provisionJob(
  ctx: Context,
  tx: Transaction,
  { stack, actor, schedule, commandName, candidate }: RequestedJob,
): Promise<ProvisionedJob> {
  const { workspaceId } = stack
  const { environment, input, validationErrors, missing } = candidate
  if (missing !== null || validationErrors.length > 0) {
    return {
      wasProvisioned: false,
      jobDetails: null,
      validationErrors: [...validationErrors],
      missingAuthorizationDetails: missing ?? [],
    }
  }
  const jobId = await insertJob(tx, {
    workspaceId,
    stackId: stack.id,
    commandName,
    commandInput: input,
    isCheckOnly: input['checkOnly'] === true,
    createdByUserId: actor.userId,
    schedule: schedule ?? null,
    environments: environment === null ? [] : [{ environmentId: environment.id, role: 'Target' }],
  })
  await ctx.jobs.enqueue(tx, { jobId, workspaceId })
  const [details] = await viewJobs(tx, workspaceId, [jobId])
  return {
    wasProvisioned: true,
    jobDetails: details ?? null,
    validationErrors: [],
    missingAuthorizationDetails: [],
  }
}
