import { type EnvironmentFilter, filterEnvironments } from '@sluice/contract/job-commands/environment-filter'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import { type Operation, missingAuthorizations } from '@sluice/contract/permissions'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { type FoundEnvironment, listEnvironments } from '../environments/environment-store.ts'
import { newEnvironmentProblems } from '../environments/new-environment.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { StackRow } from '../stacks/stack-store.ts'
import { availableEnvironments } from '../workspaces/usage.ts'
import { hasUnfinishedJob, listEnvironmentsInUse } from './job-store.ts'
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
    const candidates = await candidatesOf(ctx, tx, request)
    const commandName = request.submission.jobCommandName
    const results: ProvisionedJob[] = []
    for (const candidate of candidates)
      results.push(await provisionJob(ctx, tx, { ...request, commandName, candidate }))
    return results
  })
}

async function candidatesOf(
  ctx: Context,
  tx: Transaction,
  request: ProvisionRequest,
): Promise<JobCandidate[]> {
  const { submission } = request
  switch (submission.jobCommandName) {
    case 'InitializeStack':
      return [await initialization(tx, request, submission.jobTemplate)]
    case 'CreateEnvironment':
      return [await creation(ctx, tx, { ...request, template: submission.jobTemplate })]
    case 'FlowIn':
    case 'FlowOut':
      return await flows(tx, request, submission.jobTemplate)
    case 'DeleteEnvironment':
      return await deletions(tx, request, submission.jobTemplate)
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

/** What only the repository and the org know is checked by the job. */
async function creation(
  ctx: Context,
  tx: Transaction,
  {
    stack,
    actor,
    template,
  }: Pick<ProvisionRequest, 'stack' | 'actor'> & { readonly template: Template<'CreateEnvironment'> },
): Promise<JobCandidate> {
  const { workspaceId, id: stackId, isInitialized } = stack
  const problems = newEnvironmentProblems(template, {
    environments: await listEnvironments(tx, workspaceId, [stackId]),
    inUse: await listEnvironmentsInUse(tx, stackId),
    available: await availableEnvironments(tx, workspaceId, ctx.config.limits.environments),
  })
  return {
    environment: null,
    input: { ...template },
    validationErrors: isInitialized
      ? problems
      : [refusal('StackNotInitialized', 'The stack is not initialized. Initialize the stack and try again.')],
    missing: missingAuthorizations(actor, 'createEnvironment'),
  }
}

async function flows(
  tx: Transaction,
  { stack, actor }: ProvisionRequest,
  { environmentFilter, ...settings }: Template<'FlowIn' | 'FlowOut'>,
): Promise<JobCandidate[]> {
  const { selected, refusals } = await environmentsOf(tx, stack, { filter: environmentFilter })
  const operation: Operation = settings.checkOnly ? 'startCheckOnlyFlow' : 'startFlow'
  return [
    ...selected.map((environment) => ({
      environment,
      input: { ...settings, environmentId: environment.id },
      validationErrors: environment.isInitialized
        ? []
        : [refusal('EnvironmentNotInitialized', `The environment ${environment.name} is not initialized.`)],
      missing: missingAuthorizations(actor, operation, environment),
    })),
    ...refusals,
  ]
}

/** Nothing is deleted when one of the environments cannot be: a person who deletes several looks at all of them again. */
async function deletions(
  tx: Transaction,
  { stack, actor }: ProvisionRequest,
  { environmentFilter, ...settings }: Template<'DeleteEnvironment'>,
): Promise<JobCandidate[]> {
  const { selected, refusals } = await environmentsOf(tx, stack, {
    filter: environmentFilter,
    // The production environment has to be named to be refused: all and tags mean what can be deleted.
    isMeant: ({ id, isProduction }) => !isProduction || environmentFilter.include.ids.includes(id),
  })
  if (selected.some(({ isProduction }) => isProduction))
    throw new AppError('productionEnvironmentNotDeletable')
  const locked = selected.filter(({ isLocked }) => isLocked).map(({ name }) => name)
  if (locked.length > 0) throw new AppError('environmentLocked', { detail: `Locked: ${locked.join(', ')}.` })
  return [
    ...selected.map((environment) => ({
      environment,
      input: { ...settings, environmentId: environment.id, environmentName: environment.name },
      validationErrors: [],
      missing: missingAuthorizations(actor, 'deleteEnvironment', environment),
    })),
    ...refusals,
  ]
}

interface MeantBy {
  readonly filter: EnvironmentFilter
  /** Leaves out what the filter matches and the command never means. */
  readonly isMeant?: (environment: FoundEnvironment) => boolean
}

interface Selection {
  readonly selected: readonly FoundEnvironment[]
  /** What the filter names and the stack does not have, or that it means nothing at all. */
  readonly refusals: readonly JobCandidate[]
}

async function environmentsOf(
  tx: Transaction,
  stack: StackRow,
  { filter, isMeant = () => true }: MeantBy,
): Promise<Selection> {
  const environments = await listEnvironments(tx, stack.workspaceId, [stack.id])
  const selected = filterEnvironments(environments, filter).filter((environment) => isMeant(environment))
  const known = new Set(environments.map((environment) => environment.id))
  const unknown = filter.include.ids.filter((id) => !known.has(id))
  const refusals = unknown.map((id) =>
    refused('EnvironmentNotFound', `There is no environment ${id}. It may have been deleted.`),
  )
  if (selected.length + unknown.length === 0)
    refusals.push(refused('EnvironmentFilterEmpty', 'No environment matches the filter.'))
  return { selected, refusals }
}

function refused(code: string, description: string): JobCandidate {
  return { environment: null, input: {}, validationErrors: [refusal(code, description)], missing: null }
}

function refusal(code: string, description: string): ValidationError {
  return { code, property: 'environmentFilter', description }
}
