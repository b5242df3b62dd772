import { join } from 'node:path'
import { job as jobSchema } from '@sluice/contract/job'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createConnectedStack } from '../api/testing/connected-stack.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { forceUnlock } from '../environments/environment-lock.ts'
import { git } from '../git-host/testing/plain-git.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { job, jobEnvironment } from '../platform/database/schema/jobs.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { findManagedRepository } from '../stacks/managed-repository-store.ts'
import { HubClient } from './testing/hub-client.ts'

const app = testApp({ withPractice: true })
let owner: SignedIn
let params: { workspaceId: string; stackId: string }
const [productionId, sandboxId, jobId] = [newId(), newId(), newId()]
const asSystem: (typeof app.current.ctx.database)['asSystem'] = (body) =>
  app.current.ctx.database.asSystem(body)

beforeAll(async () => {
  owner = await app.current.signIn()
  params = await createConnectedStack(owner, app.practice)
  await app.practice.createSandbox({ SandboxName: 'qa', LicenseType: 'DEVELOPER' })
  const { workspaceId, stackId } = params
  const columns = { ...params, isInitialized: true }
  await asSystem(async (tx) => {
    const changes = { sfdcApiVersionBaseline: 67, isInitialized: true }
    await tx.update(stack).set(changes).where(eq(stack.id, stackId))
    await tx.insert(environment).values([
      { id: productionId, ...columns, slug: 'live', name: 'Live', gitBranchName: 'main', isProduction: true },
      { id: sandboxId, ...columns, slug: 'qa', name: 'QA', gitBranchName: 'env/qa', isProduction: false },
    ])
    const named = {
      name: 'Nightly',
      jobCommandName: 'FlowIn',
      jobTemplate: {},
      recurrence: '0 2 * * *',
    } as const
    await tx.insert(schedule).values({ id: newId(), workspaceId, stackId, ...named })
    const checked = { commandName: 'FlowOut', commandInput: { checkOnly: true }, isCheckOnly: true } as const
    await tx.insert(job).values({ id: jobId, ...params, ...checked, status: 'Running' })
    await tx.insert(jobEnvironment).values({ workspaceId, jobId, environmentId: sandboxId, role: 'Target' })
  })
  const repository = await asSystem((tx) => findManagedRepository(tx, stackId))
  const gitDir = join(app.current.ctx.folders.repositories, repository?.folder ?? '')
  const tree = await git(gitDir, 'hash-object', '-t', 'tree', '-w', '/dev/null')
  await git(gitDir, 'update-ref', 'refs/heads/main', await git(gitDir, 'commit-tree', '-m', 'First', tree))
})

async function enter(): Promise<HubClient> {
  const client = await HubClient.enter(app.current.origin, params.workspaceId, owner.accessToken)
  onTestFinished(() => client.socket.terminate())
  return client
}
const pushedJob = async () => (await enter()).last('pushJobs')?.jobs.find(({ id }) => id === jobId)

test('[S-135] a stack has its fields, its environments with the production environment, and what belongs to it', async () => {
  const hub = await enter()
  const { stackId, workspaceId } = params
  const pushed = hub.last('pushStacks')?.stacks
  expect(pushed).toEqual([
    {
      id: stackId,
      slug: 'main',
      name: 'Main',
      workspaceId,
      createdUtc: expect.stringMatching(/^\d{4}-.*Z$/),
      createdByUserId: owner.userId,
      isInitialized: true,
      encryptionKeyIsSet: true,
      gitRepositoryIsManaged: true,
      managedRepositoryHost: 'BuiltIn',
      gitRepositoryUrl: expect.stringMatching(/\/git\/.*\.git$/),
      repositoryFirstReadUtc: null,
      gitDisplayInfo: expect.objectContaining({ providerDisplayName: 'Managed repository' }),
      gitUsernameIsSet: false,
      gitUsernameClearText: null,
      gitPasswordIsSet: false,
      metadataDirectoryRelativePath: '/src',
      metadataLayout: null,
      ensureMetadataIsPortable: false,
      sfdcBaseSignInUrl: app.practice.origin,
      sfdcBaseUsernameIsSet: true,
      sfdcBaseUsernameClearText: expect.stringContaining('@'),
      sfdcPasswordIsSet: true,
      sfdcClientId: null,
      sfdcClientSecretIsSet: false,
      sfdcPrivateKeyIsSet: false,
      sfdcApiVersionMode: 'Baseline',
      sfdcApiVersionBaseline: 67,
      environments: expect.any(Array),
      productionEnvironment: expect.objectContaining({ id: productionId, name: 'Live' }),
    },
  ])
  expect(pushed?.[0]?.environments.map(({ id }) => id).toSorted()).toEqual(
    [productionId, sandboxId].toSorted(),
  )
  const related = [
    hub.last('pushSchedules')?.schedules,
    hub.last('pushJobs')?.jobs,
    await owner.client.stacks.listBranches({ params }),
    await owner.client.stacks.listSandboxes({ params }),
  ]
  expect(related.map((each) => new Set(each?.map((one) => one.stackId)))).toEqual(
    related.map(() => new Set([stackId])),
  )
})

test('[S-161] a job has what the banner of its stack and the chips of its environments show', async () => {
  const { workspaceId, stackId } = params
  const fields = {
    id: jobId,
    stackId,
    commandName: 'FlowOut',
    commandInput: { checkOnly: true },
    status: 'Running',
    outcome: null,
    createdUtc: expect.stringMatching(/^\d{4}-.*Z$/),
    endedUtc: null,
    isCheckOnly: true,
    isLocked: false,
    hasPendingInquiries: false,
    affectedEnvironments: [{ environmentId: sandboxId, role: 'Target' }],
  }
  expect(await pushedJob()).toMatchObject(fields)
  const lock = { workspaceId, environmentId: sandboxId, jobId, mode: 'Exclusive', epoch: 1 } as const
  const question = { subject: 'MergeConflict', prompt: { conflictId: newId() } } as const
  await asSystem(async (tx) => {
    await tx.insert(environmentLock).values(lock)
    await tx.insert(inquiry).values({ id: newId(), workspaceId, jobId, origin: 'ask', ...question })
  })
  expect(await pushedJob()).toMatchObject({ ...fields, isLocked: true, hasPendingInquiries: true })
  const hub = await enter()
  await asSystem(async (tx) => {
    await tx.update(inquiry).set({ status: 'Abandoned' }).where(eq(inquiry.jobId, jobId))
    await forceUnlock(app.current.ctx, tx, sandboxId)
  })
  await hub.until(() => hub.all('pushJobs').length > 1)
  expect(hub.last('pushJobs')?.jobs).toMatchObject([fields])
})

test('[S-168] [S-169] a job is pending, queued, running, cancelling or ended, and an ended one has one of four outcomes', async () => {
  const statuses = ['Pending', 'Queued', 'Running', 'Cancelling', 'Ended'] as const
  const outcomes = ['Succeeded', 'Failed', 'TimedOut', 'Cancelled'] as const
  expect(jobSchema.shape.status.options).toEqual(statuses)
  expect(jobSchema.shape.outcome.unwrap().options).toEqual(outcomes)
  const is = async (status: (typeof statuses)[number], outcome: (typeof outcomes)[number] | null) => {
    await asSystem((tx) => tx.update(job).set({ status, outcome }).where(eq(job.id, jobId)))
    const shown = await owner.client.jobs.get({ params: { ...params, jobId } })
    return [shown.status, shown.outcome]
  }
  for (const status of statuses.slice(0, -1)) expect(await is(status, null)).toEqual([status, null])
  for (const outcome of outcomes) expect(await is('Ended', outcome)).toEqual(['Ended', outcome])
  await is('Running', null)
})
