import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { member } from '../platform/database/schema/workspaces.ts'
import { invite } from './testing/invite.ts'

const app = testApp()
let administratorOfServer: SignedIn
let owner: SignedIn
let administrator: SignedIn
let tree: ObjectTree
let workspaceId: string

beforeAll(async () => {
  // The first account administers the installation and may do everything.
  const root = await app.current.signIn()
  ;[owner, administrator] = [await app.current.signIn(), await app.current.signIn()]
  tree = await createObjectTree(app.current, owner)
  await tree.addMember(administrator.userId, 'Administrator')
  ;({ workspaceId } = tree.ids)
  administratorOfServer = root
})

const membershipOf = async ({ userId }: SignedIn) =>
  app.current.ctx.database.asSystem(async (tx) => tx.select().from(member).where(eq(member.userId, userId)))

const newSender = async () => {
  const sender = await app.current.signIn()
  return { sender, memberId: await tree.addMember(sender.userId, 'Administrator') }
}

interface Sender {
  readonly sender: SignedIn
  readonly memberId: string
}

const waysOut = [
  {
    way: 'was removed',
    leave: async ({ memberId }: Sender) => owner.client.members.remove({ params: { workspaceId, memberId } }),
  },
  {
    way: 'has a lower role',
    leave: async ({ memberId }: Sender) =>
      owner.client.members.update({
        params: { workspaceId, memberId },
        body: { accessLevel: 'Contributor' },
      }),
  },
  {
    way: 'has a disabled account',
    leave: async ({ sender }: Sender) =>
      administratorOfServer.client.accounts.disable({ params: { accountId: sender.userId } }),
  },
  {
    way: 'lost the rights without a change of the invitation',
    leave: async ({ memberId }: Sender) =>
      app.current.ctx.database.asSystem(async (tx) =>
        tx.update(member).set({ status: 'Removed' }).where(eq(member.id, memberId)),
      ),
  },
]

test.each(waysOut)(
  'an invitation lets nobody in whose sender $way, until another administrator renews it',
  async ({ leave }) => {
    const made = await newSender()
    const { id, link } = await invite(made.sender, workspaceId)
    await leave(made)
    const guest = await app.current.signIn()
    expect((await problemOf(guest.client.invitations.accept(link))).type).toBe('invitationExpired')
    expect(await membershipOf(guest)).toEqual([])
    await administrator.client.invitations.extend({ params: { workspaceId, invitationId: id } })
    await guest.client.invitations.accept(link)
    expect(await membershipOf(guest)).toMatchObject([{ invitedByUserId: administrator.userId }])
  },
)

test('it opens no account where only invited people sign up', async () => {
  const { sender, memberId } = await newSender()
  const { sendToEmailAddress } = await invite(sender, workspaceId)
  const { config } = app.current.ctx
  const { registration } = config
  Object.assign(config, { registration: 'invited' })
  try {
    await app.current.ctx.database.asSystem(async (tx) =>
      tx.update(member).set({ status: 'Removed' }).where(eq(member.id, memberId)),
    )
    expect((await problemOf(app.current.register(sendToEmailAddress))).type).toBe('userNotAuthorized')
  } finally {
    Object.assign(config, { registration })
  }
})
