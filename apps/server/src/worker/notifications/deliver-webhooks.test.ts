import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NotificationMessage } from '@sluice/contract/notification'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { insertWebhookDelivery } from '../../notifications/delivery-store.ts'
import { notificationDelivery } from '../../platform/database/schema/notifications.ts'
import { testContext } from '../../testing/test-context.ts'
import { insertStack, until } from '../../testing/test-jobs.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { callingFrom, insertTestWebhook, Receiver } from './testing/receiver.ts'

const scene = testContext()
const receivers: Receiver[] = []
let workspaceId = ''

beforeEach(async () => {
  workspaceId = (await insertStack(scene.ctx)).workspaceId
})
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((one) => one.stop()))
})

const minutes = (count: number) => count * 60_000
const startReceiver = async (answer: Receiver['answer'] = 200) => {
  const receiver = await Receiver.start()
  receiver.answer = answer
  receivers.push(receiver)
  return receiver
}
const messageTo = (title: string): NotificationMessage => ({
  event: 'JobFailed',
  createdUtc: '2026-01-31T02:00:07.000Z',
  title,
  text: 'The org could not be reached.',
  path: '/workspaces/acme/stacks/main/jobs/1',
  workspace: { id: workspaceId, name: 'Acme' },
  stack: null,
  environments: [],
  job: null,
  schedule: null,
  apexTestRun: null,
})
const send = async (webhookId: string, title = 'Flow in uat failed') =>
  scene.ctx.database.asSystem((tx) => insertWebhookDelivery(tx, { workspaceId, webhookId }, messageTo(title)))
const find = async (id: string) => {
  const [row] = await scene.ctx.database.asSystem((tx) =>
    tx.select().from(notificationDelivery).where(eq(notificationDelivery.id, id)),
  )
  return row
}
/** One round of the worker so many minutes from now. */
const deliver = async (inMinutes = 0) =>
  deliverWebhooks(callingFrom(scene.ctx, receivers, () => new Date(Date.now() + minutes(inMinutes))))

/** The script of the documentation, as somebody would save it. */
const documented = async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/use/webhooks.md'), 'utf8')
  const script = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(10)
  const loaded: unknown = await import(`data:text/javascript,${encodeURIComponent(script)}`)
  return z
    .object({
      isFromSluice: z.custom<(secret: string, headers: unknown, body: string) => boolean>(
        (value) => typeof value === 'function',
      ),
    })
    .parse(loaded).isFromSluice
}

test('the script of the documentation accepts what was sent and refuses what was changed', async () => {
  const receiver = await startReceiver()
  const { id, secret } = await insertTestWebhook(scene.ctx, { workspaceId, address: `${receiver.origin}/a` })
  const deliveryId = await send(id)
  await deliver()
  const [call] = receiver.calls
  if (!call) throw new Error('Nothing was received.')
  expect(JSON.parse(call.body)).toMatchObject({ id: deliveryId, title: 'Flow in uat failed' })
  expect(call.headers['webhook-id']).toBe(deliveryId)
  const isFromSluice = await documented()
  const { headers, body } = call
  expect(isFromSluice(secret, headers, body)).toBe(true)
  expect(isFromSluice(secret, headers, body.replace('failed', 'succeeded'))).toBe(false)
  expect(isFromSluice(`whsec_${'A'.repeat(43)}=`, headers, body)).toBe(false)
  expect(isFromSluice(secret, { ...headers, 'webhook-id': 'another' }, body)).toBe(false)
  const old = String(Number(headers['webhook-timestamp']) - 400)
  expect(isFromSluice(secret, { ...headers, 'webhook-timestamp': old }, body)).toBe(false)
})

test('a receiver that fails is called eight times over 24 hours with the same id, then the message is given up', async () => {
  const receiver = await startReceiver(503)
  const { id } = await insertTestWebhook(scene.ctx, { workspaceId, address: receiver.origin })
  const deliveryId = await send(id)
  const times = [0, 2, 8, 24, 85, 266, 627, 1450, 3000]
  for (const time of times) await deliver(time)
  expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual(
    Array.from({ length: 8 }, () => deliveryId),
  )
  expect(await find(deliveryId)).toMatchObject({
    status: 'GivenUp',
    attempts: 8,
    lastError: 'The receiver answered with status 503.',
  })
})

test('a receiver that redirects is not followed, and says so', async () => {
  const receiver = await startReceiver(302)
  const { id } = await insertTestWebhook(scene.ctx, { workspaceId, address: `${receiver.origin}/a` })
  const deliveryId = await send(id)
  await deliver()
  expect(receiver.calls.map(({ path }) => path)).toEqual(['/a'])
  expect(await find(deliveryId)).toMatchObject({ status: 'Waiting', attempts: 1 })
  expect((await find(deliveryId))?.lastError).toContain('redirects are not followed')
})

test('a receiver that is gone for good is called once', async () => {
  const receiver = await startReceiver(410)
  const { id } = await insertTestWebhook(scene.ctx, { workspaceId, address: receiver.origin })
  const deliveryId = await send(id)
  await deliver()
  await deliver(60)
  expect(receiver.calls).toHaveLength(1)
  expect(await find(deliveryId)).toMatchObject({ status: 'GivenUp', attempts: 1 })
})

test('a private address is never called, also when it was stored', async () => {
  const receiver = await startReceiver()
  const { id } = await insertTestWebhook(scene.ctx, { workspaceId, address: receiver.origin })
  const deliveryId = await send(id)
  await deliverWebhooks(callingFrom(scene.ctx, []))
  expect(receiver.calls).toEqual([])
  expect((await find(deliveryId))?.status).toBe('GivenUp')
  const { id: secured } = await insertTestWebhook(scene.ctx, {
    workspaceId,
    address: 'https://127.0.0.1:1/a',
  })
  const refused = await send(secured)
  await deliver()
  expect((await find(refused))?.lastError).toContain('not on the public Internet')
})

test('a slow receiver holds no transaction and delays no other receiver', async () => {
  const slow = await startReceiver('never')
  const quick = await startReceiver()
  const { id: slowId } = await insertTestWebhook(scene.ctx, { workspaceId, address: slow.origin })
  const { id: quickId } = await insertTestWebhook(scene.ctx, { workspaceId, address: quick.origin })
  const waiting = [await send(slowId, 'first'), await send(slowId, 'second')]
  const served = await send(quickId)
  const round = deliver()
  await until(async () => slow.calls.length > 0 && (await find(served))?.status === 'Delivered')
  const { rows } = await scene.ctx.database.asSystem((tx) =>
    tx.execute(sql`select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%' and query like '%notification_delivery%'`),
  )
  expect(rows).toEqual([])
  // Another worker leaves the busy receiver alone.
  await deliver()
  expect(slow.calls).toHaveLength(1)
  await slow.stop()
  await round
  // After the failure the second message waits as well.
  await deliver()
  expect(await Promise.all(waiting.map(async (id) => (await find(id))?.attempts))).toEqual([1, 0])
})

test('a call that a crash cut off is repeated with the same id', async () => {
  const receiver = await startReceiver()
  const { id } = await insertTestWebhook(scene.ctx, { workspaceId, address: receiver.origin })
  const deliveryId = await send(id)
  const lost = callingFrom(scene.ctx, receivers)
  await deliverWebhooks({
    ...lost,
    postWebhook: () => Promise.reject(new Error('The process ended.')),
  }).catch(() => undefined)
  expect(await find(deliveryId)).toMatchObject({ status: 'Waiting', attempts: 1 })
  await deliver(2)
  expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId])
  expect(await find(deliveryId)).toMatchObject({ status: 'Delivered', attempts: 2 })
})
