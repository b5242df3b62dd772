import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, escapeIdentifier, escapeLiteral, type ClientBase } from 'pg'
import { z } from 'zod'
import { DatabaseError } from './database-error.ts'

const folder = join(import.meta.dirname, '../../../drizzle')
const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })

/** Any two processes that migrate the same database agree on this number. */
const advisoryLock = 7_300_417

export const appRole = 'sluice_app'
export const systemRole = 'sluice_system'

const latestMigration = (): { when: number; tag: string } =>
  journal
    .parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))
    .entries.reduce((latest, entry) => (entry.when > latest.when ? entry : latest))

/** Kept as the comment of the engine's schema: spares a warm start the engine's own look at every migration. */
export const engineVersion = '5.3.0'

/** Whether the database is at this release; a newer one is refused, because this release would damage its data. */
export async function schemaIsCurrent(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ known: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as known",
  )
  if (!rows[0]?.known) return false
  const applied = await client.query<{ latest: string }>(
    'select max(created_at)::text as latest from drizzle.__drizzle_migrations',
  )
  const latest = Number(applied.rows[0]?.latest ?? 0)
  const ours = latestMigration()
  if (latest > ours.when)
    throw new DatabaseError(
      `The database was written by a newer release than this one, which knows it up to ${ours.tag}. Start the newer release, or restore a backup.`,
    )
  return latest === ours.when
}

export async function engineIsCurrent(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ version: string | null }>(
    "select obj_description(to_regnamespace('dbos')::oid, 'pg_namespace') as version",
  )
  return rows[0]?.version === engineVersion
}

/** The two roles of the server. They belong to the whole PostgreSQL, so a second database finds them there. */
async function ensureRoles(client: Client, appPassword: string | undefined): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${systemRole}') then
      create role ${systemRole} nologin nosuperuser nocreatedb nocreaterole;
    end if;
    if not exists (select from pg_roles where rolname = '${appRole}') then
      create role ${appRole} nologin nosuperuser nocreatedb nocreaterole noinherit;
    end if;
  end $$`)
  await client.query(`grant ${systemRole} to ${appRole}`)
  if (appPassword) await client.query(`alter role ${appRole} login password ${escapeLiteral(appPassword)}`)
}

/**
 * Asks again and again instead of waiting inside PostgreSQL: a waiting statement is an open transaction, for whose
 * end the engine's `create index concurrently` would wait in turn.
 */
async function lockMigrations(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(${advisoryLock}) as mine`,
    )
    if (rows[0]?.mine) return
    await pause(100)
  }
}

/** The public call of the engine takes no logger and prints to standard output, where each line of the server is JSON. */
async function withoutOutput(body: () => Promise<void>): Promise<void> {
  const { log } = console
  console.log = () => undefined
  try {
    await body()
  } finally {
    console.log = log
  }
}

async function migrateEngine(client: Client, ownerUrl: string): Promise<void> {
  await withoutOutput(() => DBOS.migrate(ownerUrl))
  const roles = `${appRole}, ${systemRole}`
  await client.query(`grant usage on schema dbos to ${roles}`)
  await client.query(`grant all on all tables in schema dbos to ${roles}`)
  await client.query(`grant all on all sequences in schema dbos to ${roles}`)
  await client.query(`grant execute on all functions in schema dbos to ${roles}`)
  await client.query(`comment on schema dbos is '${engineVersion}'`)
}

export interface MigrationOptions {
  ownerUrl: string
  /** Absent when the operator made the login of the server himself. */
  appPassword?: string
  /** The login of the server when it is not the role that the migrations make. */
  appLogin?: string
  /** Throws when this process does not hold the key of the secrets in the database. */
  checkKey?: (sealed: unknown) => void
}

/** Before anything is changed: a process with a foreign key must not give the server's role another password. */
async function checkKey(client: Client, check: (sealed: unknown) => void): Promise<void> {
  const table = await client.query<{ known: string | null }>(
    "select to_regclass('server_fact')::text as known",
  )
  if (!table.rows[0]?.known) return
  const fact = await client.query<{ value: unknown }>(
    "select value from server_fact where name = 'master-key-check'",
  )
  if (fact.rows[0]) check(fact.rows[0].value)
}

/** Brings the database to this release. Whoever comes second waits and then finds nothing to do. */
export async function migrateDatabase(options: MigrationOptions): Promise<void> {
  const client = new Client({ connectionString: options.ownerUrl, application_name: 'sluice-migrations' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await lockMigrations(client)
    if (options.checkKey) await checkKey(client, options.checkKey)
    await ensureRoles(client, options.appPassword)
    if (!(await schemaIsCurrent(client))) {
      await client.query("set lock_timeout = '30s'")
      await migrate(drizzle(client), { migrationsFolder: folder })
    }
    if (!(await engineIsCurrent(client))) await migrateEngine(client, options.ownerUrl)
    if (options.appLogin) await client.query(`grant ${appRole} to ${escapeIdentifier(options.appLogin)}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
