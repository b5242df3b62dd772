import { sql } from 'drizzle-orm'
import { consoleConfig } from '@sluice/contract/console-config'
import { describe, expect, test } from 'vitest'
import { type ObjectTree, createObjectTree } from '../api/testing/object-tree.ts'
import { password, problemOf, testApp } from '../api/testing/test-app.ts'
import { invitation } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'
import { newInvitationToken } from '../invitations/invitation-token.ts'

const names = { firstName: 'Grace', lastName: 'Hopper', mobilePhoneNumber: null }
type App = ReturnType<typeof testApp>

const registering = (app: App, emailAddress: string) =>
  app.current.client().users.register({ body: { emailAddress, password, ...names } })
const configOf = async (app: App) =>
  consoleConfig.parse(await (await fetch(`${app.current.origin}/console-config.json`)).json())
const registrationOf = async (app: App) => (await configOf(app)).registration

interface Sent {
  readonly to: string
  readonly minutes: number
}
const invite = async (app: App, { ids }: ObjectTree, { to, minutes }: Sent) =>
  app.current.ctx.database.asSystem(async (tx) => {
    const id = newId()
    await tx.insert(invitation).values({
      id,
      workspaceId: ids.workspaceId,
      sendToEmailAddress: to,
      accessLevel: 'Reader',
      createdByUserId: sql`(select owner_user_id from workspace where id = ${ids.workspaceId})`,
      ...newInvitationToken(app.current.ctx.secrets, id),
      validUntilUtc: new Date(Date.now() + minutes * 60_000),
    })
  })

describe('a server that is closed', () => {
  const app = testApp({ settings: { SLUICE_REGISTRATION: 'closed' } })

  test('lets the first account be made and no other, also one that is invited', async () => {
    expect(await registrationOf(app)).toBe('open')
    const first = await app.current.signIn()
    expect(await registrationOf(app)).toBe('closed')
    await invite(app, await createObjectTree(app.current, first), { to: 'ann@example.com', minutes: 60 })
    for (const emailAddress of ['ann@example.com', 'bob@example.com']) {
      expect(await problemOf(registering(app, emailAddress))).toMatchObject({
        type: 'userNotAuthorized',
        status: 403,
        detail: 'New accounts cannot be created on this server.',
      })
    }
  })
})

describe('a server for invited people', () => {
  const app = testApp({ settings: { SLUICE_REGISTRATION: 'invited' } })

  test('lets an address with a valid invitation sign up, and no other', async () => {
    const tree = await createObjectTree(app.current, await app.current.signIn())
    expect(await registrationOf(app)).toBe('invited')
    await invite(app, tree, { to: 'Ann@Example.com', minutes: 60 })
    await invite(app, tree, { to: 'late@example.com', minutes: -1 })
    await registering(app, 'ann@example.COM')
    for (const emailAddress of ['late@example.com', 'bob@example.com']) {
      expect(await problemOf(registering(app, emailAddress))).toMatchObject({
        type: 'userNotAuthorized',
        status: 403,
        detail: 'Only the e-mail address of a valid invitation can sign up on this server.',
      })
    }
  })
})

describe('a server that is open', () => {
  const app = testApp()

  test('lets anybody sign up, and says whether nobody has done so yet', async () => {
    expect((await configOf(app)).hasNoAccounts).toBe(true)
    await app.current.register()
    expect((await configOf(app)).hasNoAccounts).toBe(false)
    await app.current.register()
    expect(await registrationOf(app)).toBe('open')
  })
})
