import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import type { Actor } from '@sluice/contract/permissions'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { EnvironmentRow } from '../environments/environment-store.ts'
import type { StackRow } from '../stacks/stack-store.ts'
import { insertJobPreview } from './job-preview-store.ts'
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
  readonly environment: Pick<EnvironmentRow, 'id' | 'name'> | null
  /** Where the job takes metadata from, when it works on two environments. */
  readonly source?: Pick<EnvironmentRow, 'id'>
  /** Its command, where it is another than that of the submission. */
  readonly commandName?: JobCommandName
  /** Whether it begins only after the first job of the submission has succeeded. */
  readonly followsFirst?: boolean
  readonly input: Record<string, unknown>
  /** What was shown of the job before it was submitted. */
  readonly preview?: Buffer | null
  readonly validationErrors: readonly ValidationError[]
  readonly missing: ProvisionedJob['missingAuthorizationDetails'] | null
}

interface RequestedJob extends JobRequest {
  readonly commandName: JobCommandName
  readonly candidate: JobCandidate
  readonly dependsOnJobIds?: readonly string[]
}

/** Inserts the job and puts it into the queue, unless something is wrong with it or the actor may not start it. */
export async function provisionJob(
  ctx: Context,
  tx: Transaction,
  { stack, actor, schedule, commandName, candidate, dependsOnJobIds = [] }: RequestedJob,
): Promise<ProvisionedJob> {
  const { workspaceId } = stack
  const { environment, source, input, validationErrors, missing } = candidate
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
    environments: [
      ...(environment === null ? [] : [{ environmentId: environment.id, role: 'Target' as const }]),
      ...(source === undefined ? [] : [{ environmentId: source.id, role: 'Source' as const }]),
    ],
    dependsOnJobIds,
  })
  const { preview = null } = candidate
  if (preview !== null) await insertJobPreview(tx, { workspaceId, jobId, changes: preview })
  await ctx.jobs.enqueue(tx, { jobId, workspaceId })
  const [details] = await viewJobs(tx, workspaceId, [jobId])
  return {
    wasProvisioned: true,
    jobDetails: details ?? null,
    validationErrors: [],
    missingAuthorizationDetails: [],
  }
}
