import { type Server, createServer } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { outboxMail } from '../platform/database/schema/server.ts'
import { testContext } from '../testing/test-context.ts'
import { until } from '../testing/test-jobs.ts'
import { deliverMail } from './mail-delivery.ts'

const given = testContext()
let smtp: Server
/** Recipients that the server refuses for the moment. */
const refused = new Set<string>()
/** Recipients whose mail the server takes only when it is let go. */
const held = new Map<string, () => void>()
const slow = new Set<string>()
const received: string[] = []
const receivedBy = (to: string) => received.filter((text) => text.includes(`To: ${to}`)).length

/** As much of SMTP as one mail takes. */
beforeAll(async () => {
  smtp = createServer((socket) => {
    let data = false
    let recipient = ''
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = String(chunk)
      if (data) {
        received.push(text)
        data = false
        const take = () => socket.write('250 queued\r\n')
        if (slow.has(recipient)) held.set(recipient, take)
        else take()
      } else if (/^(EHLO|HELO|MAIL|RSET)/i.test(text)) socket.write('250 ok\r\n')
      else if (/^RCPT/i.test(text)) {
        recipient = /<(.*)>/.exec(text)?.[1] ?? ''
        socket.write(refused.has(recipient) ? '451 try later\r\n' : '250 ok\r\n')
      } else if (/^DATA/i.test(text)) {
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
  const [row] = await given.ctx.database.asSystem((tx) =>
    tx.select().from(outboxMail).where(eq(outboxMail.toAddress, to)),
  )
  if (!row) throw new Error('The mail is gone.')
  return row
}

/** As if this much time had passed since the test began. */
const after = (minutes: number) => withServer(given.ctx, new Date(Date.now() + minutes * 60_000))

test('the same mail twice is one, delivered once, and its text is gone', async () => {
  await send('once@example.com')
  await send('once@example.com')
  await deliverMail(after(0))
  await deliverMail(after(60))
  expect(receivedBy('once@example.com')).toBe(1)
  expect(await find('once@example.com')).toMatchObject({ sentUtc: expect.any(Date), body: '', attempts: 1 })
})

test('a refused mail keeps its text and is tried again after the pause, not before', async () => {
  const to = 'later@example.com'
  await send(to)
  refused.add(to)
  await deliverMail(after(0))
  refused.delete(to)
  await deliverMail(after(1))
  expect(await find(to)).toMatchObject({ sentUtc: null, attempts: 1, body: 'Text' })
  await deliverMail(after(3))
  expect(await find(to)).toMatchObject({ sentUtc: expect.any(Date), attempts: 2 })
})

test('a mail is given up after 8 attempts in 24 hours with growing pauses, and its text is gone', async () => {
  const to = 'never@example.com'
  await send(to)
  refused.add(to)
  const begins: number[] = []
  for (let minutes = 0; minutes <= 30 * 60; minutes += 2) {
    await deliverMail(after(minutes))
    if ((await find(to)).attempts > begins.length) begins.push(minutes)
  }
  expect(begins).toHaveLength(8)
  expect(begins.at(-1)).toBeGreaterThanOrEqual(24 * 60)
  expect(begins.at(-1)).toBeLessThan(25 * 60)
  const growing = begins.slice(1).map((begin, i) => begin - (begins[i] ?? 0))
  expect(growing).toEqual(growing.toSorted((a, b) => a - b))
  expect(await find(to)).toMatchObject({
    failedUtc: expect.any(Date),
    body: '',
    lastError: expect.stringMatching(/451/),
  })
})

test('while a slow server takes one mail, no transaction is open, others are sent, and it is not sent again', async () => {
  const to = 'slow@example.com'
  slow.add(to)
  await send(to)
  const delivering = deliverMail(after(0))
  await until(async () => held.has(to))
  await send('beside@example.com')
  await deliverMail(after(0))
  expect(receivedBy('beside@example.com')).toBe(1)
  expect(receivedBy(to)).toBe(1)
  const { rows } = await given.ctx.database.asSystem((tx) =>
    tx.execute(sql`select 1 from pg_stat_activity where datname = current_database()
      and state like 'idle in transaction%'`),
  )
  expect(rows).toEqual([])
  expect(await find(to)).toMatchObject({ attempts: 1, sentUtc: null })
  held.get(to)?.()
  await delivering
  await deliverMail(after(60))
  expect(receivedBy(to)).toBe(1)
  expect(await find(to)).toMatchObject({ attempts: 1, sentUtc: expect.any(Date) })
})

test('a mail whose delivery could not be recorded is sent once more', async () => {
  const to = 'crash@example.com'
  await send(to)
  const ctx = after(0)
  const { database } = ctx
  const asSystem: typeof database.asSystem = async (body) => {
    if (receivedBy(to) === 1) throw new Error('The database is gone.')
    return database.asSystem(body)
  }
  await expect(deliverMail({ ...ctx, database: { ...database, asSystem } })).rejects.toThrow('gone')
  await deliverMail(after(1))
  expect(receivedBy(to)).toBe(1)
  await deliverMail(after(3))
  await deliverMail(after(600))
  expect(receivedBy(to)).toBe(2)
  expect(await find(to)).toMatchObject({ attempts: 2, sentUtc: expect.any(Date) })
})

test('a last attempt that ended with its process is given up, not repeated', async () => {
  const to = 'interrupted@example.com'
  await send(to)
  await given.ctx.database.asSystem((tx) =>
    tx.update(outboxMail).set({ attempts: 8 }).where(eq(outboxMail.toAddress, to)),
  )
  await deliverMail(after(1))
  expect(receivedBy(to)).toBe(0)
  expect(await find(to)).toMatchObject({ failedUtc: expect.any(Date), body: '' })
})

test('without a mail server everything stays in the outbox', async () => {
  await send('stays@example.com')
  await deliverMail(given.ctx)
  expect(await find('stays@example.com')).toMatchObject({ attempts: 0, sentUtc: null, body: 'Text' })
})
