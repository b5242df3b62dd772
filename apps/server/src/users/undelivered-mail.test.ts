import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../api/testing/test-app.ts'
import { outboxMail } from '../platform/database/schema/server.ts'
import { newId } from '../platform/ids.ts'

const administrator = 'root@example.com'
const app = testApp({ settings: { SLUICE_GLOBAL_ADMINS: administrator } })

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
  const root = await app.current.signIn(await app.current.register(administrator))
  const listed = await root.client.users.listUndeliveredMail()
  expect(listed).toMatchObject([{ toAddress, attempts: 8, lastError: '550 no such mailbox' }])
  expect(JSON.stringify(listed)).not.toContain('a secret link')
  const member = await app.current.signIn()
  expect((await problemOf(member.client.users.listUndeliveredMail())).type).toBe('userNotAuthorized')
})
