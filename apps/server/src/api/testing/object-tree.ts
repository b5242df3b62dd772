import type { AccessLevel } from '@sluice/contract/access-levels'
import { eq } from 'drizzle-orm'
import { apexTestRun } from '../../platform/database/schema/apex-test-runs.ts'
import { conflict, conflictFile, conflictFileVersion } from '../../platform/database/schema/conflicts.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { artifact, job } from '../../platform/database/schema/jobs.ts'
import { notificationDelivery, webhook } from '../../platform/database/schema/notifications.ts'
import { schedule } from '../../platform/database/schema/schedules.ts'
import { stack } from '../../platform/database/schema/stacks.ts'
import { member } from '../../platform/database/schema/workspaces.ts'
import { newId } from '../../platform/ids.ts'
import { newWebhookSecret, sealAddress } from '../../notifications/webhook-secret.ts'
import { insertInvitation } from '../../invitations/invitation-store.ts'
import { newInvitationToken } from '../../invitations/invitation-token.ts'
import { lockActiveMember } from '../../members/member-store.ts'
import { createWorkspace } from '../../workspaces/new-workspace.ts'
import type { SignedIn, TestApp } from './test-app.ts'

/** One of everything in a workspace, written straight into the database. */
export interface ObjectTree {
  ids: Record<
    | 'workspaceId'
    | 'memberId'
    | 'invitationId'
    | 'stackId'
    | 'environmentId'
    | 'jobId'
    | 'artifactId'
    | 'inquiryId'
    | 'apexTestRunId'
    | 'conflictId'
    | 'conflictFileId'
    | 'scheduleId'
    | 'webhookId'
    | 'deliveryId'
    | 'version',
    string
  >
  /** Lets stack, environment, job and schedule belong to this user. */
  giveTo(userId: string): Promise<void>
  /** Returns the id of the member. */
  addMember(userId: string, accessLevel: AccessLevel, status?: 'Active' | 'Removed'): Promise<string>
}

export async function createObjectTree(app: TestApp, owner: SignedIn): Promise<ObjectTree> {
  const { database } = app.ctx
  const ids = {
    workspaceId: await makeWorkspace(app, owner),
    memberId: '',
    invitationId: newId(),
    stackId: newId(),
    environmentId: newId(),
    jobId: newId(),
    artifactId: newId(),
    inquiryId: newId(),
    apexTestRunId: newId(),
    conflictId: newId(),
    conflictFileId: newId(),
    scheduleId: newId(),
    webhookId: newId(),
    deliveryId: newId(),
    version: 'Local',
  }
  await database.asSystem(async (tx) => {
    const { workspaceId, stackId, environmentId, jobId, artifactId, inquiryId } = ids
    ids.memberId = (await lockActiveMember(tx, workspaceId, owner.userId))?.id ?? ''
    await insertOffer(app, tx, { ...ids, createdByUserId: owner.userId })
    await insertNotifications(app, tx, ids)
    await tx.insert(stack).values({ id: stackId, workspaceId, ...stackColumns })
    const environmentIs = { isProduction: false, gitBranchName: 'env/qa', slug: 'qa', name: 'QA' }
    await tx.insert(environment).values({ id: environmentId, workspaceId, stackId, ...environmentIs })
    // Everybody may start a check-only flow, so that each level may have started this one.
    const jobIs = { commandName: 'FlowIn', commandInput: {}, isCheckOnly: true } as const
    const ended = { status: 'Ended', outcome: 'Succeeded' } as const
    await tx
      .insert(job)
      .values({ id: jobId, workspaceId, stackId, ...jobIs, ...ended, mainEnvironmentId: environmentId })
    const file = await app.ctx.artifacts.store(workspaceId, '{"secret":true}')
    const artifactIs = { name: 'output.json', type: 'Output', contentType: 'application/json' } as const
    await tx.insert(artifact).values({ id: artifactId, workspaceId, jobId, ...artifactIs, ...file })
    const inquiryIs = { origin: 'sign in', subject: 'DeviceCodeChallenge', status: 'Abandoned' } as const
    const prompt = {
      identityUsername: 'ada@example.com',
      verificationUrl: 'https://example.com',
      userCode: 'C',
    }
    await tx.insert(inquiry).values({ id: inquiryId, workspaceId, jobId, ...inquiryIs, prompt })
    const runIs = { status: 'Completed', jobId, stackId, environmentId } as const
    await tx.insert(apexTestRun).values({ id: ids.apexTestRunId, workspaceId, ...runIs })
    const { conflictId, conflictFileId } = ids
    const conflictIs = { origin: 'merge 1', title: 'Merge into env/qa', mergeContext: 'FlowIn' } as const
    await tx.insert(conflict).values({ id: conflictId, workspaceId, jobId, ...conflictIs })
    const changes = { localChange: 'Modified', remoteChange: 'Modified', bothFilesExist: true } as const
    const fileIs = { conflictId, filePath: 'src/unpackaged/classes/A.cls', ...changes }
    await tx.insert(conflictFile).values({ id: conflictFileId, workspaceId, ...fileIs })
    const scheduleIs = { name: 'Nightly', recurrence: '@daily', jobCommandName: 'FlowIn' } as const
    const template = { isEnabled: false, jobTemplate: { environmentFilter: { include: { all: true } } } }
    await tx.insert(schedule).values({ id: ids.scheduleId, workspaceId, stackId, ...scheduleIs, ...template })
    const local = { workspaceId, conflictFileId, version: 'Local' } as const
    await tx.insert(conflictFileVersion).values({ ...local, ...file })
  })
  return {
    ids,
    giveTo: async (createdByUserId) =>
      database.asSystem(async (tx) => {
        await tx.update(stack).set({ createdByUserId }).where(eq(stack.id, ids.stackId))
        await tx.update(environment).set({ createdByUserId }).where(eq(environment.id, ids.environmentId))
        await tx.update(job).set({ createdByUserId }).where(eq(job.id, ids.jobId))
        await tx.update(schedule).set({ createdByUserId }).where(eq(schedule.id, ids.scheduleId))
      }),
    addMember: async (userId, accessLevel, status = 'Active') =>
      database.asSystem(async (tx) => {
        const { workspaceId } = ids
        const id = newId()
        await tx.insert(member).values({ id, workspaceId, userId, accessLevel, status })
        return id
      }),
  }
}

async function insertOffer(
  app: TestApp,
  tx: Transaction,
  offered: { workspaceId: string; invitationId: string; createdByUserId: string },
): Promise<void> {
  const { workspaceId, invitationId: id, createdByUserId } = offered
  const offer = { createdByUserId, sendToEmailAddress: 'invited@example.com', accessLevel: 'Reader' } as const
  await insertInvitation(tx, { id, workspaceId, ...offer, ...newInvitationToken(app.ctx.secrets, id) }, 7)
}

async function insertNotifications(
  app: TestApp,
  tx: Transaction,
  { workspaceId, webhookId, deliveryId }: ObjectTree['ids'],
): Promise<void> {
  const { secrets } = app.ctx
  const { addressSealed, addressShown } = sealAddress(secrets, webhookId, 'https://93.184.216.34/hook')
  const { secretSealed } = newWebhookSecret(secrets, webhookId)
  const kept = { addressSealed, addressShown, secretSealed }
  const webhookIs = { name: 'Chat', format: 'Slack' as const, events: ['JobFailed' as const] }
  await tx.insert(webhook).values({ id: webhookId, workspaceId, ...webhookIs, ...kept })
  const message = {
    event: 'JobFailed' as const,
    createdUtc: '2026-01-31T12:00:00.000Z',
    title: 'Flow in QA failed',
    text: '',
    path: null,
    workspace: { id: workspaceId, name: 'Acme' },
    stack: null,
    environments: [],
    job: null,
    schedule: null,
    apexTestRun: null,
  }
  const deliveryIs = { workspaceId, webhookId, message, status: 'GivenUp' as const }
  await tx.insert(notificationDelivery).values({ id: deliveryId, ...deliveryIs })
}

const stackColumns = {
  slug: 'main',
  name: 'Main',
  gitRepositoryIsManaged: false,
  gitRepositoryUrl: 'https://git.example.com/repository.git',
  metadataDirectoryRelativePath: '/src',
  sfdcBaseSignInUrl: 'https://login.salesforce.com',
  sfdcApiVersionMode: 'Baseline',
} as const

async function makeWorkspace(app: TestApp, owner: SignedIn): Promise<string> {
  const names = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555' }
  const wanted = { name: `Workspace ${newId()}`, ...names, creatorUserId: owner.userId }
  const made = await app.ctx.database.asSystem(async (tx) => createWorkspace(app.ctx, tx, wanted))
  if (!made) throw new Error('The workspace was not made.')
  return made.id
}
