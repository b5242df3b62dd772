import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { announce } from '../platform/database/announce.ts'
import {
  componentFailure,
  componentStateRevision,
  environmentSnapshot,
} from '../platform/database/schema/environment-state.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'
import { viewSnapshots, viewUndeployedSets } from './state-views.ts'

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
  const sets = await app.current.ctx.database.asSystem((tx) => viewUndeployedSets(tx, workspaceId))
  const times = { createdUtc: moment.toISOString(), failingSinceUtc: moment.toISOString() }
  expect(sets).toEqual([
    {
      environmentId,
      revisionId,
      totalCount: rows.length,
      components: expect.arrayContaining(rows.map((row) => ({ ...row, ...times }))),
    },
  ])
  expect(sets[0]?.components).toHaveLength(rows.length)
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

test('[W-340] the undeployed components of environments come with the first push, and later ones as they change', async () => {
  const { ids } = await createObjectTree(app.current, owner)
  const { workspaceId, environmentId } = ids
  const replaceWith = async (...names: string[]) => {
    const revisionId = newId()
    const of = { workspaceId, environmentId, revisionId, packageName: 'unpackaged', failingSinceUtc: moment }
    const is = { changeType: 'Added', reason: 'DeploymentProblems', componentType: 'ApexClass' } as const
    await app.current.ctx.database.asSystem(async (tx) => {
      const set = { id: revisionId, workspaceId, environmentId, componentCount: names.length }
      await tx.insert(componentStateRevision).values(set)
      await tx
        .insert(componentFailure)
        .values(names.map((componentName) => ({ id: newId(), ...of, ...is, componentName, problems })))
      await tx
        .update(environment)
        .set({ componentStateRevisionId: revisionId })
        .where(eq(environment.id, environmentId))
      await announce(tx, { workspaceId, kind: 'pushComponentDeploymentFailures', ids: [environmentId] })
    })
  }
  const namesIn = (hub: HubClient) =>
    hub
      .last('pushComponentDeploymentFailures')
      ?.sets.find((set) => set.environmentId === environmentId)
      ?.components.map(({ componentName }) => componentName)
      .toSorted()
      .join()
  await replaceWith('Alpha')
  const hub = await enter(workspaceId)
  await hub.until(() => namesIn(hub) === 'Alpha')
  await replaceWith('Alpha', 'Beta')
  await expect.poll(() => namesIn(hub)).toBe('Alpha,Beta')
})
