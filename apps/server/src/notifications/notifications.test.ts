import { limits } from '@sluice/contract/limits'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { notificationDelivery, webhook } from '../platform/database/schema/notifications.ts'
import { newId } from '../platform/ids.ts'
import { openWebhook } from './webhook-secret.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree

beforeEach(async () => {
  // The first account administers the installation and may do everything, so the tests use another one.
  if (owner === undefined) await app.current.signIn()
  owner ??= await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

const calls = (by = owner) => by.client.notifications
const here = () => ({ workspaceId: tree.ids.workspaceId })
const at = (webhookId = tree.ids.webhookId) => ({ ...here(), webhookId })
const address = 'https://93.184.216.34/services/T000/B000/very-secret-token'
const create = (changes: object = {}) =>
  calls().createWebhook({
    params: here(),
    body: { name: 'Chat', address, format: 'Sluice', events: ['JobFailed', 'JobFailed'], ...changes },
  })
const rowOf = async (id: string) => {
  const [row] = await app.current.ctx.database.asSystem((tx) =>
    tx.select().from(webhook).where(eq(webhook.id, id)),
  )
  if (!row) throw new Error('There is no such webhook.')
  return row
}
const deliveriesOf = async (webhookId: string) =>
  app.current.ctx.database.asSystem((tx) =>
    tx.select().from(notificationDelivery).where(eq(notificationDelivery.webhookId, webhookId)),
  )

describe('a webhook', () => {
  test('shows its secret once and never its address', async () => {
    const { id, secret } = await create()
    const listed = (await calls().listWebhooks({ params: here() })).find((one) => one.id === id)
    expect(listed).toMatchObject({
      name: 'Chat',
      events: ['JobFailed'],
      isEnabled: true,
      addressShown: 'https://93.184.216.34/…oken',
      waiting: 0,
      givenUp: 0,
    })
    expect(JSON.stringify(listed)).not.toContain('very-secret')
    const kept = JSON.stringify(await rowOf(id))
    expect(kept).not.toContain('very-secret')
    expect(kept).not.toContain(secret.slice(6))
    const opened = openWebhook(app.current.ctx.secrets, await rowOf(id))
    expect([opened.address.href, opened.secret]).toEqual([address, secret])
  })

  test('gets another secret, which is not the one before', async () => {
    const { id, secret } = await create()
    const replaced = await calls().replaceSecret({ params: at(id) })
    expect(replaced.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(replaced.secret).not.toBe(secret)
    expect(openWebhook(app.current.ctx.secrets, await rowOf(id)).secret).toBe(replaced.secret)
  })

  test.each([
    'http://93.184.216.34/hook',
    'https://127.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.7/hook',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.7]/hook',
    'https://2130706433/hook',
    'https://localhost/hook',
    'https://user:password@93.184.216.34/hook',
    'ftp://93.184.216.34/hook',
    'hooks.example.com',
  ])('is refused with the address %s, which is named', async (hostile) => {
    const { type, validationErrors } = await problemOf(create({ address: hostile }))
    expect(type).toContain('validationFailed')
    expect(validationErrors?.map(({ property }) => property)).toEqual(['address'])
    const changed = calls().updateWebhook({ params: at(), body: { address: hostile } })
    expect((await problemOf(changed)).type).toContain('validationFailed')
    expect((await rowOf(tree.ids.webhookId)).addressShown).toBe('https://93.184.216.34/…hook')
  })

  test('wants at least one event and one of the known formats', async () => {
    const none = await problemOf(create({ events: [] }))
    expect(none.validationErrors?.map(({ description }) => description)).toEqual([
      'Choose at least one event',
    ])
    const unknown = await problemOf(create({ format: 'Carrier pigeon' }))
    expect(unknown.validationErrors?.map(({ property }) => property)).toEqual(['format'])
  })

  test('is one of a limited number', async () => {
    for (let made = 1; made < limits.webhooksPerWorkspace; made++) await create()
    expect((await problemOf(create())).detail).toContain(`at most ${limits.webhooksPerWorkspace}`)
  })

  test('gives up what waits when it is disabled, and takes no test message then', async () => {
    await calls().sendTestMessage({ params: at() })
    await calls().updateWebhook({ params: at(), body: { isEnabled: false } })
    const waited = (await deliveriesOf(tree.ids.webhookId)).filter(({ message }) => message.event === 'Test')
    expect(waited.map(({ status, lastError }) => [status, lastError])).toEqual([
      ['GivenUp', 'The webhook was disabled.'],
    ])
    const refused = await problemOf(calls().sendTestMessage({ params: at() }))
    expect(refused.detail).toBe('Enable the webhook first.')
  })

  test('is the business of administrators alone', async () => {
    const contributor = await app.current.signIn()
    await tree.addMember(contributor.userId, 'Contributor')
    for (const call of [
      () => calls(contributor).listWebhooks({ params: here() }),
      () => calls(contributor).listDeliveries({ params: here() }),
      () => calls(contributor).sendTestMessage({ params: at() }),
    ])
      expect((await problemOf(call())).type).toContain('userNotAuthorized')
  })

  test('of another workspace is not found', async () => {
    const other = await createObjectTree(app.current, owner)
    const params = { ...here(), webhookId: other.ids.webhookId }
    expect((await problemOf(calls().deleteWebhook({ params }))).type).toContain('entityNotFound')
    const again = { ...here(), deliveryId: other.ids.deliveryId }
    expect((await problemOf(calls().sendAgain({ params: again }))).type).toContain('entityNotFound')
    expect(await rowOf(other.ids.webhookId)).toBeDefined()
  })
})

describe('the delivery log', () => {
  test('lists what was given up, which is sent again as a delivery of its own', async () => {
    const { deliveryId } = tree.ids
    const listed = await calls().listDeliveries({ params: here() })
    expect(listed).toMatchObject([
      { id: deliveryId, receiver: 'Chat', status: 'GivenUp', title: 'Flow in QA failed' },
    ])
    await calls().sendAgain({ params: { ...here(), deliveryId } })
    const after = await calls().listDeliveries({ params: here() })
    expect(after.map(({ status }) => status)).toEqual(['Waiting', 'GivenUp'])
    const [again] = after
    const twice = calls().sendAgain({ params: { ...here(), deliveryId: again?.id ?? '' } })
    expect((await problemOf(twice)).detail).toContain('given up')
  })

  test('holds a limited number of waiting messages; more are given up at once and say why', async () => {
    const { webhookId, workspaceId } = tree.ids
    const [first] = await deliveriesOf(webhookId)
    if (!first) throw new Error('The log is empty.')
    const waiting = { workspaceId, webhookId, message: first.message, status: 'Waiting' } as const
    const rows = Array.from({ length: limits.waitingDeliveries }, () => ({ id: newId(), ...waiting }))
    await app.current.ctx.database.asSystem((tx) => tx.insert(notificationDelivery).values(rows))
    const { deliveryId } = await calls().sendTestMessage({ params: at() })
    const beyond = (await deliveriesOf(webhookId)).find(({ id }) => id === deliveryId)
    expect(beyond).toMatchObject({ status: 'GivenUp' })
    expect(beyond?.lastError).toContain(`${limits.waitingDeliveries} messages`)
  })
})

describe('the choices of a member', () => {
  const choices = {
    JobFailed: 'All',
    JobWaitingForInput: 'None',
    ScheduleProblem: 'Own',
    TestRunFailed: 'All',
  } as const

  test('are only about what is the own until something else is chosen, in each workspace apart', async () => {
    const reader = await app.current.signIn()
    await tree.addMember(reader.userId, 'Reader')
    const other = await createObjectTree(app.current, reader)
    const listed = async () =>
      Object.fromEntries((await calls(reader).listChoices({})).map((one) => [one.workspaceId, one.choices]))
    const quiet = {
      JobFailed: 'Own',
      JobWaitingForInput: 'Own',
      ScheduleProblem: 'Own',
      TestRunFailed: 'Own',
    }
    const [first, second] = [tree.ids.workspaceId, other.ids.workspaceId]
    expect(await listed()).toEqual({ [first]: quiet, [second]: quiet })
    await calls(reader).setChoices({ params: here(), body: choices })
    expect(await listed()).toEqual({ [first]: choices, [second]: quiet })
  })

  test('cannot be set by whoever was removed', async () => {
    const gone = await app.current.signIn()
    await tree.addMember(gone.userId, 'Reader', 'Removed')
    const refused = await problemOf(calls(gone).setChoices({ params: here(), body: choices }))
    expect(refused.type).toContain('entityNotFound')
  })
})
