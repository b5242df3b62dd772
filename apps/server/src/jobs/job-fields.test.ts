import { jobCommandNames } from '@sluice/contract/job-command-name'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { artifact, job, jobDependency, jobEnvironment, notice } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { viewJobs } from './job-views.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree
type Columns = Partial<typeof job.$inferInsert>

const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

/** Inserts a job with these columns; answers what the calls about it need. */
async function insertJob(columns: Columns = {}) {
  const params = { ...tree.ids, jobId: newId() }
  const { workspaceId, stackId, jobId: id } = params
  const plain = { id, workspaceId, stackId, commandName: 'FlowIn', commandInput: {} } as const
  await asSystem(async (tx) => tx.insert(job).values({ ...plain, ...columns }))
  return params
}

async function insertEnvironments(count: number) {
  const { workspaceId, stackId } = tree.ids
  const ids = Array.from({ length: count }, () => newId())
  const rows = ids.map((id) => ({
    id,
    workspaceId,
    stackId,
    isProduction: false,
    name: id,
    slug: id,
    gitBranchName: id,
  }))
  await asSystem(async (tx) => tx.insert(environment).values(rows))
  return ids
}

const read = (params: ObjectTree['ids']) => owner.client.jobs.get({ params })
const [created, started, cancelled, ended] = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2026, 0, day)))

describe('the fields of a job', () => {
  test('[J-209][J-211] are those of its row, with its environments by role, dependencies, artifacts and open questions', async () => {
    const [none, source, target] = await insertEnvironments(3)
    const first = await insertJob()
    const schedule = newId()
    const params = await insertJob({
      commandInput: { checkOnly: true },
      createdUtc: created,
      createdByUserId: owner.userId,
      createdByScheduleId: schedule,
      createdByScheduleOccurrenceUtc: created,
      status: 'Ended',
      startedUtc: started,
      workerInstanceIdentifier: 'worker-7',
      workerInstanceLocation: 'eu',
      cancellationIsRequested: true,
      cancellationRequestedUtc: cancelled,
      cancellationRequestedByUserId: owner.userId,
      endedUtc: ended,
      billableActiveWorkerMinutes: 11,
      billablePassiveWorkerMinutes: 12,
      outcome: 'Cancelled',
      error: { message: 'Stopped.', details: 'Why.' },
      mainEnvironmentId: target ?? null,
      summary: { changed: 2, names: ['Alpha', 'Beta'], leftOut: 1, hasFailedTests: false },
      outsideEffects: [
        { kind: 'Push', isCertain: true },
        { name: 'source: push 2', isCertain: false },
      ],
    })
    const { workspaceId, stackId, jobId } = params
    const roles = [
      { environmentId: none ?? '', role: 'None' as const },
      { environmentId: source ?? '', role: 'Source' as const },
      { environmentId: target ?? '', role: 'Target' as const },
    ]
    await asSystem(async (tx) => {
      await tx.insert(jobEnvironment).values(roles.map((one) => ({ workspaceId, jobId, ...one })))
      await tx.insert(jobDependency).values({ workspaceId, jobId, dependsOnJobId: first.jobId })
      await tx.insert(inquiry).values({
        id: newId(),
        workspaceId,
        jobId,
        origin: 'ask',
        subject: 'DeviceCodeChallenge',
        prompt: {},
      })
    })
    const { affectedEnvironments, ...rest } = await read(params)
    expect(affectedEnvironments).toHaveLength(3)
    expect(affectedEnvironments).toEqual(expect.arrayContaining(roles))
    expect(rest).toEqual({
      id: jobId,
      workspaceId,
      stackId,
      createdUtc: created?.toISOString(),
      createdByUserId: owner.userId,
      createdByScheduleId: schedule,
      createdByScheduleOccurrenceUtc: created?.toISOString(),
      status: 'Ended',
      startedUtc: started?.toISOString(),
      workerType: 'Managed',
      workerInstanceIdentifier: 'worker-7',
      workerInstanceLocation: 'eu',
      cancellationIsRequested: true,
      cancellationRequestedUtc: cancelled?.toISOString(),
      cancellationRequestedByUserId: owner.userId,
      endedUtc: ended?.toISOString(),
      billableActiveWorkerMinutes: 11,
      billablePassiveWorkerMinutes: 12,
      outcome: 'Cancelled',
      commandName: 'FlowIn',
      commandInput: { checkOnly: true },
      error: { message: 'Stopped.', details: 'Why.' },
      dependencies: [{ dependsOnJobId: first.jobId }],
      artifacts: [],
      hasPendingInquiries: true,
      isCheckOnly: false,
      isLocked: false,
      mainEnvironmentId: target,
      lockWait: null,
      summary: { changed: 2, names: ['Alpha', 'Beta'], leftOut: 1, hasFailedTests: false },
      outsideEffects: [
        { kind: 'Push', isCertain: true },
        { kind: 'Push', isCertain: false },
      ],
    })
  })

  test.each(['Managed', 'Cli'] as const)('[J-210] have the worker type %s', async (workerType) => {
    expect(await read(await insertJob({ workerType }))).toMatchObject({ workerType })
  })

  test('[J-001] have one of the eight command names', async () => {
    const names = []
    for (const commandName of jobCommandNames)
      names.push((await read(await insertJob({ commandName }))).commandName)
    expect(names).toEqual([
      'InitializeStack',
      'CreateEnvironment',
      'FlowIn',
      'FlowOut',
      'FlowMerge',
      'DeleteEnvironment',
      'RunApexTests',
      'Onboarding',
    ])
  })

  test('[J-212][J-213] have artifacts of the five types with id, name, type and size', async () => {
    const params = await insertJob()
    const { workspaceId, jobId } = params
    const types = [
      'Output',
      'RetrievedMetadataArchive',
      'DeploymentDeltaArchive',
      'JUnitTestResults',
      'Log',
    ] as const
    const artifacts = types.map((type, index) => ({
      id: newId(),
      name: `file-${index}`,
      type,
      sizeBytes: index,
    }))
    await asSystem(async (tx) =>
      tx.insert(artifact).values(
        artifacts.map((one) => ({
          ...one,
          workspaceId,
          jobId,
          contentType: 'text/plain',
          sha256: one.id,
          fileKey: one.id,
        })),
      ),
    )
    const viewed = (await read(params)).artifacts
    expect(viewed).toHaveLength(5)
    expect(viewed).toEqual(expect.arrayContaining(artifacts))
  })

  test('[J-062][J-067][J-070][J-071][J-219] have notices of the six subjects with id, job, moment, subject and body', async () => {
    const { workspaceId, jobId } = await insertJob()
    const bodies = {
      DeploymentOperationCreated: { operationId: '0Af1', instanceUrl: 'https://org.example/0Af1' },
      TestRunCreated: { jobId: '7071', instanceUrl: 'https://org.example/7071' },
      EnvironmentsLockedDelay: { environmentNames: ['QA'], remainingTimeout: 42 },
      SandboxAvailabilityDelay: { sandboxName: 'uat', remainingTimeout: 9 },
      MergeConflict: { conflictId: newId(), autoResolvedAs: 'PreferLocal' },
      OrgAccessUsernameIncorrect: { actualUsername: 'a@acme.example', expectedUsername: 'b@acme.example' },
    }
    const notices = Object.entries(bodies).map(([subject, body], index) => ({
      id: newId(),
      jobId,
      createdUtc: new Date(Date.UTC(2026, 0, 1, index)),
      subject,
      body,
    }))
    await asSystem(async (tx) =>
      tx.insert(notice).values(notices.map((one) => ({ ...one, workspaceId, origin: one.subject }))),
    )
    const [viewed] = await asSystem(async (tx) => viewJobs(tx, workspaceId, [jobId]))
    expect(viewed?.notices).toEqual(
      notices.map((one) => ({ ...one, createdUtc: one.createdUtc.toISOString() })),
    )
  })
})

describe('cancellation', () => {
  test.each(['Pending', 'Queued', 'Running'] as const)('[J-246] of a %s job is taken', async (status) => {
    const params = await insertJob({ status })
    await owner.client.jobs.cancel({ params })
    expect(await read(params)).toMatchObject({
      cancellationIsRequested: true,
      cancellationRequestedByUserId: owner.userId,
    })
  })

  test('[J-246] of a job that has ended or was asked to stop before changes nothing', async () => {
    const asked = { cancellationIsRequested: true, cancellationRequestedUtc: cancelled ?? null }
    const jobs = [
      await insertJob({ status: 'Ended', outcome: 'Succeeded', endedUtc: ended ?? null }),
      await insertJob({ status: 'Cancelling', ...asked }),
      await insertJob({ status: 'Running', ...asked }),
    ]
    for (const params of jobs) {
      const before = await read(params)
      await owner.client.jobs.cancel({ params }).catch(() => undefined)
      expect(await read(params)).toEqual(before)
    }
  })
})
