import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { isId } from '../ids.ts'
import type { Log } from '../log/log.ts'
import type { Database, Transaction } from './database.ts'
import { Listener } from './listener.ts'
import { systemRole } from './migrations.ts'

export interface DatabaseOptions {
  url: string
  poolSize: number
  log: Log
  statementTimeoutMs?: number
  /** How long this side waits for a connection and for the answer to a query; by default it trusts the server's own limits. */
  answerTimeoutMs?: number
}

function idLiteral(id: string): string {
  if (!isId(id)) throw new TypeError(`not an id: ${id}`)
  return `'${id}'`
}

/** The settings end with the transaction, so the next borrower of the connection starts with none. */
const workspaceScope = (workspaceId: string, actorUserId: string | null) =>
  `begin; select set_config('sluice.workspace_id', ${idLiteral(workspaceId)}, true)` +
  (actorUserId ? `, set_config('sluice.actor_user_id', ${idLiteral(actorUserId)}, true)` : '')

const systemScope = `begin; set local role ${systemRole}`

/** A connection that was cut while it lay idle fails at its first use; nothing has happened yet, so take another. */
async function begin(pool: Pool, scope: string): Promise<PoolClient> {
  for (let left = pool.totalCount; ; left--) {
    const client = await pool.connect()
    try {
      await client.query(scope)
      return client
    } catch (error) {
      client.release(true)
      if (left <= 0) throw error
    }
  }
}

async function transact<T>(pool: Pool, scope: string, body: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await begin(pool, scope)
  let broken: Error | undefined
  try {
    const result = await body(drizzle(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: 'sluice',
    connectionTimeoutMillis: options.answerTimeoutMs ?? 10_000,
    ...(options.answerTimeoutMs !== undefined && { query_timeout: options.answerTimeoutMs }),
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  // Without handlers a restart of PostgreSQL would end the process: on idle connections and on borrowed ones.
  pool.on('error', (error) => options.log.warn({ err: error }, 'a database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  const listener = new Listener(options.url, options.log)
  return {
    url: options.url,
    inWorkspace: async (workspaceId, actorUserId, body) =>
      transact(pool, workspaceScope(workspaceId, actorUserId), body),
    asSystem: (body) => transact(pool, systemScope, body),
    listen: (channel, handlers) => listener.listen(channel, handlers),
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}
