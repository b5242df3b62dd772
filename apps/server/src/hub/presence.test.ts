import { once } from 'node:events'
import { createServer } from 'node:http'
import { hubCloseCodes } from '@sluice/contract/push'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { issueProgressToken } from '../jobs/progress-token.ts'
import { announce } from '../platform/database/announce.ts'
import { jobProgress } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { session } from '../platform/database/schema/users.ts'
import { member } from '../platform/database/schema/workspaces.ts'
import { issueAccessToken, readAccessToken } from '../users/access-token.ts'
import { type HubTimes, startHub } from './hub.ts'
import { closedInTime } from './testing/closed-in-time.ts'
import { HubClient } from './testing/hub-client.ts'
import { ProgressClient } from './testing/progress-client.ts'

const app = testApp()
const clients: HubClient[] = []
const feeds: ProgressClient[] = []
let owner: SignedIn
let tree: ObjectTree

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})
afterEach(() => {
  for (const client of [...clients.splice(0), ...feeds.splice(0)]) client.socket.terminate()
})

const enter = async (who: SignedIn, origin = app.current.origin) => {
  const client = await HubClient.enter(origin, tree.ids.workspaceId, who.accessToken)
  clients.push(client)
  return client
}
const connectTo = async (path: string) => {
  const client = new HubClient(app.current.origin, path)
  clients.push(client)
  await client.opened()
  return client
}
const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)

/** Starts a second hub on the same database, with intervals that the test chooses. */
async function withHub(
  { pingEveryMs = 25_000, expiryGraceMs = 10_000 }: Partial<HubTimes>,
  body: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hub = await startHub(app.current.ctx, server, { pingEveryMs, expiryGraceMs })
  const address = server.address()
  try {
    await body(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  } finally {
    await hub.close()
    server.close()
  }
}

describe('the sockets of a person', () => {
  test('are at most twenty', async () => {
    const person = await app.current.signIn()
    await tree.addMember(person.userId, 'Reader')
    const first: HubClient[] = []
    for (let n = 0; n < 20; n += 1) first.push(await enter(person))
    const next = await connectTo(`/api/workspaces/hub?workspaceId=${tree.ids.workspaceId}`)
    next.authenticate(person.accessToken)
    expect(await next.closed()).toBe(hubCloseCodes.tooMany)
    expect(first.filter(({ closeCode }) => closeCode !== null)).toEqual([])
    first[0]?.socket.terminate()
    await expect.poll(async () => (await enter(person)).closeCode).toBeNull()
  })

  test('that went away while their first message was checked do not count', async () => {
    const person = await app.current.signIn()
    await tree.addMember(person.userId, 'Reader')
    const blocker = new Client(app.current.ownerUrl)
    const watcher = new Client(app.current.ownerUrl)
    await Promise.all([blocker.connect(), watcher.connect()])
    try {
      for (let round = 0; round < 5; round += 1) await leaveDuringTheCheck(person, blocker, watcher)
    } finally {
      await Promise.all([blocker.end(), watcher.end()])
    }
    expect((await enter(person)).closeCode).toBeNull()
  })
})

/** Holds up the check of the first message of five pages until all of them are gone. */
async function leaveDuringTheCheck(person: SignedIn, blocker: Client, watcher: Client): Promise<void> {
  await blocker.query('begin')
  await blocker.query('lock table session in access exclusive mode')
  const leaving = await Promise.all(
    Array.from({ length: 5 }, () => connectTo(`/api/workspaces/hub?workspaceId=${tree.ids.workspaceId}`)),
  )
  for (const client of leaving) client.authenticate(person.accessToken)
  await expect.poll(async () => countWaiting(watcher)).toBeGreaterThanOrEqual(leaving.length)
  for (const client of leaving) client.socket.terminate()
  await fetch(`${app.current.origin}/health/live`)
  await blocker.query('rollback')
  await expect.poll(async () => countWaiting(watcher)).toBe(0)
}

async function countWaiting(watcher: Client): Promise<number> {
  const { rows } = await watcher.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}

describe('who has signed out', () => {
  test('is disconnected within two seconds, and his other browser is not', async () => {
    const here = await app.current.signIn()
    await tree.addMember(here.userId, 'Reader')
    const there = await app.current.signIn(here.emailAddress)
    const [mine, other] = [await enter(here), await enter(there)]
    await here.client.users.logout()
    expect([await closedInTime(mine), other.closeCode]).toEqual([hubCloseCodes.notAuthorized, null])
  })

  test('by a changed password elsewhere is disconnected within two seconds', async () => {
    const here = await app.current.signIn()
    await tree.addMember(here.userId, 'Reader')
    const there = await app.current.signIn(here.emailAddress)
    const [mine, other] = [await enter(here), await enter(there)]
    await there.client.users.changePassword({ body: { newPassword: 'Correct-horse-2' } })
    expect([await closedInTime(mine), other.closeCode]).toEqual([hubCloseCodes.notAuthorized, null])
  })

  test('without an announcement is found by the next look', async () => {
    const person = await app.current.signIn()
    await tree.addMember(person.userId, 'Reader')
    await withHub({ pingEveryMs: 200 }, async (origin) => {
      const client = await enter(person, origin)
      await asSystem(async (tx) =>
        tx.update(session).set({ endedUtc: new Date() }).where(eq(session.userId, person.userId)),
      )
      expect(await client.closed()).toBe(hubCloseCodes.notAuthorized)
    })
  })
})

test('a connection whose token expires without a new one is closed, and a renewed one is not', async () => {
  const person = await app.current.signIn()
  await tree.addMember(person.userId, 'Reader')
  const { secrets, clock } = app.current.ctx
  const claims = await readAccessToken(secrets, person.accessToken, clock.now())
  if (claims === null) throw new Error('The token of a new session is valid.')
  const short = await issueAccessToken(secrets, { ...claims, now: clock.now(), seconds: 3 })
  await withHub({ expiryGraceMs: 100 }, async (origin) => {
    const brief = { ...person, accessToken: short }
    const [late, renewed] = [await enter(brief, origin), await enter(brief, origin)]
    renewed.authenticate(person.accessToken)
    expect(await late.closed()).toBe(hubCloseCodes.tokenExpired)
    expect(renewed.closeCode).toBeNull()
  })
})

const follow = async (who: SignedIn, ids: ObjectTree['ids']) => {
  const { workspaceId, jobId } = ids
  await asSystem(async (tx) => {
    await tx.update(job).set({ status: 'Running' }).where(eq(job.id, jobId))
    await tx.insert(jobProgress).values({ jobId, workspaceId, version: 1, scopes: [] }).onConflictDoNothing()
  })
  const claims = { workspaceId, jobId, userId: who.userId }
  const feed = new ProgressClient(app.current.origin, await issueProgressToken(app.current.ctx, claims))
  feeds.push(feed)
  await expect.poll(() => feed.messages.length).toBeGreaterThan(0)
  return feed
}

describe('the progress of a job', () => {
  test('ends for a member who is removed', async () => {
    const guest = await app.current.signIn()
    const world = await createObjectTree(app.current, owner)
    await world.addMember(guest.userId, 'Reader')
    const [theirs, mine] = [await follow(guest, world.ids), await follow(owner, world.ids)]
    const { workspaceId } = world.ids
    const announceMembers = async () =>
      asSystem(async (tx) => announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] }))
    await asSystem(async (tx) =>
      tx.update(member).set({ status: 'Removed' }).where(eq(member.userId, guest.userId)),
    )
    await expect
      .poll(async () => (await announceMembers(), theirs.closeCode))
      .toBe(hubCloseCodes.notAuthorized)
    expect(mine.closeCode).toBeNull()
  })

  test('breaks off for a person who signs out', async () => {
    const guest = await app.current.signIn()
    const world = await createObjectTree(app.current, owner)
    await world.addMember(guest.userId, 'Reader')
    const feed = await follow(guest, world.ids)
    const hub = await enter(owner)
    await guest.client.users.logout()
    expect(await closedInTime(feed)).toBe(1012)
    expect(hub.closeCode).toBeNull()
  })
})
