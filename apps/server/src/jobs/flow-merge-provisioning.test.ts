import { jobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { Actor } from '@sluice/contract/permissions'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { environment, environmentTag } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'
import { type StackRow, findStack } from '../stacks/stack-store.ts'
import { testContext } from '../testing/test-context.ts'
import { type TestStack, findJob, insertStack } from '../testing/test-jobs.ts'
import { insertUser } from '../users/user-store.ts'
import { provisionJobs } from './job-provisioning.ts'

const scene = testContext()
let owner: Actor
let made: TestStack
let stack: StackRow
let source: string
let targets: string[]

beforeEach(async () => {
  made = await insertStack(scene.ctx, 3)
  ;[source = '', ...targets] = made.environmentIds
  const userId = newId()
  const user = { id: userId, emailAddress: `p-${userId}@example.com`, firstName: 'Ada', lastName: 'Example' }
  owner = { userId, accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: false }
  await scene.ctx.database.asSystem((tx) => insertUser(tx, user, 'no password'))
  const { workspaceId, stackId } = made
  const found = await scene.ctx.database.inWorkspace(workspaceId, null, (tx) =>
    findStack(tx, workspaceId, stackId),
  )
  if (found === null) throw new Error('The stack was not inserted.')
  stack = found
})

const merge = (settings: object, actor: Partial<Actor> = {}) =>
  provisionJobs(scene.ctx, {
    stack,
    actor: { ...owner, ...actor },
    submission: jobSubmission.parse({
      jobCommandName: 'FlowMerge',
      jobTemplate: { sourceEnvironmentId: source, ...settings },
    }),
  })
const into = (...ids: string[]) => ({ targetEnvironmentFilter: { include: { ids } } })
const all = { targetEnvironmentFilter: { include: { all: true } } }
const idOf = (job: Awaited<ReturnType<typeof merge>>[number] | undefined) => job?.jobDetails?.id ?? ''

/** Every setting with another value than its default. */
const settings = {
  checkOnly: true,
  allowUnsupportedApiVersions: true,
  mergeConflictsStrategy: 'PreferLocal',
  semanticMergeStrategy: 'SkipAll',
  noSourceIn: true,
  sourceInRetrieveMode: 'Full',
  sourceInConflictsStrategy: 'Abort',
  sourceInSemanticMergeStrategy: 'SkipAll',
  noTargetIn: true,
  targetInRetrieveMode: 'Partial',
  targetInConflictsStrategy: 'TakeLocalFile',
  targetInSemanticMergeStrategy: 'Auto',
  noTargetOut: true,
  targetOutAllOrNothing: true,
  targetOutMaxNumberAttempts: 2,
  targetOutResetExclusions: true,
  targetOutNoConfirm: true,
  targetOutDiffMode: 'Org',
  targetOutIgnoreWarningsStrategy: 'Never',
  targetOutPurgeOnDeleteStrategy: 'Always',
  targetOutClobberStrategy: 'Accept',
  targetOutTestLevel: 'RunSpecifiedTests',
  targetOutTestClassesToRun: ['One'],
  collectRetrievedMetadataArchives: true,
  collectDeploymentDeltaArchives: false,
}

describe('a flow merge', () => {
  test('[J-228][J-229] is stored with every setting, with its target in place of the filter', async () => {
    const [target = ''] = targets
    const [result] = await merge({ ...into(target), ...settings })
    const { commandInput } = await findJob(scene.ctx, idOf(result))
    expect(commandInput).toMatchObject({
      ...settings,
      sourceEnvironmentId: source,
      targetEnvironmentId: target,
    })
    expect(commandInput).not.toHaveProperty('targetEnvironmentFilter')
    expect(result?.jobDetails).toMatchObject({
      mainEnvironmentId: target,
      isCheckOnly: true,
      affectedEnvironments: expect.arrayContaining([
        { environmentId: target, role: 'Target' },
        { environmentId: source, role: 'Source' },
      ]),
    })
  })

  test('into one target is one job', async () => {
    const [target = ''] = targets
    const results = await merge(into(target))
    expect(results).toMatchObject([{ jobDetails: { commandName: 'FlowMerge', status: 'Queued' } }])
    expect((await findJob(scene.ctx, idOf(results[0]))).commandInput).toMatchObject({ noSourceIn: false })
  })

  test('into several targets is one flow in of the source, and a merge for each that begins after it', async () => {
    const results = await merge({ ...all, sourceInRetrieveMode: 'Full', sourceInAcceptDeletions: true })
    const [flowIn, ...merges] = results
    expect(flowIn?.jobDetails).toMatchObject({
      commandName: 'FlowIn',
      mainEnvironmentId: source,
      status: 'Queued',
    })
    expect((await findJob(scene.ctx, idOf(flowIn))).commandInput).toMatchObject({
      environmentId: source,
      retrieveMode: 'Full',
      acceptDeletions: true,
    })
    expect(new Set(merges.map(({ jobDetails }) => jobDetails?.mainEnvironmentId))).toEqual(new Set(targets))
    for (const one of merges) {
      expect(one.jobDetails).toMatchObject({
        commandName: 'FlowMerge',
        status: 'Pending',
        dependencies: [{ dependsOnJobId: idOf(flowIn) }],
      })
      expect((await findJob(scene.ctx, idOf(one))).commandInput).toMatchObject({ noSourceIn: true })
    }
  })

  test('into several targets without the source flow in waits for nothing', async () => {
    const results = await merge({ ...all, noSourceIn: true, checkOnly: true })
    expect(results).toHaveLength(2)
    for (const one of results)
      expect(one.jobDetails).toMatchObject({ commandName: 'FlowMerge', status: 'Queued', dependencies: [] })
  })

  test('is refused for a target that is not initialized, and the other one starts', async () => {
    const [first = '', second] = targets
    await scene.ctx.database.asSystem((tx) =>
      tx.update(environment).set({ isInitialized: false }).where(eq(environment.id, first)),
    )
    const results = await merge(all)
    const started = results.filter(({ wasProvisioned }) => wasProvisioned)
    expect(started.map(({ jobDetails }) => jobDetails?.mainEnvironmentId)).toEqual([source, second])
    expect(results.filter(({ wasProvisioned }) => !wasProvisioned)).toMatchObject([
      { validationErrors: [{ code: 'EnvironmentNotInitialized' }] },
    ])
  })

  test('that is refused for every target makes no flow in either', async () => {
    const reader = { accessLevel: 'Reader', isOwner: false } as const
    const results = await merge(all, reader)
    expect(results.map(({ wasProvisioned }) => wasProvisioned)).toEqual([false, false])
    expect(results[0]?.missingAuthorizationDetails).toEqual([
      { operation: 'startFlow', resource: 'Environment' },
    ])
  })

  test('needs the right to start flows in the source too, unless its flow in is left out', async () => {
    const [target = ''] = targets
    const operator = { accessLevel: 'Operator', isOwner: false } as const
    await scene.ctx.database.asSystem((tx) =>
      tx.update(environment).set({ createdByUserId: owner.userId }).where(eq(environment.id, target)),
    )
    expect((await merge(into(target), operator))[0]?.wasProvisioned).toBe(false)
    expect((await merge({ ...into(target), noSourceIn: true }, operator))[0]?.wasProvisioned).toBe(true)
  })

  test('is checked for several targets, found by their tags, only without the source flow in', async () => {
    const { workspaceId } = made
    await scene.ctx.database.asSystem((tx) =>
      tx
        .insert(environmentTag)
        .values(targets.map((environmentId) => ({ workspaceId, environmentId, name: 'stage' }))),
    )
    const byTag = { targetEnvironmentFilter: { include: { tags: { stage: null } } }, checkOnly: true }
    const description =
      'In a check-only flow merge, target must either be limited to a single environment, or the source flow in must be skipped.'
    expect(await merge(byTag)).toMatchObject([{ wasProvisioned: false, validationErrors: [{ description }] }])
    expect(await merge({ ...byTag, noSourceIn: true })).toMatchObject([
      { wasProvisioned: true },
      { wasProvisioned: true },
    ])
  })

  test('is refused for environments that do not exist', async () => {
    const notFound = [{ wasProvisioned: false, validationErrors: [{ code: 'EnvironmentNotFound' }] }]
    expect(await merge(into(newId()))).toMatchObject(notFound)
    expect(await merge({ ...into(targets[0] ?? ''), sourceEnvironmentId: newId() })).toMatchObject(notFound)
  })
})
