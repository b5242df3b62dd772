import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { invitation, member } from '../platform/database/schema/workspaces.ts'
import { endsIn, invite } from './testing/invite.ts'

const app = testApp()
let owner: SignedIn
let guests: SignedIn[]
let tree: ObjectTree
let workspaceId: string

beforeAll(async () => {
  await app.current.signIn()
  owner = await app.current.signIn()
  guests = await Promise.all(Array.from({ length: 4 }, async () => app.current.signIn()))
  tree = await createObjectTree(app.current, owner)
  ;({ workspaceId } = tree.ids)
})

const rowsOf = async ({ userId }: SignedIn) =>
  app.current.ctx.database.asSystem(async (tx) => tx.select().from(member).where(eq(member.userId, userId)))
const countOpen = async (id: string) =>
  app.current.ctx.database.asSystem(async (tx) => tx.$count(invitation, eq(invitation.id, id)))
const succeeded = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length

/** Runs a call that waits for the workspace, while the owner of the database changes something. */
async function meanwhile(call: () => Promise<unknown>, change: string): Promise<readonly [Promise<unknown>]> {
  const [holder, watcher] = [new Client(app.current.ownerUrl), new Client(app.current.ownerUrl)]
  await Promise.all([holder.connect(), watcher.connect()])
  try {
    await holder.query('begin')
    await holder.query('select 1 from workspace where id = $1 for update', [workspaceId])
    const calling = call()
    calling.catch(() => undefined)
    await expect
      .poll(async () => {
        const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        return (await watcher.query(waiting)).rowCount
      })
      .toBe(1)
    await holder.query(change)
    await holder.query('commit')
    return [calling]
  } finally {
    await Promise.all([holder.end(), watcher.end()])
  }
}

test('of forty accepts at once by four people, one makes a member', async () => {
  const { id, link } = await invite(owner, workspaceId)
  const calls = Array.from({ length: 10 }, () => guests).flat()
  const outcomes = await Promise.allSettled(calls.map(async ({ client }) => client.invitations.accept(link)))
  expect(succeeded(outcomes)).toBe(1)
  const memberships = await Promise.all(guests.map(rowsOf))
  expect(memberships.flat()).toMatchObject([{ status: 'Active', workspaceId }])
  expect(await countOpen(id)).toBe(0)
})

test('of two invitations that one person accepts at once, one is taken and the other stays', async () => {
  const guest = await app.current.signIn()
  const made = [await invite(owner, workspaceId), await invite(owner, workspaceId)]
  const outcomes = await Promise.allSettled(
    made.map(async ({ link }) => guest.client.invitations.accept(link)),
  )
  expect(succeeded(outcomes)).toBe(1)
  expect(await rowsOf(guest)).toMatchObject([{ status: 'Active' }])
  const left = await Promise.all(made.map(async ({ id }) => countOpen(id)))
  expect(left.toSorted((a, b) => a - b)).toEqual([0, 1])
})

test('an accept and a deletion at once: one of them happens', async () => {
  for (let round = 0; round < 5; round += 1) {
    const guest = await app.current.signIn()
    const { link } = await invite(owner, workspaceId)
    const [accepted, deleted] = await Promise.allSettled([
      guest.client.invitations.accept(link),
      owner.client.invitations.delete({ params: link.params }),
    ])
    expect([accepted, deleted].map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await rowsOf(guest)).length).toBe(accepted.status === 'fulfilled' ? 1 : 0)
  }
})

describe('what changes while a call waits', () => {
  test('an invitation that expires meanwhile is not accepted', async () => {
    const guest = await app.current.signIn()
    const { id, link } = await invite(owner, workspaceId)
    const change = `update invitation set valid_until_utc = clock_timestamp() where id = '${id}'`
    const [call] = await meanwhile(async () => guest.client.invitations.accept(link), change)
    expect((await problemOf(call)).type).toBe('invitationExpired')
    expect(await rowsOf(guest)).toEqual([])
  })

  test('an administrator who is removed meanwhile invites nobody', async () => {
    const administrator = await app.current.signIn()
    const memberId = await tree.addMember(administrator.userId, 'Administrator')
    const to = 'nobody@example.com'
    const [call] = await meanwhile(
      async () => invite(administrator, workspaceId, { to }),
      `update member set status = 'Removed' where id = '${memberId}'`,
    )
    expect((await problemOf(call)).type).toBe('entityNotFound')
    const made = eq(invitation.sendToEmailAddress, to)
    expect(await app.current.ctx.database.asSystem(async (tx) => tx.$count(invitation, made))).toBe(0)
  })

  test('an administrator who is demoted meanwhile renews nothing', async () => {
    const administrator = await app.current.signIn()
    const memberId = await tree.addMember(administrator.userId, 'Administrator')
    const { id, link } = await invite(owner, workspaceId)
    await endsIn(app.current, id, -1)
    const [call] = await meanwhile(
      async () => administrator.client.invitations.extend({ params: link.params }),
      `update member set access_level = 'Contributor' where id = '${memberId}'`,
    )
    expect((await problemOf(call)).type).toBe('userNotAuthorized')
    const guest = await app.current.signIn()
    expect((await problemOf(guest.client.invitations.accept(link))).type).toBe('invitationExpired')
  })
})
