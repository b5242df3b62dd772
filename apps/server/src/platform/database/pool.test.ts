import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { until } from '../../testing/test-jobs.ts'
import { withDatabase } from '../../testing/with-database.ts'
import { newId } from '../ids.ts'
import { announce, announcementChannel } from './announce.ts'
import { serverFact } from './schema/server.ts'

const db = withDatabase()

async function listenTo(channel: string) {
  const received: string[] = []
  let reconnections = 0
  const listening = await db.database.listen(channel, {
    onMessage: (payload) => void received.push(payload),
    onReconnected: () => void reconnections++,
  })
  return { received, reconnections: () => reconnections, close: () => listening.close() }
}

async function asOwner<T>(body: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(db.ownerUrl)
  await client.connect()
  return body(client).finally(() => client.end())
}

const cutEverybody = () =>
  asOwner((client) =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )

describe('a transaction', () => {
  test('that fails leaves nothing behind', async () => {
    const name = newId()
    const failing = db.database.asSystem(async (tx) => {
      await tx.insert(serverFact).values({ name, value: 1 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.database.asSystem((tx) => tx.$count(serverFact, sql`name = ${name}`))).toBe(0)
  })

  test('refuses what is not an id as its workspace', async () => {
    await expect(db.database.inWorkspace("x'; drop table job; --", null, async () => 1)).rejects.toThrow(
      /not an id/,
    )
  })

  test('after all connections were cut works again', async () => {
    await db.database.asSystem((tx) => tx.execute(sql`select 1`))
    await cutEverybody()
    const again = await db.database.asSystem((tx) => tx.execute(sql`select 1 as one`))
    expect(again.rows).toEqual([{ one: 1 }])
  })
})

const of = (id: string) => ({ workspaceId: newId(), kind: 'pushJobs', ids: [id] })

describe('an announcement', () => {
  test('arrives when the transaction commits, and never when it does not', async () => {
    const { received, close } = await listenTo(announcementChannel)
    await db.database
      .asSystem((tx) => announce(tx, of('rolled back')).then(() => Promise.reject(new Error('x'))))
      .catch(() => undefined)
    await db.database.asSystem((tx) => announce(tx, of('committed')))
    await until(async () => received.length > 0)
    expect(received.map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({ ids: ['committed'] }),
    ])
    await close()
  })

  test('of very many rows is cut into messages that PostgreSQL takes', async () => {
    const { received, close } = await listenTo(announcementChannel)
    const ids = Array.from({ length: 1000 }, () => newId())
    await db.database.asSystem((tx) => announce(tx, { workspaceId: newId(), kind: 'pushJobs', ids }))
    await until(async () => received.length === 7)
    expect(received.flatMap((text) => JSON.parse(text).ids)).toEqual(ids)
    await close()
  })

  test('is heard again after the listening connection was cut, once', async () => {
    const { received, reconnections, close } = await listenTo('test_channel')
    await cutEverybody()
    await until(async () => reconnections() === 1)
    await asOwner((client) => client.query("notify test_channel, 'again'"))
    await until(async () => received.length > 0)
    expect(received).toEqual(['again'])
    await close()
  })
})
