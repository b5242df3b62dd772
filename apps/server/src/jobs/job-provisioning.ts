import { filterEnvironments } from '@sluice/contract/job-commands/environment-filter'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import { type Operation, missingAuthorizations } from '@sluice/contract/permissions'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { Context } from '../context.ts'
import { listEnvironments } from '../environments/environment-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { hasUnfinishedJob } from './job-store.ts'
import { type JobCandidate, type JobRequest, provisionJob } from './provision-job.ts'

export interface ProvisionRequest extends JobRequest {
  readonly submission: JobSubmission
}

/**
 * Turns a template into jobs, one for each environment that it means, all in one transaction with their entry into
 * the queue. Those that may not run are told apart; the others start.
 */
export async function provisionJobs(ctx: Context, request: ProvisionRequest): Promise<ProvisionedJob[]> {
  const { stack } = request
  return await ctx.database.inWorkspace(stack.workspaceId, request.actor.userId, async (tx) => {
    const candidates = await candidatesOf(tx, request)
    const commandName = request.submission.jobCommandName
    const results: ProvisionedJob[] = []
    for (const candidate of candidates)
      results.push(await provisionJob(ctx, tx, { ...request, commandName, candidate }))
    return results
  })
}

async function candidatesOf(tx: Transaction, request: ProvisionRequest): Promise<JobCandidate[]> {
  const { submission } = request
  switch (submission.jobCommandName) {
    case 'InitializeStack':
      return [await initialization(tx, request, submission.jobTemplate)]
    case 'FlowIn':
    case 'FlowOut':
      return await flows(tx, request, submission.jobTemplate)
    default:
      return submission satisfies never
  }
}

type Template<N extends JobSubmission['jobCommandName']> = Extract<
  JobSubmission,
  { jobCommandName: N }
>['jobTemplate']

async function initialization(
  tx: Transaction,
  { stack, actor }: ProvisionRequest,
  template: Template<'InitializeStack'>,
): Promise<JobCandidate> {
  const of = { workspaceId: stack.workspaceId, stackId: stack.id, commandName: 'InitializeStack' } as const
  const isRunning = await hasUnfinishedJob(tx, of)
  return {
    environment: null,
    input: { ...template },
    validationErrors: [
      ...(stack.isInitialized
        ? [refusal('StackAlreadyInitialized', 'The stack is already initialized.')]
        : []),
      ...(isRunning
        ? [refusal('StackBeingInitialized', 'The stack is being initialized by another job.')]
        : []),
    ],
    missing: missingAuthorizations(actor, 'initializeStack', stack),
  }
}

async function flows(
  tx: Transaction,
  { stack, actor }: ProvisionRequest,
  { environmentFilter, ...settings }: Template<'FlowIn' | 'FlowOut'>,
): Promise<JobCandidate[]> {
  const environments = await listEnvironments(tx, stack.workspaceId, [stack.id])
  const selected = filterEnvironments(environments, environmentFilter)
  const operation: Operation = settings.checkOnly ? 'startCheckOnlyFlow' : 'startFlow'
  const known = new Set(environments.map((environment) => environment.id))
  const unknown = environmentFilter.include.ids.filter((id) => !known.has(id))
  return [
    ...selected.map((environment) => ({
      environment,
      input: { ...settings, environmentId: environment.id },
      validationErrors: environment.isInitialized
        ? []
        : [refusal('EnvironmentNotInitialized', `The environment ${environment.name} is not initialized.`)],
      missing: missingAuthorizations(actor, operation, environment),
    })),
    ...unknown.map((id) =>
      refused('EnvironmentNotFound', `There is no environment ${id}. It may have been deleted.`),
    ),
    ...(selected.length + unknown.length === 0
      ? [refused('EnvironmentFilterEmpty', 'No environment matches the filter.')]
      : []),
  ]
}

function refused(code: string, description: string): JobCandidate {
  return { environment: null, input: {}, validationErrors: [refusal(code, description)], missing: null }
}

function refusal(code: string, description: string): ValidationError {
  return { code, property: 'environmentFilter', description }
}
