import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditActions } from '@sluice/contract/audit-events'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { password, problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { newId } from '../platform/ids.ts'

const administrator = 'root@example.com'
const app = testApp({ settings: { SLUICE_GLOBAL_ADMINS: administrator } })
let owner: SignedIn
let root: SignedIn
let tree: ObjectTree

beforeAll(async () => {
  root = await app.current.signInAsAdministrator(administrator)
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

/** The kinds of events that the call adds to the log of a person, oldest first. */
async function eventsOf(actorUserId: string, act: () => Promise<unknown>): Promise<string[]> {
  const read = async () => {
    const { rows } = await app.current.ctx.database.asSystem(async (tx) =>
      tx.execute<{ action: string; id: string }>(
        `select id, action from audit_event where actor_user_id = '${actorUserId}' order by id`,
      ),
    )
    return rows
  }
  const before = new Set((await read()).map(({ id }) => id))
  await act()
  return (await read()).flatMap(({ id, action }) => (before.has(id) ? [] : [action]))
}

/** The product's own files. */
function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesOf(path)
    return /(?<!\.test)\.ts$/.test(entry.name) ? [readFileSync(path, 'utf8')] : []
  })
}

test('every kind of event that the contract lists is written somewhere, and there are at least 45', () => {
  const sources = sourcesOf(join(import.meta.dirname, '..'))
  const unwritten = auditActions.filter((action) => !sources.some((text) => text.includes(`'${action}'`)))
  expect(unwritten).toEqual([])
  expect(auditActions.length).toBeGreaterThanOrEqual(45)
})

describe('of accounts', () => {
  test('ten wrong passwords are ten failures and a lock', async () => {
    const { emailAddress, userId } = await app.current.signIn()
    const { login } = app.current.client().users
    const events = await eventsOf(userId, async () => {
      for (let n = 0; n < 10; n++)
        await problemOf(login({ body: { username: emailAddress, password: 'wrong' } }))
    })
    expect(events).toEqual([...Array(10).fill('user.signInFailed'), 'user.lockedOut'])
  })

  test('sign-in, changes of profile, address and password, and sign-out', async () => {
    const emailAddress = await app.current.register()
    const person = await app.current.signIn(emailAddress)
    const { users } = person.client
    const newPassword = 'Another-horse-2'
    const events = await eventsOf(person.userId, async () => {
      await users.update({ body: { firstName: 'Eve' } })
      await users.update({ body: { emailAddress: `${newId()}@example.com` } })
      await users.update({ body: {} })
      await users.changePassword({ body: { newPassword } })
      await users.forgotPassword({ body: { emailAddress } })
      await users.logout()
    })
    expect(events).toEqual([
      'user.profileChanged',
      'user.emailChanged',
      'user.passwordChanged',
      'user.signedOut',
    ])
  })

  test('a request for a new password', async () => {
    const { emailAddress, userId, client } = await app.current.signIn()
    const events = await eventsOf(userId, async () => client.users.forgotPassword({ body: { emailAddress } }))
    expect(events).toEqual(['user.passwordResetRequested'])
  })
})

describe('of a workspace', () => {
  test('its settings, an environment and its tags', async () => {
    const { workspaces, stacks, environments } = owner.client
    const params = tree.ids
    const events = await eventsOf(owner.userId, async () => {
      await workspaces.update({ params, body: { companyName: 'Other' } })
      await stacks.update({ params, body: { name: 'Renamed' } })
      await stacks.getEncryptionKey({ params }).catch(() => undefined)
      await environments.update({
        params,
        body: { name: 'QA 2', sfdcUsername: 'ada@example.com', isLocked: false },
      })
      await environments.setTag({ params: { ...params, tagName: 'team' }, body: 'blue' })
      await environments.deleteTag({ params: { ...params, tagName: 'team' } })
    })
    expect(events.filter((action) => action !== 'stack.encryptionKeyRead')).toEqual([
      'workspace.updated',
      'stack.updated',
      'environment.unlocked',
      'environment.credentialsSet',
      'environment.updated',
      'environment.updated',
      'environment.updated',
    ])
  })

  test('invitations and members', async () => {
    const { invitations, members } = owner.client
    const { workspaceId } = tree.ids
    const guest = await app.current.signIn()
    const other = await app.current.signIn()
    const invite = async (sendToEmailAddress: string) =>
      invitations.create({ params: tree.ids, body: { sendToEmailAddress, accessLevel: 'Reader' } })
    const events = await eventsOf(owner.userId, async () => {
      const { id: invitationId } = await invite(guest.emailAddress)
      const params = { workspaceId, invitationId }
      await invitations.extend({ params })
      const { token } = await invitations.getToken({ params })
      await guest.client.invitations.accept({ params, query: { token } })
      const { id } = await invite(other.emailAddress)
      await invitations.delete({ params: { workspaceId, invitationId: id } })
      const memberId = await tree.addMember(other.userId, 'Operator')
      await members.update({ params: { workspaceId, memberId }, body: { accessLevel: 'Reader' } })
      await members.remove({ params: { workspaceId, memberId } })
    })
    expect(events).toEqual([
      'invitation.created',
      'invitation.extended',
      'invitation.tokenRead',
      'invitation.created',
      'invitation.deleted',
      'member.accessLevelChanged',
      'member.removed',
    ])
    const { rows } = await app.current.ctx.database.asSystem(async (tx) =>
      tx.execute<{ id: string }>(
        `select id from member where workspace_id = '${workspaceId}' and user_id = '${guest.userId}'`,
      ),
    )
    const memberId = rows[0]?.id ?? ''
    expect(
      await eventsOf(guest.userId, async () =>
        guest.client.members.remove({ params: { workspaceId, memberId } }),
      ),
    ).toEqual(['member.left'])
  })

  test('schedules and jobs', async () => {
    const { schedules, jobs } = owner.client
    const params = tree.ids
    const events = await eventsOf(owner.userId, async () => {
      await schedules.update({ params, body: { name: 'Other' } })
      await schedules.update({ params, body: { isEnabled: true } })
      await schedules.update({ params, body: { isEnabled: false } })
      await schedules.delete({ params })
      await jobs.cancel({ params })
    })
    expect(events).toEqual([
      'schedule.updated',
      'schedule.enabled',
      'schedule.disabled',
      'schedule.deleted',
      'job.cancellationRequested',
    ])
  })

  test('a new owner', async () => {
    const params = { workspaceId: (await createObjectTree(app.current, owner)).ids.workspaceId }
    const heir = await app.current.signIn()
    const { id: invitationId } = await owner.client.invitations.create({
      params,
      body: { sendToEmailAddress: heir.emailAddress, accessLevel: 'Reader' },
    })
    const { token } = await owner.client.invitations.getToken({ params: { ...params, invitationId } })
    await heir.client.invitations.accept({ params: { ...params, invitationId }, query: { token } })
    const events = await eventsOf(owner.userId, async () =>
      owner.client.workspaces.update({ params, body: { ownerUserId: heir.userId } }),
    )
    expect(events).toEqual(['workspace.ownerChanged'])
  })
})

describe('of a global administrator', () => {
  test('a view of the workspace of others, by calls and by mail that was not delivered', async () => {
    const events = await eventsOf(root.userId, async () => {
      await root.client.schedules.list({ params: tree.ids })
      await root.client.users.listUndeliveredMail()
    })
    expect(events).toEqual(['workspace.visitedByGlobalAdministrator', 'server.undeliveredMailRead'])
  })

  test('the data of an event holds no password, token or address of a link', async () => {
    const { rows } = await app.current.ctx.database.asSystem(async (tx) =>
      tx.execute<{ text: string }>('select e::text as text from audit_event e'),
    )
    const all = rows.map(({ text }) => text).join('\n')
    for (const secret of [password, owner.accessToken, owner.refreshToken, 'Another-horse-2'])
      expect(all).not.toContain(secret)
  })
})
