import { Client, DatabaseError as PostgresError } from 'pg'
import type { Config } from '../config/config.ts'
import type { Log } from '../log/log.ts'
import { DatabaseError } from './database-error.ts'
import type { Database } from './database.ts'
import { type EmbeddedPostgres, ensureEmbedded } from './embedded/supervisor.ts'
import { appRole, engineIsCurrent, migrateDatabase, schemaIsCurrent } from './migrations.ts'
import { openDatabase } from './pool.ts'

const embeddedDatabase = 'sluice'

export interface ConnectOptions {
  config: Config
  postgresFolder: string
  /** Password of the role that the migrations make. */
  appPassword: string
  /** Throws when the value that the first start sealed does not open with the key of this process. */
  checkKey?: (sealed: unknown) => void
  log: Log
}

export interface Connected {
  database: Database
  /** Closes the connections, and the embedded server when nobody else uses it. */
  close(): Promise<void>
}

function asApp(ownerUrl: string, appPassword: string): string {
  const url = new URL(ownerUrl)
  url.username = appRole
  url.password = appPassword
  return url.href
}

async function withClient<T>(url: string, body: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await body(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(embedded: EmbeddedPostgres): Promise<void> {
  await withClient(embedded.urlOf('postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [embeddedDatabase])
    // Two first starts at once: the second one finds it made.
    if (!rowCount)
      await client.query(`create database ${embeddedDatabase}`).catch((error: unknown) => {
        if (!(error instanceof PostgresError && error.code === '42P04')) throw error
      })
  })
}

/** False as well when the role of the server cannot log in yet: the migrations make it. */
async function isCurrent(appUrl: string): Promise<boolean> {
  try {
    return await withClient(
      appUrl,
      async (client) => (await schemaIsCurrent(client)) && (await engineIsCurrent(client)),
    )
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    return false
  }
}

async function prepare(ownerUrl: string, options: ConnectOptions): Promise<string> {
  const appUrl = options.config.database.appUrl ?? asApp(ownerUrl, options.appPassword)
  if (!(await isCurrent(appUrl))) {
    const login = options.config.database.appUrl
      ? { appLogin: decodeURIComponent(new URL(options.config.database.appUrl).username) }
      : { appPassword: options.appPassword }
    await migrateDatabase({ ownerUrl, ...login, ...(options.checkKey && { checkKey: options.checkKey }) })
    options.log.info({}, 'database migrated')
  }
  return appUrl
}

async function prepareExternal(url: string, options: ConnectOptions): Promise<string> {
  try {
    return await prepare(url, options)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    const reason = error instanceof Error ? error.message || String(error) : String(error)
    throw new DatabaseError(`The database of DATABASE_URL cannot be used: ${reason}`, { cause: error })
  }
}

export async function connectDatabase(options: ConnectOptions): Promise<Connected> {
  const { url: external, poolSize } = options.config.database
  if (external) return open(await prepareExternal(external, options), poolSize, options)
  const embedded = await ensureEmbedded({ folder: options.postgresFolder, log: options.log })
  try {
    const ownerUrl = embedded.urlOf(embeddedDatabase)
    if (!(await isCurrent(asApp(ownerUrl, options.appPassword)))) await createDatabase(embedded)
    return open(await prepare(ownerUrl, options), poolSize, { ...options, embedded })
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

function open(url: string, poolSize: number, options: { log: Log; embedded?: EmbeddedPostgres }): Connected {
  const database = openDatabase({ url, poolSize, log: options.log })
  return {
    database,
    async close() {
      await database.close()
      await options.embedded?.stop()
    },
  }
}
