import { type OnboardingInput, onboardingInput } from '@sluice/contract/job-commands/onboarding'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import { validationErrorOf } from '@sluice/contract/validation-errors'
import type { OnboardingResponse, onboarding } from '@sluice/contract/onboarding'
import { defaultIncludeSpecs } from '@sluice/metadata/include-specs'
import type { Context } from '../../context.ts'
import { handler } from '../operation.ts'
import { provisionJobs } from '../../jobs/job-provisioning.ts'
import { insertJob } from '../../jobs/job-store.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { createDefaultSchedules } from '../../schedules/default-schedules.ts'
import { askGitHub } from '../../stacks/github-repository.ts'
import { isGitHubUsername } from '../../stacks/github-username.ts'
import { consumeSignIn, requireProduction } from '../../stacks/encrypted-token.ts'
import { createStack } from '../../stacks/new-stack.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { findUserById } from '../../users/user-store.ts'
import { createWorkspace } from '../../workspaces/new-workspace.ts'

/** The workspace has the name of the company; a stack of the same name would repeat it in addresses and titles. */
const stackName = 'Salesforce'

type Call = Parameters<typeof start>[1]

/**
 * Creates a workspace and a managed repository, both named after the company, and a stack with its default schedules. Starts its initialization and the
 * job that ends the set-up after it.
 */
export const start = handler<typeof onboarding.start>(async (ctx, call) => {
  await checkInvited(ctx, call.body.repositoryUsernameToInvite)
  const { workspace, stack } = await createAll(ctx, call)
  const made = { workspaceId: workspace.id, stackId: stack.id, userId: call.caller.userId }
  const jobs = await startJobs(ctx, made, call.body)
  return {
    workspace: { name: workspace.name, slug: workspace.slug },
    stack: { name: stackName, slug: stack.slug, gitRepositoryUrl: stack.gitRepositoryUrl },
    repositoryUserWasInvited: false,
    jobs,
  }
})

/** A name that cannot be invited is refused before anything is made. */
async function checkInvited({ gitHub }: Context, username: string | null): Promise<void> {
  if (username === null) return
  if (gitHub === null) {
    const error = validationErrorOf('ValueInvalid', 'repositoryUsernameToInvite')
    throw new AppError('validationFailed', { validationErrors: [error] })
  }
  const isKnown = isGitHubUsername(username) && (await askGitHub(() => gitHub.findUser(username))) !== null
  if (!isKnown) throw new AppError('collaboratorUsernameInvalid')
}

async function createAll(ctx: Context, { body, caller, origin }: Call) {
  return ctx.database.asSystem(async (tx) => {
    const user = await findUserById(tx, caller.userId)
    if (!user) throw new AppError('entityNotFound')
    const signIn = { encryptedToken: body.sfdcEncryptedToken, stackId: null }
    const salesforce = await consumeSignIn(ctx, tx, signIn)
    requireProduction(salesforce)
    const { firstName, lastName, mobilePhoneNumber: phoneNumber } = user
    const workspace = await createWorkspace(ctx, tx, {
      name: body.companyName,
      companyName: body.companyName,
      firstName,
      lastName,
      phoneNumber,
      creatorUserId: user.id,
      mayNumberName: true,
    })
    if (!workspace) throw new AppError('entityConflict')
    const stack = await createStack(ctx, tx, {
      workspace,
      creatorUserId: user.id,
      name: stackName,
      customRepository: null,
      repositoryName: workspace.slug,
      metadataDirectoryRelativePath: '/src',
      ensureMetadataIsPortable: false,
      sfdcApiVersionMode: 'Baseline',
      salesforce,
    })
    const workspaceId = workspace.id
    await createDefaultSchedules(tx, { workspaceId, stackId: stack.id, userId: user.id })
    await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stack.id] })
    const subject = { type: 'Stack', id: stack.id }
    await recordAudit(tx, {
      action: 'onboarding.started',
      workspaceId,
      subject,
      actorUserId: user.id,
      ...origin,
    })
    return { workspace, stack }
  })
}

interface NewStack {
  readonly workspaceId: string
  readonly stackId: string
  readonly userId: string
}

type Choices = Pick<Call['body'], 'createSandboxEnvironments' | 'repositoryUsernameToInvite'>

async function startJobs(
  ctx: Context,
  made: NewStack,
  { createSandboxEnvironments, repositoryUsernameToInvite }: Choices,
): Promise<OnboardingResponse['jobs']> {
  const [initialization] = await initialize(ctx, made)
  const { wasProvisioned = false, jobDetails = null } = initialization ?? {}
  const id = jobDetails?.id ?? null
  const first = { wasProvisioned, jobCommandName: 'InitializeStack' as const, id }
  if (id === null) return [first]
  const second = { wasProvisioned: true, jobCommandName: 'Onboarding' as const }
  const input = onboardingInput.parse({
    initializeStackJobId: id,
    createSandboxEnvironments,
    repositoryUsernameToInvite,
  })
  return [first, { ...second, id: await submitOnboarding(ctx, made, input) }]
}

/** The job stays pending until the initialization has succeeded, and is cancelled where it does not. */
async function submitOnboarding(
  ctx: Context,
  { workspaceId, stackId, userId }: NewStack,
  input: OnboardingInput,
): Promise<string> {
  return ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    const jobId = await insertJob(tx, {
      workspaceId,
      stackId,
      commandName: 'Onboarding',
      commandInput: { ...input },
      isCheckOnly: false,
      createdByUserId: userId,
      schedule: null,
      environments: [],
      dependsOnJobIds: [input.initializeStackJobId],
    })
    await ctx.jobs.enqueue(tx, { jobId, workspaceId })
    return jobId
  })
}

async function initialize(
  ctx: Context,
  { workspaceId, stackId, userId }: NewStack,
): Promise<ProvisionedJob[]> {
  const stack = await ctx.database.inWorkspace(workspaceId, userId, async (tx) =>
    findStack(tx, workspaceId, stackId),
  )
  if (!stack) return []
  const actor = { userId, accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: false } as const
  const jobTemplate = {
    productionEnvironmentName: 'Production',
    gitBranchName: 'main',
    includeSpecs: defaultIncludeSpecs,
    collectRetrievedMetadataArchives: false,
  }
  return provisionJobs(ctx, { stack, actor, submission: { jobCommandName: 'InitializeStack', jobTemplate } })
}
