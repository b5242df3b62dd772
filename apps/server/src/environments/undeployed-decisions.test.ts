import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { componentFailure, componentStateRevision } from '../platform/database/schema/environment-state.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { newId } from '../platform/ids.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

const named = (componentName: string) => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
})

/** Makes the set of undeployed components: what failed, and what the owner left out. */
async function store(failed: readonly string[], leftOut: readonly string[]): Promise<void> {
  const { workspaceId, environmentId } = tree.ids
  const revisionId = newId()
  const row = (componentName: string) => ({
    id: newId(),
    workspaceId,
    environmentId,
    revisionId,
    changeType: 'Modified' as const,
    ...named(componentName),
    failingSinceUtc: new Date(),
    problems: [],
  })
  await app.current.ctx.database.asSystem(async (tx) => {
    await tx.insert(componentStateRevision).values({ id: revisionId, workspaceId, environmentId })
    await tx.insert(componentFailure).values([
      ...failed.map((name) => ({ ...row(name), reason: 'DeploymentProblems' as const })),
      ...leftOut.map((name) => ({
        ...row(name),
        reason: 'LeftOut' as const,
        leftOutByUserId: owner.userId,
        leftOutUtc: new Date(),
      })),
    ])
    await tx
      .update(environment)
      .set({ componentStateRevisionId: revisionId })
      .where(eq(environment.id, environmentId))
  })
}

const set = async () => {
  const page = await owner.client.environments.listUndeployedComponents({ params: tree.ids, query: {} })
  return page.components
    .map(({ componentName, reason, leftOutByUserId }) => [componentName, reason, leftOutByUserId])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
}
const body = (...names: string[]) => ({ params: tree.ids, body: { components: names.map(named) } })

test('what a person left out is offered again once it is taken in again, and nothing else changes', async () => {
  await store(['Failed'], ['Kept', 'Other'])
  await owner.client.environments.includeAgain(body('Kept', 'Failed', 'Unknown'))
  expect(await set()).toEqual([
    ['Failed', 'DeploymentProblems', null],
    ['Kept', 'OfferedAgain', null],
    ['Other', 'LeftOut', owner.userId],
  ])
})

test('what is forgotten is in the set no more, whatever its reason was', async () => {
  await store(['Failed', 'Broken'], ['Kept'])
  await owner.client.environments.forgetUndeployed(body('Kept', 'Broken'))
  expect(await set()).toEqual([['Failed', 'DeploymentProblems', null]])
})

test('nothing is decided while a job works with the environment, and the answer says so', async () => {
  await store([], ['Kept'])
  const { workspaceId, environmentId, jobId } = tree.ids
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.insert(environmentLock).values({ workspaceId, environmentId, jobId, mode: 'Exclusive', epoch: 1 }),
  )
  const problem = await problemOf(owner.client.environments.forgetUndeployed(body('Kept')))
  expect(problem).toMatchObject({
    type: 'entityConflict',
    detail: expect.stringContaining('Nothing was forgotten'),
  })
  expect(await set()).toEqual([['Kept', 'LeftOut', owner.userId]])
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.delete(environmentLock).where(eq(environmentLock.environmentId, environmentId)),
  )
})
