import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import { type Operation, missingAuthorizations } from '@sluice/contract/permissions'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { type FoundEnvironment, listEnvironments } from '../environments/environment-store.ts'
import { environmentLimitReached, newEnvironmentProblems } from '../environments/new-environment.ts'
import type { Transaction } from '../platform/database/database.ts'
import { availableEnvironments } from '../workspaces/usage.ts'
import { hasUnfinishedJob, listEnvironmentsInUse } from './job-store.ts'
import { flowMerges } from './flow-merge-provisioning.ts'
import { environmentsOf, refusal } from './meant-environments.ts'
import { type JobCandidate, type JobRequest, provisionJob } from './provision-job.ts'
import { type PredictedMerges, predictShownMerges, shownPreview } from './shown-preview.ts'
import { refuseUnfinished } from './unfinished-of-schedule.ts'

export interface ProvisionRequest extends JobRequest {
  readonly submission: JobSubmission
  /** The flow merges of which predictions were shown, predicted again; none by default. */
  readonly predicted?: PredictedMerges
}

/**
 * Turns a template into jobs, one for each environment that it means, all in one transaction with their entry into
 * the queue. Those that may not run are told apart; the others start.
 */
export async function provisionJobs(ctx: Context, request: ProvisionRequest): Promise<ProvisionedJob[]> {
  const { stack, actor, submission } = request
  const { userId } = actor
  const predicted =
    submission.jobCommandName === 'FlowMerge'
      ? await predictShownMerges(ctx, stack, { userId, template: submission.jobTemplate })
      : nonePredicted
  return await ctx.database.inWorkspace(stack.workspaceId, userId, (tx) =>
    provisionJobsIn(ctx, tx, { ...request, predicted }),
  )
}

const nonePredicted: PredictedMerges = new Map()

/** The same inside a transaction that does more. */
export async function provisionJobsIn(
  ctx: Context,
  tx: Transaction,
  request: ProvisionRequest,
): Promise<ProvisionedJob[]> {
  const results: ProvisionedJob[] = []
  const all = await candidatesOf(ctx, tx, request)
  const candidates = request.schedule ? await refuseUnfinished(tx, request.schedule.id, all) : all
  for (const candidate of candidates) {
    const commandName = candidate.commandName ?? request.submission.jobCommandName
    const dependsOnJobIds = candidate.followsFirst === true ? idsOf(results.slice(0, 1)) : []
    results.push(await provisionJob(ctx, tx, { ...request, commandName, candidate, dependsOnJobIds }))
  }
  return results
}

const idsOf = (jobs: readonly ProvisionedJob[]): string[] =>
  jobs.flatMap(({ jobDetails }) => jobDetails?.id ?? [])

async function candidatesOf(
  ctx: Context,
  tx: Transaction,
  request: ProvisionRequest,
): Promise<JobCandidate[]> {
  const { submission } = request
  switch (submission.jobCommandName) {
    case 'InitializeStack':
      return [await initialization(ctx, tx, { ...request, template: submission.jobTemplate })]
    case 'CreateEnvironment':
      return [await creation(ctx, tx, { ...request, template: submission.jobTemplate })]
    case 'FlowIn':
    case 'FlowOut':
      return await flows(tx, request, submission.jobTemplate)
    case 'FlowMerge':
      return await flowMerges(tx, request, {
        template: submission.jobTemplate,
        predicted: request.predicted ?? nonePredicted,
      })
    case 'DeleteEnvironment':
      return await deletions(tx, request, submission.jobTemplate)
    case 'RunApexTests':
      return await testRuns(tx, request, submission.jobTemplate)
    default:
      return submission satisfies never
  }
}

type Template<N extends JobSubmission['jobCommandName']> = Extract<
  JobSubmission,
  { jobCommandName: N }
>['jobTemplate']

type TemplateOf<N extends JobSubmission['jobCommandName']> = Pick<ProvisionRequest, 'stack' | 'actor'> & {
  readonly template: Template<N>
}

async function initialization(
  ctx: Context,
  tx: Transaction,
  { stack, actor, template }: TemplateOf<'InitializeStack'>,
): Promise<JobCandidate> {
  const { workspaceId, id: stackId, isInitialized } = stack
  const of = { workspaceId, stackId, commandName: 'InitializeStack' } as const
  const refusals: ValidationError[] = []
  if (isInitialized) refusals.push(refusal('StackAlreadyInitialized', 'The stack is already initialized.'))
  if (await hasUnfinishedJob(tx, of))
    refusals.push(refusal('StackBeingInitialized', 'The stack is being initialized by another job.'))
  const available = await availableEnvironments(tx, workspaceId, ctx.config.limits.environments)
  const isLeft = (await listEnvironments(tx, workspaceId, [stackId])).length > 0
  if (available !== null && available <= 0 && !isLeft)
    refusals.push(refusal('EnvironmentLimitReached', `${environmentLimitReached}.`))
  return {
    environment: null,
    input: { ...template },
    validationErrors: refusals,
    missing: missingAuthorizations(actor, 'initializeStack', stack),
  }
}

/** What only the repository and the org know is checked by the job. */
async function creation(
  ctx: Context,
  tx: Transaction,
  { stack, actor, template }: TemplateOf<'CreateEnvironment'>,
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

async function testRuns(
  tx: Transaction,
  { stack, actor }: ProvisionRequest,
  { environmentFilter, ...settings }: Template<'RunApexTests'>,
): Promise<JobCandidate[]> {
  const { selected, refusals } = await environmentsOf(tx, stack, { filter: environmentFilter })
  return [
    ...selected.map((environment) => ({
      environment,
      input: { ...settings, environmentId: environment.id },
      validationErrors: initializationErrors(environment),
      missing: missingAuthorizations(actor, 'runApexTests', environment),
    })),
    ...refusals,
  ]
}

const initializationErrors = ({ isInitialized, name }: FoundEnvironment): ValidationError[] =>
  isInitialized ? [] : [refusal('EnvironmentNotInitialized', `The environment ${name} is not initialized.`)]

async function flows(
  tx: Transaction,
  { stack, actor, schedule }: ProvisionRequest,
  { environmentFilter, previews, ...settings }: Template<'FlowIn' | 'FlowOut'>,
): Promise<JobCandidate[]> {
  const { selected, refusals } = await environmentsOf(tx, stack, { filter: environmentFilter })
  const operation: Operation = settings.checkOnly ? 'startCheckOnlyFlow' : 'startFlow'
  const candidates: JobCandidate[] = []
  for (const environment of selected) {
    // Nobody looks at anything when a schedule is due; a preview that is not the newest is refused (decision 15).
    const shown = await shownPreview(tx, environment, schedule ? [] : previews)
    candidates.push({
      environment,
      input: { ...settings, environmentId: environment.id, previewRevision: shown.revision },
      preview: shown.preview,
      validationErrors: [...initializationErrors(environment), ...shown.errors],
      missing: missingAuthorizations(actor, operation, environment),
    })
  }
  return [...candidates, ...refusals]
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
