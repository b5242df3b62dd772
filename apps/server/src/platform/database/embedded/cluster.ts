import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { childEnvironment } from './child-environment.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'
import type { Identity } from './identity.ts'

/** The folder of the server: `data` is PostgreSQL's own, beside it the password, the port and the log. */
export interface Cluster {
  folder: string
  data: string
  passwordFile: string
  portFile: string
  logFile: string
}

export const superuser = 'sluice_owner'

export const clusterIn = (folder: string): Cluster => ({
  folder,
  data: join(folder, 'data'),
  passwordFile: join(folder, 'password'),
  portFile: join(folder, 'port'),
  logFile: join(folder, 'server.log'),
})

function writePrivate(path: string, content: string, identity: Identity): void {
  writeFileSync(path, content, { mode: 0o600 })
  chmodSync(path, 0o600)
  if (identity.ids) chownSync(path, identity.ids.uid, identity.ids.gid)
}

/** Makes the data folder. A half-made one, left by a kill, is made again. */
export function createCluster(cluster: Cluster, binaries: Binaries, identity: Identity): void {
  const versionFile = join(cluster.data, 'PG_VERSION')
  const complete = join(cluster.folder, 'complete')
  if (existsSync(complete)) {
    const major = readFileSync(versionFile, 'utf8').trim()
    if (major === binaries.major) return
    throw new EmbeddedPostgresError(
      `${cluster.data} was written by PostgreSQL ${major} and this is PostgreSQL ${binaries.major}. Export it with the release that wrote it, or set DATABASE_URL.`,
    )
  }
  mkdirSync(cluster.folder, { recursive: true, mode: 0o700 })
  if (identity.ids) chownSync(cluster.folder, identity.ids.uid, identity.ids.gid)
  rmSync(cluster.data, { recursive: true, force: true })
  writePrivate(cluster.passwordFile, randomBytes(24).toString('base64url'), identity)
  const [command, ...args] = [
    ...identity.prefix,
    binaries.initdb,
    `--pgdata=${cluster.data}`,
    `--username=${superuser}`,
    `--pwfile=${cluster.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    '--no-sync',
  ]
  const made = spawnSync(command, args, {
    ...identity.ids,
    cwd: '/',
    encoding: 'utf8',
    env: childEnvironment,
  })
  if (made.status !== 0)
    throw new EmbeddedPostgresError(
      `PostgreSQL could not set up ${cluster.data}: ${(made.error?.message ?? made.stderr).trim()}`,
    )
  writePrivate(complete, '', identity)
}

export const readPassword = (cluster: Cluster): string => readFileSync(cluster.passwordFile, 'utf8').trim()

const readPort = (cluster: Cluster): number | undefined =>
  existsSync(cluster.portFile) ? Number(readFileSync(cluster.portFile, 'utf8')) : undefined

function portIfFree(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}

/** The remembered port while it is free, so that addresses stay the same; else any free one. */
export async function choosePort(cluster: Cluster, identity: Identity): Promise<number> {
  const remembered = readPort(cluster)
  const port = (remembered && (await portIfFree(remembered))) || (await portIfFree(0))
  if (!port)
    throw new EmbeddedPostgresError('There is no free port on 127.0.0.1 for the embedded PostgreSQL.')
  writePrivate(cluster.portFile, String(port), identity)
  return port
}

export interface LaunchOptions {
  readonly identity: Identity
  readonly port: number
  /** Of postgresql.conf. */
  readonly settings: Readonly<Record<string, string>>
}

/** Starts the server in a session of its own: it outlives this process when that one is killed. */
export function launch(
  cluster: Cluster,
  binaries: Binaries,
  { identity, port, settings: given }: LaunchOptions,
) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '120',
    ...given,
  }
  const [command = '', ...args] = [
    ...identity.prefix,
    binaries.postgres,
    '-D',
    cluster.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const log = openSync(cluster.logFile, 'a', 0o600)
  try {
    const child = spawn(command, args, {
      ...identity.ids,
      cwd: '/',
      env: childEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}
