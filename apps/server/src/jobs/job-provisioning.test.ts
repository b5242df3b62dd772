import { jobSubmission } from '@sluice/contract/job-commands/job-commands'
import { provisionedJob } from '@sluice/contract/jobs'
import type { Actor } from '@sluice/contract/permissions'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { environment, environmentTag } from '../platform/database/schema/environments.ts'
import { type StackRow, findStack } from '../stacks/stack-store.ts'
import { newId } from '../platform/ids.ts'
import { insertUser } from '../users/user-store.ts'
import { testContext } from '../testing/test-context.ts'
import { type TestStack, findJob, insertStack } from '../testing/test-jobs.ts'
import { provisionJobs } from './job-provisioning.ts'

const scene = testContext()
const all = { include: { all: true } }
let owner: Actor
let made: TestStack
let stack: StackRow

beforeEach(async () => {
  made = await insertStack(scene.ctx, 2)
  const user = {
    id: newId(),
    emailAddress: `p-${newId()}@example.com`,
    firstName: 'Ada',
    lastName: 'Example',
  }
  owner = { userId: user.id, accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: true }
  await scene.ctx.database.asSystem((tx) => insertUser(tx, user, 'no password'))
  const { workspaceId, stackId } = made
  const found = await scene.ctx.database.inWorkspace(workspaceId, null, (tx) =>
    findStack(tx, workspaceId, stackId),
  )
  if (found === null) throw new Error('The stack was not inserted.')
  stack = found
})

const provision = (submission: object, actor: Partial<Actor> = {}) =>
  provisionJobs(scene.ctx, {
    stack,
    actor: { ...owner, ...actor },
    submission: jobSubmission.parse(submission),
  })
const flowIn = (jobTemplate: object) => ({ jobCommandName: 'FlowIn', jobTemplate })

describe('provisionJobs', () => {
  test('makes one job for each environment that the filter means', async () => {
    const results = await provision(flowIn({ environmentFilter: all }))
    const ids = results.map((one) => one.jobDetails?.mainEnvironmentId)
    expect(new Set(ids)).toEqual(new Set(made.environmentIds))
  })

  test('[J-225] says of each job whether it was provisioned, and gives the job or what is wrong', async () => {
    const [first = '', second = ''] = made.environmentIds
    await scene.ctx.database.asSystem((tx) =>
      tx.update(environment).set({ isInitialized: false }).where(eq(environment.id, first)),
    )
    const reader = { accessLevel: 'Reader', isOwner: false, isGlobalAdministrator: false } as const
    const submission = flowIn({ environmentFilter: { include: { ids: [first, second] } } })
    const byOwner = await provision(submission)
    const byReader = await provision(submission, reader)
    const wrong = {
      code: 'EnvironmentNotInitialized',
      property: 'environmentFilter',
      description: 'The environment Environment 0 is not initialized.',
    }
    const missing = { operation: 'startFlow', resource: 'Environment' }
    expect(byOwner).toMatchObject(provisionedJob.array().parse(byOwner))
    expect(byOwner.toSorted((a, b) => Number(a.wasProvisioned) - Number(b.wasProvisioned))).toEqual([
      {
        wasProvisioned: false,
        jobDetails: null,
        validationErrors: [wrong],
        missingAuthorizationDetails: [],
      },
      {
        wasProvisioned: true,
        jobDetails: expect.objectContaining({
          status: 'Queued',
          commandName: 'FlowIn',
          mainEnvironmentId: second,
        }),
        validationErrors: [],
        missingAuthorizationDetails: [],
      },
    ])
    const refused = { wasProvisioned: false, jobDetails: null, missingAuthorizationDetails: [missing] }
    expect(byReader).toHaveLength(2)
    expect(byReader).toEqual(
      expect.arrayContaining([
        { ...refused, validationErrors: [wrong] },
        { ...refused, validationErrors: [] },
      ]),
    )
  })

  test('an environment that is not initialized is refused, the others start', async () => {
    const [first = ''] = made.environmentIds
    await scene.ctx.database.asSystem((tx) =>
      tx.update(environment).set({ isInitialized: false }).where(eq(environment.id, first)),
    )
    const results = await provision(flowIn({ environmentFilter: all }))
    expect(results.filter((one) => one.wasProvisioned)).toHaveLength(1)
    expect(results).toHaveLength(2)
  })

  test('an id of no environment is refused by name', async () => {
    const ids = ['01890000-0000-7000-8000-0000000000ff']
    const [result] = await provision(flowIn({ environmentFilter: { include: { ids } } }))
    expect(result).toMatchObject({
      wasProvisioned: false,
      validationErrors: [{ code: 'EnvironmentNotFound' }],
    })
  })

  test('a Reader may check and not change, and is told what is missing', async () => {
    const reader: Partial<Actor> = { accessLevel: 'Reader', isOwner: false, isGlobalAdministrator: false }
    const [refused] = await provision(flowIn({ environmentFilter: all }), reader)
    const [allowed] = await provision(flowIn({ environmentFilter: all, checkOnly: true }), reader)
    expect(refused?.missingAuthorizationDetails).toEqual([
      { operation: 'startFlow', resource: 'Environment' },
    ])
    expect(allowed?.wasProvisioned).toBe(true)
  })

  test('a stack is initialized by one job at a time', async () => {
    const submission = { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs: 'unpackaged' } }
    const [first] = await provision(submission)
    const [second] = await provision(submission)
    expect(first?.wasProvisioned).toBe(true)
    expect(second?.validationErrors).toMatchObject([{ code: 'StackBeingInitialized' }])
  })
})

const deletion = (environmentFilter: object) => ({
  jobCommandName: 'DeleteEnvironment',
  jobTemplate: { environmentFilter },
})

describe('the deletion of environments', () => {
  test('[J-231] [J-287] gets the environment, its name, and false for what is not asked for', async () => {
    const [, sandboxId = ''] = made.environmentIds
    const [result] = await provision(deletion({ include: { ids: [sandboxId] } }))
    expect(result?.jobDetails).toMatchObject({ mainEnvironmentId: sandboxId })
    expect((await findJob(scene.ctx, result?.jobDetails?.id ?? '')).commandInput).toEqual({
      environmentId: sandboxId,
      environmentName: 'Environment 1',
      deleteGitBranch: false,
      deleteSandbox: false,
    })
  })

  test('means sandboxes by all and by tags, never the production environment', async () => {
    const [productionId = '', sandboxId] = made.environmentIds
    const { workspaceId } = made
    await scene.ctx.database.asSystem((tx) =>
      tx
        .insert(environmentTag)
        .values(made.environmentIds.map((environmentId) => ({ workspaceId, environmentId, name: 'stage' }))),
    )
    for (const include of [{ all: true }, { tags: { stage: null } }]) {
      const results = await provision(deletion({ include }))
      expect(results.map(({ jobDetails }) => jobDetails?.mainEnvironmentId)).toEqual([sandboxId])
    }
    const [empty] = await provision(deletion({ include: { all: true }, thenExclude: { ids: [sandboxId] } }))
    expect(empty).toMatchObject({ validationErrors: [{ code: 'EnvironmentFilterEmpty' }] })
    await expect(provision(deletion({ include: { ids: [productionId, sandboxId] } }))).rejects.toMatchObject({
      problemType: 'productionEnvironmentNotDeletable',
    })
  })

  test('is for environments that are not initialized too', async () => {
    const [, sandboxId = ''] = made.environmentIds
    await scene.ctx.database.asSystem((tx) =>
      tx.update(environment).set({ isInitialized: false }).where(eq(environment.id, sandboxId)),
    )
    const [result] = await provision(deletion({ include: { ids: [sandboxId] } }))
    expect(result?.wasProvisioned).toBe(true)
  })

  test('is for those who may delete the environment', async () => {
    const contributor = { accessLevel: 'Contributor', isOwner: false, isGlobalAdministrator: false } as const
    const [, sandboxId = ''] = made.environmentIds
    const submission = deletion({ include: { ids: [sandboxId] } })
    const [refused] = await provision(submission, contributor)
    expect(refused).toMatchObject({
      wasProvisioned: false,
      missingAuthorizationDetails: [{ operation: 'deleteEnvironment', resource: 'Environment' }],
    })
    await scene.ctx.database.asSystem((tx) =>
      tx.update(environment).set({ createdByUserId: owner.userId }).where(eq(environment.id, sandboxId)),
    )
    expect((await provision(submission, contributor))[0]?.wasProvisioned).toBe(true)
  })
})

const stored = async (jobCommandName: 'FlowIn' | 'FlowOut', settings: object = {}) => {
  const [environmentId = ''] = made.environmentIds
  const jobTemplate = { environmentFilter: { include: { ids: [environmentId] } }, ...settings }
  const [result] = await provision({ jobCommandName, jobTemplate })
  const { environmentId: of, ...input } = (await findJob(scene.ctx, result?.jobDetails?.id ?? ''))
    .commandInput
  expect(of).toBe(environmentId)
  return input
}
const isAccepted = (jobCommandName: string, settings: object) =>
  jobSubmission.safeParse({ jobCommandName, jobTemplate: { environmentFilter: all, ...settings } }).success

const isInitialization = (jobTemplate: object) =>
  jobSubmission.safeParse({ jobCommandName: 'InitializeStack', jobTemplate }).success

describe('the settings that a job is stored with', () => {
  test('[S-042] [S-043] [S-154] [S-243] an initialization has its four settings, with defaults and limits', async () => {
    const given = {
      productionEnvironmentName: 'Headquarters',
      gitBranchName: 'trunk',
      includeSpecs: 'x'.repeat(65_535),
      collectRetrievedMetadataArchives: true,
    }
    const [result] = await provision({ jobCommandName: 'InitializeStack', jobTemplate: given })
    const job = await findJob(scene.ctx, result?.jobDetails?.id ?? '')
    expect([job.commandName, job.commandInput]).toEqual(['InitializeStack', given])
    expect(
      jobSubmission.parse({ jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs: 'x' } }),
    ).toMatchObject({
      jobTemplate: {
        productionEnvironmentName: 'Production',
        gitBranchName: 'main',
        collectRetrievedMetadataArchives: false,
      },
    })
    expect(isInitialization({})).toBe(false)
    expect(isInitialization({ includeSpecs: ' ' })).toBe(false)
    expect(isInitialization({ includeSpecs: 'x'.repeat(65_536) })).toBe(false)
    expect(isInitialization({ includeSpecs: 'x', collectRetrievedMetadataArchives: 'yes' })).toBe(false)
  })

  test('[J-259] [J-260] [J-262] [J-263] [J-266] a flow in has defaults', async () => {
    expect(await stored('FlowIn')).toEqual({
      gitCommitMessage: null,
      acceptDeletions: false,
      checkOnly: false,
      force: false,
      mergeConflictsStrategy: 'AskForEach',
      semanticMergeStrategy: 'ApplyAll',
      retrieveMode: 'Auto',
      noConfirm: false,
      collectRetrievedMetadataArchives: false,
      previewRevision: null,
    })
  })

  test('[J-265] the commit message of a flow in is optional, and an empty one is null', async () => {
    expect(await stored('FlowIn')).toMatchObject({ gitCommitMessage: null })
    expect(await stored('FlowIn', { gitCommitMessage: '' })).toMatchObject({ gitCommitMessage: null })
    expect(await stored('FlowIn', { gitCommitMessage: 'Ours' })).toMatchObject({ gitCommitMessage: 'Ours' })
    expect(isAccepted('FlowIn', { gitCommitMessage: 'x'.repeat(257) })).toBe(false)
  })

  test('[J-268] [J-269] [J-270] [J-271] [J-272] [J-276] [J-277] a flow out has defaults', async () => {
    expect(await stored('FlowOut')).toEqual({
      acceptDeletions: false,
      checkOnly: false,
      diffMode: 'Auto',
      allOrNothing: false,
      maxNumberAttempts: 5,
      resetExclusions: false,
      noConfirm: false,
      ignoreWarningsStrategy: 'Auto',
      purgeOnDeleteStrategy: 'Never',
      clobberStrategy: 'Auto',
      testLevel: null,
      testClassesToRun: [],
      collectDeploymentDeltaArchives: true,
      excludedComponents: null,
      excludedWait: false,
      previewRevision: null,
    })
  })

  test('[J-267] a flow out makes 5 attempts at most, or another whole number from 1', async () => {
    expect(await stored('FlowOut')).toMatchObject({ maxNumberAttempts: 5 })
    expect(await stored('FlowOut', { maxNumberAttempts: 1 })).toMatchObject({ maxNumberAttempts: 1 })
    const given = [0, -1, 1.5, '2', null, 2]
    expect(given.map((maxNumberAttempts) => isAccepted('FlowOut', { maxNumberAttempts }))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ])
  })
})
