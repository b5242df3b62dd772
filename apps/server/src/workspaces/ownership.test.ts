import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { mailsTo } from '../invitations/testing/invite.ts'
import { member } from '../platform/database/schema/workspaces.ts'

const app = testApp()
let owner: SignedIn
let first: SignedIn
let second: SignedIn

beforeAll(async () => {
  // The first account administers the installation and may do everything, so the tests use other accounts.
  await app.current.signIn()
  const signIn = async () => app.current.signIn()
  ;[owner, first, second] = [await signIn(), await signIn(), await signIn()]
})

/** A workspace of `owner` with two readers. */
async function withMembers() {
  const tree = await createObjectTree(app.current, owner)
  const { workspaceId } = tree.ids
  const firstId = await tree.addMember(first.userId, 'Reader')
  await tree.addMember(second.userId, 'Reader')
  const give = async (from: SignedIn, to: SignedIn) =>
    from.client.workspaces.update({ params: { workspaceId }, body: { ownerUserId: to.userId } })
  const remove = async (from: SignedIn, memberId: string) =>
    from.client.members.remove({ params: { workspaceId, memberId } })
  const statusOf = async ({ userId }: SignedIn) =>
    app.current.ctx.database.asSystem(async (tx) => {
      const rows = await tx.select().from(member).where(eq(member.workspaceId, workspaceId))
      return rows.find((row) => row.userId === userId)?.status
    })
  return { workspaceId, tree, firstId, give, remove, statusOf }
}

describe('ownership', () => {
  test('[W-228][W-230][W-288] goes to the chosen member; the former owner keeps his role and loses the rest', async () => {
    const { workspaceId, give, remove, tree } = await withMembers()
    await give(owner, first)
    const listed = (await first.client.workspaces.list()).find(({ id }) => id === workspaceId)
    expect(listed).toMatchObject({ ownerUserId: first.userId, accessLevel: 'Administrator' })
    const params = { workspaceId }
    expect((await problemOf(give(owner, owner))).type).toBe('userNotAuthorized')
    const deletion = owner.client.workspaces.delete({ params })
    expect((await problemOf(deletion)).type).toBe('userNotAuthorized')
    await owner.client.invitations.create({ params, body: { sendToEmailAddress: 'a@example.com' } })
    await remove(first, tree.ids.memberId)
    expect((await problemOf(give(owner, owner))).type).toBe('entityNotFound')
  })

  test('[W-229] is told to both by mail and to every open page', async () => {
    const { workspaceId, give } = await withMembers()
    const client = await HubClient.enter(app.current.origin, workspaceId, owner.accessToken)
    await give(owner, second)
    await client.until(() => client.last('pushWorkspace')?.workspace.ownerUserId === second.userId)
    client.socket.terminate()
    const bodyTo = async ({ emailAddress }: SignedIn) => (await mailsTo(app.current, emailAddress))[0]?.body
    expect([await bodyTo(owner), await bodyTo(second)]).toEqual([
      'You are no longer the owner.',
      'You are the owner now.',
    ])
  })

  test('[W-279] is not transferred to the owner, nor to a user who is no member or was removed', async () => {
    const { give, remove, firstId } = await withMembers()
    await remove(owner, firstId)
    const stranger = await app.current.signIn()
    for (const to of [owner, stranger, first]) {
      expect((await problemOf(give(owner, to))).type).toBe('patchPropertyInvalid')
    }
  })

  test('has one holder after many transfers at once', async () => {
    const { workspaceId, give } = await withMembers()
    const candidates = [first, second, first, second]
    const outcomes = await Promise.allSettled(candidates.map(async (to) => give(owner, to)))
    const [granted, ...more] = candidates.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    expect(more).toEqual([])
    const listed = (await owner.client.workspaces.list()).find(({ id }) => id === workspaceId)
    expect(listed?.ownerUserId).toBe(granted?.userId)
  })

  test('is held by an active member after two transfers and a removal at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { workspaceId, give, remove, firstId, statusOf } = await withMembers()
      const [toFirst, toSecond, removal] = await Promise.allSettled([
        give(owner, first),
        give(owner, second),
        remove(owner, firstId),
      ])
      const listed = (await owner.client.workspaces.list()).find(({ id }) => id === workspaceId)
      const holder = [owner, first, second].find(({ userId }) => userId === listed?.ownerUserId)
      expect(holder && (await statusOf(holder))).toBe('Active')
      expect([toFirst, removal].filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
      expect([toFirst, toSecond].filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
    }
  })
})
