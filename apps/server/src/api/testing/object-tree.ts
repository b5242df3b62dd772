import type { AccessLevel } from '@sluice/contract/access-levels'
import { eq } from 'drizzle-orm'
import { environment } from '../../platform/database/schema/environments.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { artifact, job } from '../../platform/database/schema/jobs.ts'
import { stack } from '../../platform/database/schema/stacks.ts'
import { member } from '../../platform/database/schema/workspaces.ts'
import { newId } from '../../platform/ids.ts'
import { createWorkspace } from '../../workspaces/new-workspace.ts'
import type { SignedIn, TestApp } from './test-app.ts'

/** One of everything in a workspace, written straight into the database. */
export interface ObjectTree {
  ids: Record<'workspaceId' | 'stackId' | 'environmentId' | 'jobId' | 'artifactId' | 'inquiryId', string>
  /** Lets stack, environment and job belong to this user. */
  giveTo(userId: string): Promise<void>
  addMember(userId: string, accessLevel: AccessLevel, status?: 'Active' | 'Removed'): Promise<void>
}

export async function createObjectTree(app: TestApp, owner: SignedIn): Promise<ObjectTree> {
  const { database } = app.ctx
  const ids = {
    workspaceId: await makeWorkspace(app, owner),
    stackId: newId(),
    environmentId: newId(),
    jobId: newId(),
    artifactId: newId(),
    inquiryId: newId(),
  }
  await database.asSystem(async (tx) => {
    const { workspaceId, stackId, environmentId, jobId, artifactId, inquiryId } = ids
    await tx.insert(stack).values({ id: stackId, workspaceId, ...stackColumns })
    const environmentIs = { isProduction: false, gitBranchName: 'env/qa', slug: 'qa', name: 'QA' }
    await tx.insert(environment).values({ id: environmentId, workspaceId, stackId, ...environmentIs })
    const jobIs = { commandName: 'FlowIn', commandInput: {}, status: 'Ended', outcome: 'Succeeded' } as const
    await tx
      .insert(job)
      .values({ id: jobId, workspaceId, stackId, ...jobIs, mainEnvironmentId: environmentId })
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
  })
  return {
    ids,
    giveTo: async (createdByUserId) =>
      database.asSystem(async (tx) => {
        await tx.update(stack).set({ createdByUserId }).where(eq(stack.id, ids.stackId))
        await tx.update(environment).set({ createdByUserId }).where(eq(environment.id, ids.environmentId))
        await tx.update(job).set({ createdByUserId }).where(eq(job.id, ids.jobId))
      }),
    addMember: async (userId, accessLevel, status = 'Active') =>
      database.asSystem(async (tx) => {
        const { workspaceId } = ids
        await tx.insert(member).values({ id: newId(), workspaceId, userId, accessLevel, status })
      }),
  }
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
