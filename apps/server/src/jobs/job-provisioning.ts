import { filterEnvironments } from '@sluice/contract/job-commands/environment-filter'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import { type Actor, type Operation, missingAuthorizations } from '@sluice/contract/permissions'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { Context } from '../context.ts'
import { type FoundEnvironment, listEnvironments } from '../environments/environment-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { StackRow } from '../stacks/stack-store.ts'
import { hasUnfinishedJob, insertJob } from './job-store.ts'
import { viewJobs } from './job-views.ts'

export interface ProvisionRequest {
  readonly stack: StackRow
  /** Who submits, or the user that a schedule runs as. */
  readonly actor: Actor
  readonly submission: JobSubmission
  readonly schedule?: { readonly id: string; readonly occurrenceUtc: Date }
}

/** What one job of a submission would be, or why it is not. */
interface Candidate {
  readonly environment: FoundEnvironment | null
  readonly input: Record<string, unknown>
  readonly validationErrors: readonly ValidationError[]
  readonly missing: ProvisionedJob['missingAuthorizationDetails'] | null
}

/**
 * Turns a template into jobs, one for each environment that it means, all in one transaction with their entry into
 * the queue. Those that may not run are told apart; the others start.
 */
export async function provisionJobs(ctx: Context, request: ProvisionRequest): Promise<ProvisionedJob[]> {
  const { stack } = request
  return await ctx.database.inWorkspace(stack.workspaceId, request.actor.userId, async (tx) => {
    const candidates = await candidatesOf(tx, request)
    const results: ProvisionedJob[] = []
    for (const candidate of candidates) results.push(await provision(ctx, tx, { request, candidate }))
    return results
  })
}

async function candidatesOf(tx: Transaction, request: ProvisionRequest): Promise<Candidate[]> {
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
): Promise<Candidate> {
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
): Promise<Candidate[]> {
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

function refused(code: string, description: string): Candidate {
  return { environment: null, input: {}, validationErrors: [refusal(code, description)], missing: null }
}

function refusal(code: string, description: string): ValidationError {
  return { code, property: 'environmentFilter', description }
}

async function provision(
  ctx: Context,
  tx: Transaction,
  { request, candidate }: { request: ProvisionRequest; candidate: Candidate },
): Promise<ProvisionedJob> {
  const { stack, actor, submission } = request
  const { workspaceId } = stack
  if (candidate.missing !== null || candidate.validationErrors.length > 0) {
    return {
      wasProvisioned: false,
      jobDetails: null,
      validationErrors: [...candidate.validationErrors],
      missingAuthorizationDetails: candidate.missing ?? [],
    }
  }
  const { environment } = candidate
  const jobId = await insertJob(tx, {
    workspaceId,
    stackId: stack.id,
    commandName: submission.jobCommandName,
    commandInput: candidate.input,
    isCheckOnly: candidate.input['checkOnly'] === true,
    createdByUserId: actor.userId,
    schedule: request.schedule ?? null,
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
