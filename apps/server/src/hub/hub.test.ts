import { hubCloseCodes } from '@sluice/contract/push'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { announce } from '../platform/database/announce.ts'
import { job, notice } from '../platform/database/schema/jobs.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { invitation, member } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'
import { HubClient } from './testing/hub-client.ts'

const app = testApp()
const clients: HubClient[] = []
let owner: SignedIn
let tree: ObjectTree

const enter = async (who: SignedIn, workspaceId = tree.ids.workspaceId) => {
  const client = await HubClient.enter(app.current.origin, workspaceId, who.accessToken)
  clients.push(client)
  return client
}
const knock = async (path: string, headers: Record<string, string> = {}) => {
  const client = new HubClient(app.current.origin, path, headers)
  clients.push(client)
  await client.opened()
  return client
}
const hubOf = (workspaceId: string) => `/api/workspaces/hub?workspaceId=${workspaceId}`
const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)
/** A change of the own stack, whose arrival shows that everything before it has been sent. */
const announceOwnStack = async () =>
  asSystem(async (tx) =>
    announce(tx, { workspaceId: tree.ids.workspaceId, kind: 'pushStacks', ids: [tree.ids.stackId] }),
  )

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
})

describe('the first push', () => {
  test('[W-338] holds the stacks with their environments', async () => {
    const { ids } = await createObjectTree(app.current, owner)
    const client = await enter(owner, ids.workspaceId)
    expect(client.last('pushStacks')?.stacks).toMatchObject([
      { id: ids.stackId, environments: [{ id: ids.environmentId }] },
    ])
  })

  test('[W-337] holds the workspace with its members and invitations, and so does a later one', async () => {
    const { ids } = await createObjectTree(app.current, owner)
    const { workspaceId } = ids
    const token = { tokenHash: 'hash', tokenSealed: 'sealed' }
    const invited = { workspaceId, accessLevel: 'Reader' as const, validUntilUtc: new Date(), ...token }
    const invite = async (sendToEmailAddress: string) =>
      asSystem(async (tx) => {
        await tx.insert(invitation).values({ id: newId(), sendToEmailAddress, ...invited })
        await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
      })
    const expected = (...addresses: string[]) => ({
      id: workspaceId,
      members: [{ userId: owner.userId, userEmailAddress: owner.emailAddress, status: 'Active' }],
      invitations: addresses.map((sendToEmailAddress) => ({ sendToEmailAddress, accessLevel: 'Reader' })),
    })
    await invite('first@example.com')
    const client = await enter(owner, workspaceId)
    const ofTree = 'invited@example.com'
    expect(client.last('pushWorkspace')?.workspace).toMatchObject(expected(ofTree, 'first@example.com'))
    await invite('second@example.com')
    await client.until(() => client.last('pushWorkspace')?.workspace.invitations.length === 3)
    expect(client.last('pushWorkspace')?.workspace).toMatchObject(
      expected(ofTree, 'first@example.com', 'second@example.com'),
    )
  })

  test('[W-343] holds the jobs with their notices, and so does a later one', async () => {
    const { ids } = await createObjectTree(app.current, owner)
    const { workspaceId, jobId } = ids
    const add = async (origin: string, sandboxName: string) =>
      asSystem(async (tx) => {
        const said = { subject: 'SandboxAvailabilityDelay', body: { sandboxName, remainingTimeout: 5 } }
        await tx.insert(notice).values({ id: newId(), workspaceId, jobId, origin, ...said })
        await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })
      })
    const expected = (...names: string[]) => ({
      id: jobId,
      notices: names.map((sandboxName) => ({ body: { sandboxName, remainingTimeout: 5 } })),
    })
    await add('first', 'uat')
    const client = await enter(owner, workspaceId)
    expect(client.last('pushJobs')?.jobs).toMatchObject([expected('uat')])
    await add('second', 'qa')
    await client.until(() => client.last('pushJobs')?.jobs[0]?.notices.length === 2)
    expect(client.last('pushJobs')?.jobs).toMatchObject([expected('uat', 'qa')])
  })

  test('carries no secret', async () => {
    const git = { gitPasswordSealed: 'sentinel', dataKeyWrapped: 'sentinel' }
    const user = { sfdcPasswordSealed: 'sentinel', sfdcTokenSealed: 'sentinel' }
    const ofApp = { sfdcClientSecretSealed: 'sentinel', sfdcPrivateKeySealed: 'sentinel' }
    const secrets = { ...git, ...user, ...ofApp }
    await asSystem(async (tx) => tx.update(stack).set(secrets).where(eq(stack.id, tree.ids.stackId)))
    const client = await enter(owner)
    expect(client.last('pushStacks')?.stacks[0]).toMatchObject({
      gitPasswordIsSet: true,
      encryptionKeyIsSet: true,
    })
    expect(JSON.stringify(client.messages)).not.toContain('sentinel')
  })
})

describe('changes', () => {
  test('arrive as whole entities', async () => {
    const client = await enter(owner)
    const params = { workspaceId: tree.ids.workspaceId, stackId: tree.ids.stackId }
    await owner.client.stacks.update({ params, body: { name: 'Renamed' } })
    await client.until(() => client.all('pushStacks').length > 1)
    expect(client.last('pushStacks')?.stacks).toMatchObject([
      { name: 'Renamed', environments: [{ id: tree.ids.environmentId }] },
    ])
  })

  test('of a burst end in the newest state', async () => {
    const client = await enter(owner)
    const params = { workspaceId: tree.ids.workspaceId }
    const { ids } = tree
    for (let n = 0; n < 30; n++) {
      await asSystem(async (tx) => {
        await tx
          .update(job)
          .set({ cancellationReason: `${n}`, activeMilliseconds: n, queuedUtc: new Date(n) })
          .where(eq(job.id, ids.jobId))
        await tx
          .update(job)
          .set({ workerInstanceLocation: `host-${n}` })
          .where(eq(job.id, ids.jobId))
        await announce(tx, { ...params, kind: 'pushJobs', ids: [ids.jobId] })
      })
    }
    await client.until(() => client.last('pushJobs')?.jobs[0]?.workerInstanceLocation === 'host-29')
    expect(client.all('pushJobs').length).toBeLessThan(31)
  })

  test('of a rolled-back transaction are not sent', async () => {
    const client = await enter(owner)
    const [before, stacks] = [client.all('pushJobs').length, client.all('pushStacks').length]
    const failing = asSystem(async (tx) => {
      await announce(tx, { workspaceId: tree.ids.workspaceId, kind: 'pushJobs', ids: [tree.ids.jobId] })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await announceOwnStack()
    await client.until(() => client.all('pushStacks').length > stacks)
    expect(client.all('pushJobs').length).toBe(before)
  })

  test('of another workspace stay there', async () => {
    const other = await app.current.signIn()
    const theirs = await createObjectTree(app.current, other)
    const [mineClient, theirClient] = [await enter(owner), await enter(other, theirs.ids.workspaceId)]
    const before = mineClient.all('pushStacks').length
    const params = { workspaceId: theirs.ids.workspaceId, stackId: theirs.ids.stackId }
    await other.client.stacks.update({ params, body: { name: 'Theirs' } })
    await theirClient.until(() => theirClient.last('pushStacks')?.stacks[0]?.name === 'Theirs')
    await announceOwnStack()
    await mineClient.until(() => mineClient.all('pushStacks').length > before)
    expect(mineClient.all('pushStacks')).toHaveLength(before + 1)
    expect(JSON.stringify(mineClient.messages)).not.toContain(theirs.ids.stackId)
  })

  test("announced under a foreign workspace's name reach nobody", async () => {
    const other = await app.current.signIn()
    const theirs = await createObjectTree(app.current, other)
    const client = await enter(owner)
    await asSystem(async (tx) =>
      announce(tx, { workspaceId: tree.ids.workspaceId, kind: 'pushStacks', ids: [theirs.ids.stackId] }),
    )
    await client.until(() => client.all('pushStacks').length > 1)
    expect(client.last('pushStacks')?.stacks).toEqual([])
  })

  test('[W-346] deleted stacks are named', async () => {
    const fresh = await createObjectTree(app.current, owner)
    const client = await enter(owner, fresh.ids.workspaceId)
    await asSystem(async (tx) =>
      announce(tx, {
        workspaceId: fresh.ids.workspaceId,
        kind: 'deleteEntities',
        ids: [`Stack:${fresh.ids.stackId}`],
      }),
    )
    await client.until(() => client.last('deleteEntities') !== undefined)
    expect(client.last('deleteEntities')?.entities).toEqual([
      { entityTypeName: 'Stack', entityId: fresh.ids.stackId },
    ])
  })
})

test('a browser that disconnects before the state arrives is removed, and others are served', async () => {
  const hasty = await knock(hubOf(tree.ids.workspaceId))
  hasty.authenticate(owner.accessToken)
  hasty.socket.terminate()
  const client = await enter(owner)
  const params = { workspaceId: tree.ids.workspaceId, stackId: tree.ids.stackId }
  await owner.client.stacks.update({ params, body: { name: 'After the hasty' } })
  await client.until(() => client.all('pushStacks').length > 1)
  expect(client.last('pushStacks')?.stacks[0]?.name).toBe('After the hasty')
})

describe('who may listen', () => {
  test('nobody without a token', async () => {
    const client = await knock(hubOf(tree.ids.workspaceId))
    expect(await client.closed()).toBe(hubCloseCodes.notAuthorized)
    expect(client.messages).toEqual([])
  })

  test.each([['not JSON'], ['{"type":"subscribe"}'], ['{"type":"authenticate","accessToken":"x","more":1}']])(
    'nobody who says %s',
    async (text) => {
      const client = await knock(hubOf(tree.ids.workspaceId))
      client.socket.send(text)
      expect(await client.closed()).toBe(hubCloseCodes.badMessage)
    },
  )

  test('no outsider, and no workspace that does not exist', async () => {
    const outsider = await app.current.signIn()
    for (const workspaceId of [tree.ids.workspaceId, newId()]) {
      const client = await knock(hubOf(workspaceId))
      client.authenticate(outsider.accessToken)
      expect(await client.closed()).toBe(hubCloseCodes.notAuthorized)
      expect(client.messages).toEqual([])
    }
  })

  test.each(['/api/workspaces/hub', '/api/workspaces/hub?workspaceId=x', '/elsewhere', '//'])(
    'nobody at %s',
    async (path) => {
      expect(await (await knock(path)).closed()).toBe(1006)
    },
  )

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3000' },
    { host: 'evil.example', origin: 'http://evil.example' },
    { host: 'evil.example' },
  ])('no page of another site: %o', async (headers) => {
    const client = await knock(hubOf(tree.ids.workspaceId), headers)
    expect(await client.closed()).toBe(1006)
  })

  test('the page under any name of the loopback', async () => {
    const host = `localhost:${new URL(app.current.origin).port}`
    const client = await knock(hubOf(tree.ids.workspaceId), { host, origin: `http://${host}` })
    client.authenticate(owner.accessToken)
    await client.until(() => client.all('stateIsComplete').length > 0)
    expect(client.closeCode).toBeNull()
  })

  test('no member after his removal', async () => {
    const guest = await app.current.signIn()
    await tree.addMember(guest.userId, 'Reader')
    const client = await enter(guest)
    await asSystem(async (tx) => {
      await tx.update(member).set({ status: 'Removed' }).where(eq(member.userId, guest.userId))
      await announce(tx, {
        workspaceId: tree.ids.workspaceId,
        kind: 'pushWorkspace',
        ids: [tree.ids.workspaceId],
      })
    })
    expect(await client.closed()).toBe(hubCloseCodes.notAuthorized)
    expect(client.all('pushWorkspace')).toHaveLength(1)
  })

  test('nobody for longer than his token, unless he renews it', async () => {
    const client = await enter(owner)
    client.authenticate((await app.current.signIn(owner.emailAddress)).accessToken)
    const params = { workspaceId: tree.ids.workspaceId, stackId: tree.ids.stackId }
    await owner.client.stacks.update({ params, body: { name: 'Again' } })
    await client.until(() => client.last('pushStacks')?.stacks[0]?.name === 'Again')
    client.authenticate((await app.current.signIn()).accessToken)
    expect(await client.closed()).toBe(hubCloseCodes.notAuthorized)
  })

  test("nobody with another member's token", async () => {
    const colleague = await app.current.signIn()
    await tree.addMember(colleague.userId, 'Administrator')
    const client = await enter(owner)
    client.authenticate(colleague.accessToken)
    expect(await client.closed()).toBe(hubCloseCodes.notAuthorized)
  })
})
