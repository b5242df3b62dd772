import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { password, problemOf, testApp } from '../api/testing/test-app.ts'
import { outboxMail } from '../platform/database/schema/server.ts'
import { passwordReset, session } from '../platform/database/schema/users.ts'

const app = testApp({ settings: { SLUICE_GLOBAL_ADMINS: 'boss@example.com' } })
const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)
const newPassword = 'Another-horse-2'

const mailsTo = async (address: string) =>
  asSystem(async (tx) =>
    tx
      .select()
      .from(outboxMail)
      .where(eq(outboxMail.toAddress, address))
      .orderBy(desc(outboxMail.createdUtc)),
  )
const forgot = async (emailAddress: string) =>
  app.current.client().users.forgotPassword({ body: { emailAddress } })

/** Asks for a reset and reads the link in the mail. */
async function resetLinkFor(emailAddress: string) {
  await forgot(emailAddress)
  const [mail] = await mailsTo(emailAddress)
  const [, userId = '', encodedPasswordResetToken = ''] =
    /reset\/([^/]+)\/([^/]+)\//.exec(mail?.body ?? '') ?? []
  return { userId, encodedPasswordResetToken, body: mail?.body ?? '' }
}
const reset = async (link: { userId: string; encodedPasswordResetToken: string }, given = newPassword) => {
  const { userId, encodedPasswordResetToken } = link
  return app.current
    .client()
    .users.resetPassword({ body: { userId, encodedPasswordResetToken, newPassword: given } })
}
const login = async (username: string, given: string) =>
  app.current.client().users.login({ body: { username, password: given } })

describe('a forgotten password', () => {
  test('[W-301] [W-302] is replaced with the link of the mail', async () => {
    const address = await app.current.register()
    const link = await resetLinkFor(address)
    expect(link.body).toContain(`${app.current.ctx.config.publicUrl}/password/reset/`)
    await reset(link)
    expect((await problemOf(login(address, password))).type).toBe('identityCredentialsInvalid')
    expect((await login(address, newPassword)).accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  test('of an unknown address gets the same answer and no mail', async () => {
    await forgot('nobody@example.com')
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })

  test('a link that was never one is refused as a token that is not valid', async () => {
    const malformed = { userId: 'abc', encodedPasswordResetToken: 'def' }
    expect(await problemOf(reset(malformed))).toMatchObject({
      type: 'identityResetPasswordTokenInvalid',
      status: 400,
    })
  })

  test('a link works once, and only the newest one', async () => {
    const address = await app.current.register()
    const first = await resetLinkFor(address)
    const second = await resetLinkFor(address)
    expect((await problemOf(reset(first))).type).toBe('identityResetPasswordTokenInvalid')
    await reset(second)
    expect((await problemOf(reset(second))).type).toBe('identityResetPasswordTokenInvalid')
  })

  test('a link works for no other user and not after an hour', async () => {
    const [mine, theirs] = [await app.current.register(), await app.current.signIn()]
    const link = await resetLinkFor(mine)
    expect((await problemOf(reset({ ...link, userId: theirs.userId }))).status).toBe(400)
    await asSystem(async (tx) =>
      tx.update(passwordReset).set({ expiresUtc: sql`now() - interval '1 second'` }),
    )
    expect((await problemOf(reset(link))).type).toBe('identityResetPasswordTokenInvalid')
  })

  test('a weak new password leaves the link alive', async () => {
    const link = await resetLinkFor(await app.current.register())
    expect((await problemOf(reset(link, 'weak'))).type).toBe('identityResetPasswordValidationFailed')
    await reset(link)
  })

  test('the reset ends every session', async () => {
    const user = await app.current.signIn()
    await reset(await resetLinkFor(user.emailAddress))
    expect((await user.client.users.getSignInInfo()).isAuthenticated).toBe(false)
  })

  test('a link dies when the password is changed', async () => {
    const user = await app.current.signIn()
    const link = await resetLinkFor(user.emailAddress)
    await user.client.users.changePassword({ body: { newPassword } })
    expect((await problemOf(reset(link))).type).toBe('identityResetPasswordTokenInvalid')
  })

  test('the token is not stored in clear', async () => {
    const { encodedPasswordResetToken } = await resetLinkFor(await app.current.register())
    const rows = await asSystem(async (tx) => tx.select().from(passwordReset))
    expect(JSON.stringify(rows)).not.toContain(encodedPasswordResetToken)
  })
})

describe('the address of an account', () => {
  test('changes with a fresh sign-in, and the old one is told', async () => {
    const user = await app.current.signIn()
    await user.client.users.update({ body: { emailAddress: 'new-address@example.com' } })
    expect((await mailsTo(user.emailAddress))[0]?.body).toContain('new-address@example.com')
    expect((await login('new-address@example.com', password)).accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  test('needs a sign-in that is at most ten minutes old, like the password', async () => {
    const user = await app.current.signIn()
    const old = { authenticatedUtc: sql`now() - interval '11 minutes'` }
    await asSystem(async (tx) => tx.update(session).set(old).where(eq(session.userId, user.userId)))
    const calls = [
      () => user.client.users.update({ body: { emailAddress: 'late@example.com' } }),
      () => user.client.users.changePassword({ body: { newPassword } }),
    ]
    for (const call of calls)
      expect(await problemOf(call())).toMatchObject({ type: 'userNotAuthorized', status: 401 })
    await user.client.users.update({ body: { firstName: 'Still' } })
  })

  test('cannot become the one of a named administrator', async () => {
    const user = await app.current.signIn()
    const call = user.client.users.update({ body: { emailAddress: 'Boss@example.com' } })
    expect((await problemOf(call)).type).toBe('validationFailed')
  })
})
