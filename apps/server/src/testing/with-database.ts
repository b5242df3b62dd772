import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import { appRole } from '../platform/database/migrations.ts'
import { openDatabase } from '../platform/database/pool.ts'
import { silentLog } from '../platform/log/log.ts'
import { templateDatabase, testAppPassword } from './test-constants.ts'

export interface TestDatabase {
  database: Database
  /** Of the superuser, for what the server itself may not see. */
  ownerUrl: string
  drop(): Promise<void>
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A database of its own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(postgresUrl, `create database ${name} template ${templateDatabase}`)
  const ownerUrl = new URL(postgresUrl)
  ownerUrl.pathname = `/${name}`
  const appUrl = new URL(ownerUrl)
  appUrl.username = appRole
  appUrl.password = testAppPassword
  const database = openDatabase({ url: appUrl.href, poolSize: 10, log: silentLog })
  return {
    database,
    ownerUrl: ownerUrl.href,
    async drop() {
      await database.close()
      await asOwner(postgresUrl, `drop database ${name} with (force)`)
    },
  }
}

/** For a test file: one database before its tests, dropped after them. Read the result inside tests only. */
export function withDatabase(): Readonly<TestDatabase> {
  let current: TestDatabase | undefined
  const made = (): TestDatabase => {
    if (!current) throw new Error('The database exists only while the tests run.')
    return current
  }
  beforeAll(async () => {
    current = await createTestDatabase()
  })
  afterAll(() => current?.drop())
  return {
    get database() {
      return made().database
    },
    get ownerUrl() {
      return made().ownerUrl
    },
    drop: () => made().drop(),
  }
}
