import type { onboarding } from '@sluice/contract/onboarding'
import type { ProvisionedJob } from '@sluice/contract/jobs'
import { defaultIncludeSpecs } from '@sluice/metadata/include-specs'
import type { Context } from '../../context.ts'
import { handler } from '../../api/handler.ts'
import { provisionJobs } from '../../jobs/job-provisioning.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { consumeSignIn, requireProduction } from '../../stacks/encrypted-token.ts'
import { createStack } from '../../stacks/new-stack.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { recordAudit } from '../../users/audit-trail.ts'
import { findUserById } from '../../users/user-store.ts'
import { createWorkspace } from '../../workspaces/new-workspace.ts'

/** The workspace has the name of the company; a stack of the same name would repeat it in addresses and titles. */
const stackName = 'Salesforce'

type Call = Parameters<typeof start>[1]

/** Creates a workspace and a managed repository, both named after the company, and a stack, and starts its initialization. */
export const start = handler<typeof onboarding.start>(async (ctx, call) => {
  const { workspace, stack } = await createAll(ctx, call)
  const jobs = await initialize(ctx, {
    workspaceId: workspace.id,
    stackId: stack.id,
    userId: call.caller.userId,
  })
  return {
    workspace: { name: workspace.name, slug: workspace.slug },
    stack: { name: stackName, slug: stack.slug, gitRepositoryUrl: stack.gitRepositoryUrl },
    repositoryUserWasInvited: false,
    jobs: jobs.map(({ wasProvisioned, jobDetails }) => ({
      wasProvisioned,
      jobCommandName: 'InitializeStack' as const,
      id: jobDetails?.id ?? null,
    })),
  }
})

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

async function initialize(
  ctx: Context,
  { workspaceId, stackId, userId }: { workspaceId: string; stackId: string; userId: string },
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
