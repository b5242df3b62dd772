import { limits } from '@sluice/contract/limits'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { announce } from '../platform/database/announce.ts'
import {
  componentFailure,
  componentStateRevision,
  environmentSnapshot,
} from '../platform/database/schema/environment-state.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'
import { viewSnapshots } from './state-views.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

const clients: HubClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
})
const enter = async (workspaceId: string) => {
  const client = await HubClient.enter(app.current.origin, workspaceId, owner.accessToken)
  clients.push(client)
  return client
}

const moment = new Date('2026-11-01T08:00:00.000Z')
const problem = (type: 'Error' | 'Warning' | 'Info') => ({
  type,
  description: `An ${type}`,
  archiveFilePath: 'classes/Alpha.cls',
  line: 3,
  column: 7,
})
const problems = [problem('Error'), problem('Warning'), problem('Info')]

test('[S-155][S-156][S-158] an undeployed component is shown with all that is kept of it', async () => {
  const { workspaceId, environmentId } = tree.ids
  const [revisionId, otherRevisionId] = [newId(), newId()]
  const component = {
    workspaceId,
    environmentId,
    revisionId,
    createdUtc: moment,
    packageName: 'unpackaged',
    componentType: 'ApexClass',
    componentId: '01p000000000001',
    reason: 'DeploymentProblems' as const,
    failingSinceUtc: moment,
    failingSinceCommitHash: 'a91f03c27d4b7a4f0e9a517f2f6d1c0b33a91f03',
    problems,
    leftOutByUserId: owner.userId,
    leftOutUtc: moment,
  }
  const rows = (['None', 'Added', 'Modified', 'Deleted'] as const).map((changeType) => ({
    ...component,
    id: newId(),
    changeType,
    componentName: changeType,
  }))
  await app.current.ctx.database.asSystem(async (tx) => {
    const owned = { workspaceId, environmentId }
    await tx.insert(componentStateRevision).values([
      { id: revisionId, ...owned, componentCount: rows.length },
      { id: otherRevisionId, ...owned, componentCount: 1 },
    ])
    await tx
      .insert(componentFailure)
      .values([
        ...rows,
        { ...component, id: newId(), changeType: 'Added', componentName: 'Old', revisionId: otherRevisionId },
      ])
    await tx
      .update(environment)
      .set({ componentStateRevisionId: revisionId })
      .where(eq(environment.id, environmentId))
  })
  const { stackId } = tree.ids
  const shown = await owner.client.environments.listUndeployedComponents({
    params: { workspaceId, stackId, environmentId },
    query: {},
  })
  const shownMoment = moment.toISOString()
  const times = { createdUtc: shownMoment, failingSinceUtc: shownMoment, leftOutUtc: shownMoment }
  expect(shown).toEqual({
    revisionId,
    components: expect.arrayContaining(rows.map((row) => ({ ...row, ...times }))),
    nextAfter: null,
  })
  expect(shown.components).toHaveLength(rows.length)
})

test('[S-145] a snapshot is shown with its number and both commits', async () => {
  const { workspaceId, environmentId } = tree.ids
  const snapshot = {
    id: newId(),
    environmentId,
    createdByUserId: owner.userId,
    number: 4,
    title: 'Flow in',
    gitBranchName: 'main',
    environmentLatestKnownParityCommitHash: 'a91f03c27d4b7a4f0e9a517f2f6d1c0b33a91f03',
    environmentHeadCommitHash: 'b91f03c27d4b7a4f0e9a517f2f6d1c0b33a91f03',
  }
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.insert(environmentSnapshot).values({ ...snapshot, workspaceId, createdUtc: moment }),
  )
  const shown = await app.current.ctx.database.asSystem((tx) => viewSnapshots(tx, workspaceId))
  expect(shown).toEqual([{ ...snapshot, createdUtc: moment.toISOString() }])
})

test('[W-339] the snapshots of environments come with the first push, and later ones as they are made', async () => {
  const { ids } = await createObjectTree(app.current, owner)
  const { workspaceId, environmentId } = ids
  const insert = async (number: number) => {
    const id = newId()
    const of = { environmentId, title: `Flow in ${number}`, gitBranchName: 'main' }
    await app.current.ctx.database.asSystem(async (tx) => {
      await tx
        .insert(environmentSnapshot)
        .values({ id, workspaceId, number, ...of, environmentHeadCommitHash: 'b91f03c2' })
      await announce(tx, { workspaceId, kind: 'pushEnvironmentSnapshots', ids: [id] })
    })
    return id
  }
  const first = await insert(1)
  const hub = await enter(workspaceId)
  await hub.until(() => hub.last('pushEnvironmentSnapshots') !== undefined)
  expect(hub.last('pushEnvironmentSnapshots')?.environmentSnapshots).toMatchObject([
    { id: first, environmentId, number: 1, title: 'Flow in 1' },
  ])
  const second = await insert(2)
  await hub.until(() =>
    hub
      .all('pushEnvironmentSnapshots')
      .some(({ environmentSnapshots }) =>
        environmentSnapshots.some(({ id, number }) => id === second && number === 2),
      ),
  )
})

/** Gives the environment a new set of undeployed components, as a flow out does. */
async function replaceUndeployed(
  { workspaceId, environmentId }: ObjectTree['ids'],
  components: readonly Partial<typeof componentFailure.$inferInsert>[],
) {
  const revisionId = newId()
  const usual = {
    packageName: 'unpackaged',
    failingSinceUtc: moment,
    changeType: 'Added',
    reason: 'DeploymentProblems',
    componentType: 'ApexClass',
    componentName: 'Alpha',
    problems,
  } as const
  const rows = components.map((component) => ({ id: newId(), ...usual, ...component }))
  const withErrors = rows.filter((row) => row.problems?.some(({ type }) => type === 'Error'))
  await app.current.ctx.database.asSystem(async (tx) => {
    const counts = { componentCount: rows.length, componentWithErrorsCount: withErrors.length }
    await tx.insert(componentStateRevision).values({ id: revisionId, workspaceId, environmentId, ...counts })
    await tx
      .insert(componentFailure)
      .values(rows.map((row) => ({ ...row, workspaceId, environmentId, revisionId })))
    await tx
      .update(environment)
      .set({ componentStateRevisionId: revisionId })
      .where(eq(environment.id, environmentId))
    await announce(tx, { workspaceId, kind: 'pushComponentDeploymentFailures', ids: [environmentId] })
  })
  return revisionId
}

test('[W-340] the undeployed components of environments are counted in the first push, and in later ones as they change', async () => {
  const { ids } = await createObjectTree(app.current, owner)
  const { workspaceId, environmentId } = ids
  const countsIn = (hub: HubClient) =>
    hub.last('pushComponentDeploymentFailures')?.sets.find((set) => set.environmentId === environmentId)
  const first = await replaceUndeployed(ids, [{ componentName: 'Alpha' }])
  const hub = await enter(workspaceId)
  expect(countsIn(hub)).toEqual({ environmentId, revisionId: first, totalCount: 1, withErrorsCount: 1 })
  const second = await replaceUndeployed(ids, [
    { componentName: 'Alpha' },
    { componentName: 'Beta', problems: [problem('Warning')] },
  ])
  await expect
    .poll(() => countsIn(hub))
    .toEqual({ environmentId, revisionId: second, totalCount: 2, withErrorsCount: 1 })
})

test('[S-159] undeployed components are listed by first failure, severity, reason, package, type and name', async () => {
  const { ids } = await createObjectTree(app.current, owner)
  const later = { failingSinceUtc: new Date('2026-11-02T08:00:00.000Z'), problems: [] }
  const inOrder = [
    { componentName: 'Z', problems: [problem('Info')] },
    { componentName: 'Y', ...later, problems: [problem('Warning'), problem('Error')] },
    { componentName: 'X', ...later, problems: [problem('Warning')] },
    { componentName: 'W', ...later, reason: 'ComponentIsNotDeployable' as const, packageName: 'zeta' },
    { componentName: 'V', ...later, packageName: 'Alpha', componentType: 'Layout' },
    { componentName: 'U', ...later, packageName: 'beta', componentType: 'ApexClass' },
    { componentName: 'S', ...later, packageName: 'beta', componentType: 'Layout' },
    { componentName: 't', ...later, packageName: 'beta', componentType: 'Layout' },
  ]
  await replaceUndeployed(
    ids,
    [5, 2, 7, 0, 6, 3, 1, 4].flatMap((index) => inOrder[index] ?? []),
  )
  const { components } = await owner.client.environments.listUndeployedComponents({ params: ids, query: {} })
  expect(components.map(({ componentName }) => componentName)).toEqual(
    inOrder.map(({ componentName }) => componentName),
  )
})

test('every undeployed component stands on one page, also when the set is replaced between two calls', async () => {
  const { ids } = await createObjectTree(app.current, owner)
  const names = Array.from({ length: 2 * limits.undeployedComponents + 1 }, (_, n) => `C${1000 + n}`)
  const revisionId = await replaceUndeployed(
    ids,
    names.map((componentName) => ({ componentName })),
  )
  const call = (after: string | null) =>
    owner.client.environments.listUndeployedComponents({ params: ids, query: after ? { after } : {} })
  const first = await call(null)
  await replaceUndeployed(ids, [{ componentName: 'New' }])
  const second = await call(first.nextAfter)
  const third = await call(second.nextAfter)
  const pages = [first, second, third]
  expect(pages.map((page) => page.revisionId)).toEqual([revisionId, revisionId, revisionId])
  const listed = pages.flatMap(({ components }) => components.map(({ componentName }) => componentName))
  expect(listed).toEqual(names)
  expect(third.nextAfter).toBeNull()
})

test('a page does not begin after a component of another environment', async () => {
  const { ids } = await createObjectTree(app.current, owner)
  const other = await createObjectTree(app.current, owner)
  await replaceUndeployed(other.ids, [{}])
  const { components } = await owner.client.environments.listUndeployedComponents({
    params: other.ids,
    query: {},
  })
  const after = components[0]?.id ?? ''
  const call = owner.client.environments.listUndeployedComponents({ params: ids, query: { after } })
  expect((await problemOf(call)).type).toBe('entityNotFound')
})
