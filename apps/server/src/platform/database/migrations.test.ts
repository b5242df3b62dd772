import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { testAppPassword } from '../../testing/test-constants.ts'
import { DatabaseError } from './database-error.ts'
import { engineIsCurrent, migrateDatabase, schemaIsCurrent } from './migrations.ts'

async function run<T>(url: string, body: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  return body(client).finally(() => client.end())
}

/** A database that nobody has migrated. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `empty_${randomBytes(6).toString('hex')}`
  await run(url.href, (client) => client.query(`create database ${name}`))
  url.pathname = `/${name}`
  return url.href
}

const migrate = (ownerUrl: string) => migrateDatabase({ ownerUrl, appPassword: testAppPassword })

describe('migrations', () => {
  test('of two processes at once leave one complete schema', async () => {
    const url = await emptyDatabase()
    await Promise.all([migrate(url), migrate(url)])
    expect(
      await run(url, async (client) => [await schemaIsCurrent(client), await engineIsCurrent(client)]),
    ).toEqual([true, true])
  })

  test('refuse a database that a newer release has written', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await run(url, (client) =>
      client.query(
        "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)",
      ),
    )
    await expect(migrate(url)).rejects.toThrow(DatabaseError)
    await expect(migrate(url)).rejects.toThrow(/newer release/)
  })
})
