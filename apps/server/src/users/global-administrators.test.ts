import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { password, problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { printAdministratorLinks } from '../start/print-administrator-links.ts'

const boss = 'boss@example.com'
const mailServer = { SLUICE_MAIL_URL: 'smtp://127.0.0.1:9' }
type App = ReturnType<typeof testApp>

const administers = async ({ client }: SignedIn) =>
  (await client.users.getSignInInfo()).user?.isGlobalAdministrator
const printed = async ({ current }: App) => {
  const lines: string[] = []
  await printAdministratorLinks(current.ctx, (line) => lines.push(line))
  return lines
}
/** The secret of the link that stands at the end of a text. */
const secretIn = (text = '') => /confirm=([\w-]+)/.exec(text)?.[1] ?? ''
const mailedTo = async ({ current }: App, address: string) => {
  const { rows } = await current.ctx.database.asSystem((tx) =>
    tx.execute<{ body: string }>(
      sql`select body from outbox_mail where to_address = ${address} order by created_utc`,
    ),
  )
  return rows.map(({ body }) => body)
}

describe('a named address without a mail server', () => {
  const app = testApp({ settings: { SLUICE_GLOBAL_ADMINS: boss } })

  test('makes nobody an administrator until the printed link is used, which works once and for its address only', async () => {
    const [line = '', ...others] = await printed(app)
    expect(others).toEqual([])
    const stranger = await app.current.signIn(await app.current.register(boss))
    expect(await administers(stranger)).toBe(false)
    const [, other] = [await app.current.register(), await app.current.register()]
    const byAnother = app.current.signIn(other, secretIn(line))
    expect((await problemOf(byAnother)).type).toBe('identityAccountNotConfirmed')
    const proven = await app.current.signIn(boss, secretIn(line))
    expect([await administers(proven), await administers(stranger)]).toEqual([true, true])
    expect((await problemOf(app.current.signIn(boss, secretIn(line)))).type).toBe(
      'identityAccountNotConfirmed',
    )
    expect(await printed(app)).toEqual([])
  })

  test('whoever leaves the setting loses the rights at the next call, and the sockets of foreign workspaces end', async () => {
    const member = await app.current.signIn()
    const tree = await createObjectTree(app.current, member)
    const administrator = await app.current.signInAsAdministrator(boss)
    const socket = await HubClient.enter(app.current.origin, tree.ids.workspaceId, administrator.accessToken)
    const { config } = app.current.ctx
    const named = config.globalAdministrators
    // A restart without the name reads the configuration anew.
    Object.assign(config, { globalAdministrators: ['another@example.com'] })
    try {
      expect((await problemOf(administrator.client.users.listUndeliveredMail())).type).toBe(
        'userNotAuthorized',
      )
      const { refreshToken } = administrator
      const fresh = await app.current.client().users.refresh({ body: { refreshToken } })
      const call = app.current.client(fresh.accessToken).users.listUndeliveredMail()
      expect((await problemOf(call)).type).toBe('userNotAuthorized')
    } finally {
      Object.assign(config, { globalAdministrators: named })
      socket.socket.terminate()
    }
  })
})

describe('a named address with a mail server', () => {
  const app = testApp({ settings: { SLUICE_GLOBAL_ADMINS: boss, ...mailServer } })

  test('is proven by the link in the mail, with the password of the account', async () => {
    expect(await printed(app)).toEqual([])
    await app.current.register(boss)
    expect(await problemOf(app.current.signIn(boss))).toMatchObject({
      type: 'identityAccountNotConfirmed',
      detail: `Open the link in the mail that was sent to ${boss}.`,
    })
    const [mail, ...more] = await mailedTo(app, boss)
    expect(more).toEqual([])
    const body = { username: boss, password: `${password}!`, confirmationToken: secretIn(mail) }
    expect((await problemOf(app.current.client().users.login({ body }))).type).toBe(
      'identityCredentialsInvalid',
    )
    expect(await administers(await app.current.signIn(boss, secretIn(mail)))).toBe(true)
    expect(await administers(await app.current.signIn(boss))).toBe(true)
  })

  test('a reset link proves the address too', async () => {
    const address = await app.current.register()
    await app.current.client().users.forgotPassword({ body: { emailAddress: address } })
    const reset = (await mailedTo(app, address)).find((body) => body.includes('/password/reset/')) ?? ''
    const [userId = '', encodedPasswordResetToken = ''] =
      /reset\/([^/]+)\/([^/]+)/.exec(reset)?.slice(1) ?? []
    const body = { userId, encodedPasswordResetToken, newPassword: password }
    await app.current.client().users.resetPassword({ body })
    expect((await app.current.signIn(address)).userId).toBe(userId)
  })
})

describe('without named administrators', () => {
  const fresh = testApp({ settings: mailServer })

  test('the first account is one without any proof while only this machine can reach the server, the second is not', async () => {
    const first = await fresh.current.signIn()
    const second = await fresh.current.register()
    const [mail] = await mailedTo(fresh, second)
    const others = await fresh.current.signIn(second, secretIn(mail))
    expect([await administers(first), await administers(others)]).toEqual([true, false])
    const { config } = fresh.current.ctx
    const { listen } = config
    Object.assign(config, { listen: { ...listen, host: '0.0.0.0' } })
    expect(await administers(first)).toBe(false)
    Object.assign(config, { listen })
  })
})
