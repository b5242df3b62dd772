import { existsSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../../log/log.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import {
  type Cluster,
  choosePort,
  clusterIn,
  createCluster,
  launch,
  readPassword,
  superuser,
} from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'
import { type Identity, chooseIdentity } from './identity.ts'
import { clearAfterKill, isAlive, livingPort, readPostmaster } from './postmaster.ts'
import { startAlone } from './start-lock.ts'

export interface EmbeddedPostgres {
  /** Address of the superuser for one database of the server. */
  urlOf(database: string): string
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  folder: string
  log: Log
  settings?: Record<string, string>
}

const databaseName = 'postgres'
const watchEveryMs = 250
const adoptionMs = 60_000

function addressOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${superuser}:${readPassword(cluster)}@127.0.0.1:${port}/${database}`
}

async function withClient<T>(url: string, body: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 2000,
    application_name: 'sluice-supervisor',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await body(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether our own server answers on the port: the password and the data folder must be ours. */
async function answers(cluster: Cluster, port: number): Promise<boolean> {
  try {
    return await withClient(addressOf(cluster, port, databaseName), async (client) => {
      const shown = await client.query<{ data_directory: string }>('show data_directory')
      const { ino } = statSync(cluster.data)
      return statSync(shown.rows[0]?.data_directory ?? '/').ino === ino
    })
  } catch {
    return false
  }
}

function lastWords(cluster: Cluster): string {
  const lines = readFileSync(cluster.logFile, 'utf8').trimEnd().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? ''
}

interface StartOptions extends EmbeddedOptions {
  readonly binaries: Binaries
  readonly identity: Identity
  /** Undefined: a free one is chosen. */
  readonly port: number | undefined
}

async function start(
  cluster: Cluster,
  { binaries, identity, port: fixedPort, settings = {}, log }: StartOptions,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    await clearAfterKill(cluster.data)
    const port = fixedPort ?? (await choosePort(cluster, identity))
    const child = launch(cluster, binaries, { identity, port, settings })
    const until = Date.now() + 60_000
    while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
      if (await answers(cluster, port)) return port
      await pause(20)
    }
    if (attempt === 3)
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL does not start: ${lastWords(cluster)} (${cluster.logFile})`,
      )
    log.warn({ attempt, lastWords: lastWords(cluster) }, 'embedded PostgreSQL did not start, trying again')
  }
}

/**
 * The port of a server that an earlier process left running. One that is alive is waited for: on a busy machine and
 * after a crash of its own it answers late, and a second one could not start beside it.
 */
async function adopt(cluster: Cluster): Promise<number | undefined> {
  const until = Date.now() + adoptionMs
  while (existsSync(cluster.data) && Date.now() < until) {
    const port = livingPort(cluster.data)
    if (port === undefined) return undefined
    if (await answers(cluster, port)) return port
    await pause(100)
  }
  return undefined
}

/** Adopts the server of an earlier process when it answers, else starts one; from then on restarts it when it dies. */
export async function ensureEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = clusterIn(options.folder)
  // Once others know the port it has to stay, so a restart waits for it rather than choosing anew.
  const ensure = (port?: number) =>
    startAlone(`${cluster.folder}.starting`, async () => {
      const adopted = await adopt(cluster)
      if (adopted !== undefined) return adopted
      const binaries = findBinaries()
      const identity = chooseIdentity(cluster.folder, binaries.postgres)
      createCluster(cluster, binaries, identity)
      return start(cluster, { ...options, binaries, identity, port })
    })
  const port = await ensure()
  const stopping = new AbortController()
  const watching = watch(cluster, {
    signal: stopping.signal,
    restart: async () => {
      options.log.warn({}, 'embedded PostgreSQL is gone, starting it again')
      await ensure(port)
    },
    log: options.log,
  })
  return {
    urlOf: (database) => addressOf(cluster, port, database),
    async stop() {
      stopping.abort()
      await watching
      await stopUnlessUsed(cluster, port)
    },
  }
}

interface WatchOptions {
  readonly signal: AbortSignal
  readonly restart: () => Promise<void>
  readonly log: Log
}

async function watch(cluster: Cluster, { signal, restart, log }: WatchOptions): Promise<void> {
  for (;;) {
    await pause(watchEveryMs, undefined, { ref: false, signal }).catch(() => undefined)
    if (signal.aborted) return
    const postmaster = readPostmaster(cluster.data)
    if (postmaster && isAlive(postmaster.pid)) continue
    await restart().catch((error: unknown) =>
      log.error({ err: error }, 'embedded PostgreSQL did not come back'),
    )
  }
}

const patienceMs = 5_000

/**
 * Stops the server that a killed process left running in the folder, and says whether it did. A server that another
 * process uses goes on; the connections of the killed one close within moments.
 */
export async function stopLeftBehind(folder: string): Promise<boolean> {
  const cluster = clusterIn(folder)
  const port = livingPort(cluster.data)
  if (port === undefined || !(await answers(cluster, port))) return false
  const until = Date.now() + patienceMs
  while (!(await stopUnlessUsed(cluster, port))) {
    if (Date.now() > until) return false
    await pause(100)
  }
  return true
}

/** True when no server is left; false when another process uses it. */
async function stopUnlessUsed(cluster: Cluster, port: number): Promise<boolean> {
  const postmaster = readPostmaster(cluster.data)
  if (!postmaster || !isAlive(postmaster.pid)) return true
  const others = await withClient(addressOf(cluster, port, databaseName), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return rows[0]?.count ?? 0
  }).catch(() => 0)
  if (others) return false
  for (const [signal, seconds] of [
    ['SIGINT', 15],
    ['SIGQUIT', 5],
  ] as const) {
    process.kill(postmaster.pid, signal)
    const until = Date.now() + seconds * 1000
    while (Date.now() < until && isAlive(postmaster.pid)) await pause(20)
    if (!isAlive(postmaster.pid)) break
  }
  return true
}
