import { hubCloseCodes } from '@sluice/contract/push'
import { member as memberSchema } from '@sluice/contract/member'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { closedInTime } from '../hub/testing/closed-in-time.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { newId } from '../platform/ids.ts'

const app = testApp()
const clients: HubClient[] = []
let people: Record<'owner' | 'administrator' | 'reader', SignedIn>
let tree: ObjectTree
let readerId: string
let administratorId: string

beforeEach(async () => {
  // The first account administers the installation and may do everything, so the tests use other accounts.
  if (people === undefined) {
    await app.current.signIn()
    const signIn = async () => app.current.signIn()
    people = { owner: await signIn(), administrator: await signIn(), reader: await signIn() }
  }
  tree = await createObjectTree(app.current, people.owner)
  administratorId = await tree.addMember(people.administrator.userId, 'Administrator')
  readerId = await tree.addMember(people.reader.userId, 'Reader')
})
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
})

const enter = async ({ accessToken }: SignedIn) => {
  const client = await HubClient.enter(app.current.origin, tree.ids.workspaceId, accessToken)
  clients.push(client)
  return client
}
const at = (memberId: string) => ({ workspaceId: tree.ids.workspaceId, memberId })
const remove = async (by: SignedIn, memberId: string) => by.client.members.remove({ params: at(memberId) })
const pushedMember = (client: HubClient, memberId: string) =>
  client.last('pushWorkspace')?.workspace.members.find(({ id }) => id === memberId)

describe('a member', () => {
  test('[W-317] gets another role, which everybody sees and which counts at once', async () => {
    const client = await enter(people.owner)
    const { administrator, reader } = people
    const body = { accessLevel: 'Operator' } as const
    await administrator.client.members.update({ params: at(readerId), body })
    await client.until(() => pushedMember(client, readerId)?.accessLevel === 'Operator')
    const rename = async (name: string) =>
      reader.client.workspaces.update({ params: tree.ids, body: { name } })
    expect((await problemOf(rename('No'))).type).toBe('userNotAuthorized')
    await administrator.client.members.update({
      params: at(readerId),
      body: { accessLevel: 'Administrator' },
    })
    await rename(`Renamed ${newId()}`)
  })

  test('keeps the role when none is sent, and takes no other value and no other property', async () => {
    const { client } = people.owner
    await client.members.update({ params: at(readerId), body: {} })
    const path = `/workspaces/${tree.ids.workspaceId}/members/${readerId}`
    const send = async (body: object) => {
      const init = {
        method: 'PATCH',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }
      const answer: unknown = await (await app.current.fetch(path, init, people.owner.accessToken)).json()
      return typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'type') : null
    }
    expect(await send({ accessLevel: 'Owner' })).toBe('validationFailed')
    expect(await send({ status: 'Removed' })).toBe('patchPropertyNotAllowed')
    const hub = await enter(people.owner)
    expect(pushedMember(hub, readerId)).toMatchObject({ status: 'Active', accessLevel: 'Reader' })
  })

  test('[W-319][W-227][W-218][W-200] who is removed stays in the list as Removed, with all fields', async () => {
    const client = await enter(people.owner)
    expect(pushedMember(client, readerId)?.status).toBe('Active')
    await remove(people.administrator, readerId)
    await client.until(() => pushedMember(client, readerId)?.status === 'Removed')
    const { userId, emailAddress: userEmailAddress } = people.reader
    const member = pushedMember(client, readerId)
    expect(Object.keys(member ?? {}).toSorted()).toEqual(Object.keys(memberSchema.shape).toSorted())
    expect(member).toMatchObject({
      workspaceId: tree.ids.workspaceId,
      invitedByUserId: null,
      userId,
      userEmailAddress,
      userFirstName: 'Ada',
      userLastName: 'Lovelace',
      accessLevel: 'Reader',
    })
  })

  test('who is removed loses the socket within two seconds and every right with the next call', async () => {
    const [theirs, mine] = [await enter(people.reader), await enter(people.owner)]
    await people.reader.client.workspaces.getBilling({ params: tree.ids })
    await remove(people.administrator, readerId)
    expect((await problemOf(people.reader.client.workspaces.getBilling({ params: tree.ids }))).type).toBe(
      'entityNotFound',
    )
    expect([await closedInTime(theirs), mine.closeCode]).toEqual([hubCloseCodes.notAuthorized, null])
    expect(theirs.all('pushWorkspace')).toHaveLength(1)
    const listed = await people.reader.client.workspaces.list()
    expect(listed.map(({ id }) => id)).not.toContain(tree.ids.workspaceId)
  })

  test('who is removed is not removed again, and gets no role', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, async () => remove(people.owner, readerId)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const body = { accessLevel: 'Operator' } as const
    const call = people.owner.client.members.update({ params: at(readerId), body })
    expect((await problemOf(call)).type).toBe('entityNotFound')
  })

  test('of any role may leave, but not send others away', async () => {
    expect((await problemOf(remove(people.reader, administratorId))).type).toBe('userNotAuthorized')
    await remove(people.reader, readerId)
    const client = await enter(people.owner)
    expect(pushedMember(client, readerId)?.status).toBe('Removed')
    expect(pushedMember(client, administratorId)?.status).toBe('Active')
  })

  test('[W-289] who owns the workspace is removed by nobody', async () => {
    const { owner, administrator, reader } = people
    for (const by of [owner, administrator]) {
      expect(await problemOf(remove(by, tree.ids.memberId))).toMatchObject({
        type: 'memberOwnerNotRemovable',
        status: 409,
      })
    }
    expect((await problemOf(remove(reader, tree.ids.memberId))).type).toBe('userNotAuthorized')
    expect(await owner.client.workspaces.list()).toContainEqual(
      expect.objectContaining({ id: tree.ids.workspaceId, ownerUserId: owner.userId }),
    )
  })
})
