import { flowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import { missingAuthorizations } from '@sluice/contract/permissions'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { Context } from '../context.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { hasQuickDeployment, lockJob } from './job-store.ts'
import type { JobRow } from './job.ts'
import { type JobCandidate, type JobRequest, provisionJob } from './provision-job.ts'

interface QuickDeployRequest extends JobRequest {
  /** The check-only flow out whose validation is to be deployed. */
  readonly validatedJobId: string
}

/**
 * Makes a flow out with the settings of a check-only one that deploys its validation; null where the stack has no such job. What
 * only Salesforce, the repository or the result of that job can tell is checked by the new job.
 */
export async function provisionQuickDeploy(
  ctx: Context,
  request: QuickDeployRequest,
): Promise<ProvisionedJob | null> {
  const { stack, actor, validatedJobId } = request
  return await ctx.database.inWorkspace(stack.workspaceId, actor.userId, async (tx) => {
    // Locked, so that of two calls at a time the second finds the job of the first.
    const validated = await lockJob(tx, { stackId: stack.id, jobId: validatedJobId })
    if (validated === null) return null
    const candidate = await candidateOf(tx, request, validated)
    return await provisionJob(ctx, tx, { ...request, commandName: 'FlowOut', candidate })
  })
}

async function candidateOf(
  tx: Transaction,
  { stack, actor }: QuickDeployRequest,
  validated: JobRow,
): Promise<JobCandidate> {
  if (!isValidated(validated)) return refused('Only a check-only flow out that succeeded can be deployed.')
  const input = flowOutInput.parse(validated.commandInput)
  const { workspaceId, id: stackId } = stack
  const { environmentId } = input
  const environment = await findEnvironment(tx, { workspaceId, stackId, environmentId })
  if (environment === null) return refused('The environment no longer exists.')
  return {
    environment,
    // Who deploys a validation has seen what it deploys, and no part of it can be left out.
    input: { ...input, checkOnly: false, noConfirm: true, validatedJobId: validated.id },
    validationErrors: (await hasQuickDeployment(tx, validated.id))
      ? [refusal('Another job deploys this validation or has deployed it.')]
      : [],
    missing: missingAuthorizations(actor, 'startFlow', environment),
  }
}

function isValidated({ commandName, isCheckOnly, outcome }: JobRow): boolean {
  return commandName === 'FlowOut' && isCheckOnly && outcome === 'Succeeded'
}

function refused(description: string): JobCandidate {
  return { environment: null, input: {}, validationErrors: [refusal(description)], missing: null }
}

function refusal(description: string): ValidationError {
  return { code: 'ValidationNotDeployable', property: 'jobId', description }
}
