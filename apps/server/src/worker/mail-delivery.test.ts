import { type Server, createServer } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { outboxMail } from '../platform/database/schema/server.ts'
import { testContext } from '../testing/test-context.ts'
import { deliverMail } from './mail-delivery.ts'

const given = testContext()
let smtp: Server
let refuse = false
const received: string[] = []

/** As much of SMTP as one mail takes. */
beforeAll(async () => {
  smtp = createServer((socket) => {
    let data = false
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = String(chunk)
      if (data) {
        received.push(text)
        data = false
        socket.write('250 queued\r\n')
      } else if (/^(EHLO|HELO|MAIL|RSET)/i.test(text)) socket.write('250 ok\r\n')
      else if (/^RCPT/i.test(text)) socket.write(refuse ? '451 try later\r\n' : '250 ok\r\n')
      else if (/^DATA/i.test(text)) {
        data = true
        socket.write('354 go on\r\n')
      } else socket.end('221 bye\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', () => done()))
})
afterAll(() => void smtp.close())

function withServer(ctx: Context, now = new Date()): Context {
  const address = smtp.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const mail = { ...ctx.config.mail, url: `smtp://127.0.0.1:${port}` }
  return { ...ctx, config: { ...ctx.config, mail }, clock: { ...ctx.clock, now: () => now } }
}

const send = (to: string) =>
  given.ctx.database.asSystem((tx) =>
    given.ctx.mail.send(tx, { to, subject: 'Hello', body: 'Text', deduplicationKey: to }),
  )

const find = async (to: string) => {
  const rows = await given.ctx.database.asSystem((tx) =>
    tx.select().from(outboxMail).where(eq(outboxMail.toAddress, to)),
  )
  return rows
}

test('the same mail twice is one, delivered once', async () => {
  await send('once@example.com')
  await send('once@example.com')
  await deliverMail(withServer(given.ctx))
  await deliverMail(withServer(given.ctx))
  expect(received.filter((text) => text.includes('To: once@example.com'))).toHaveLength(1)
  expect(await find('once@example.com')).toEqual([expect.objectContaining({ sentUtc: expect.any(Date) })])
})

test('a refused mail waits and is tried again later', async () => {
  await send('later@example.com')
  refuse = true
  await deliverMail(withServer(given.ctx))
  refuse = false
  expect(await find('later@example.com')).toMatchObject([{ sentUtc: null, attempts: 1 }])
  await deliverMail(withServer(given.ctx))
  expect((await find('later@example.com'))[0]?.sentUtc).toBeNull()
  await deliverMail(withServer(given.ctx, new Date(Date.now() + 60_000)))
  expect((await find('later@example.com'))[0]?.sentUtc).not.toBeNull()
})

test('without a mail server everything stays in the outbox', async () => {
  await send('stays@example.com')
  await deliverMail(given.ctx)
  expect(await given.ctx.database.asSystem((tx) => tx.$count(outboxMail, sql`sent_utc is null`))).toBe(1)
})
