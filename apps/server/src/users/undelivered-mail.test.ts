import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../api/testing/test-app.ts'
import { outboxMail } from '../platform/database/schema/server.ts'
import { newId } from '../platform/ids.ts'

const administrator = 'root@example.com'
const app = testApp({ settings: { SLUICE_GLOBAL_ADMINS: administrator } })
const withMailServer = testApp({
  settings: { SLUICE_GLOBAL_ADMINS: administrator, SLUICE_MAIL_URL: 'smtp://127.0.0.1:9' },
})

/** The tests of this file share the account of the administrator, whichever of them is first. */
async function rootOf({ current }: ReturnType<typeof testApp>) {
  return current.signInAsAdministrator(administrator)
}

test('a global administrator sees the mail that was given up, without its text; others are refused', async () => {
  const { ctx } = app.current
  const toAddress = `${newId()}@example.com`
  await ctx.database.asSystem(async (tx) => {
    for (const to of [toAddress, 'waits@example.com']) {
      await ctx.mail.send(tx, { to, subject: 'Reset your password', body: 'a secret link' })
    }
    const given = { failedUtc: new Date(), attempts: 8, lastError: '550 no such mailbox' }
    await tx.update(outboxMail).set(given).where(eq(outboxMail.toAddress, toAddress))
  })
  const root = await rootOf(app)
  const listed = await root.client.users.listUndeliveredMail()
  expect(listed).toMatchObject([{ toAddress, attempts: 8, lastError: '550 no such mailbox' }])
  expect(JSON.stringify(listed)).not.toContain('a secret link')
  const member = await app.current.signIn()
  expect((await problemOf(member.client.users.listUndeliveredMail())).type).toBe('userNotAuthorized')
})

test('without a mail server a global administrator reads the mail that waits; others are refused', async () => {
  const { ctx } = app.current
  const toAddress = `${newId()}@example.com`
  const message = { to: toAddress, subject: 'Reset your password', body: 'Open this link' }
  await ctx.database.asSystem((tx) => ctx.mail.send(tx, message))
  const root = await rootOf(app)
  const ofPerson = async () =>
    (await root.client.users.listWaitingMail()).filter((mail) => mail.toAddress === toAddress)
  expect(await ofPerson()).toMatchObject([{ subject: 'Reset your password', body: 'Open this link' }])
  const member = await app.current.signIn()
  expect((await problemOf(member.client.users.listWaitingMail())).type).toBe('userNotAuthorized')
  await ctx.database.asSystem((tx) =>
    tx.update(outboxMail).set({ sentUtc: new Date() }).where(eq(outboxMail.toAddress, toAddress)),
  )
  expect(await ofPerson()).toEqual([])
})

test('with a mail server the text of mail that waits is shown to nobody', async () => {
  const { ctx } = withMailServer.current
  const message = { to: 'waits@example.com', subject: 'Reset your password', body: 'Open this link' }
  await ctx.database.asSystem((tx) => ctx.mail.send(tx, message))
  const root = await rootOf(withMailServer)
  expect(await root.client.users.listWaitingMail()).toEqual([])
})
