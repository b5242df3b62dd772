import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { startDirectly } from './start-directly.ts'
import type { ProcessStart, StartedProcess } from './started-process.ts'
import { connectToStarter } from './starter-client.ts'
import type { StarterClient } from './starter-client.ts'

const script = fileURLToPath(new URL('../../bin/git-starter.mjs', import.meta.url))

/** Key of the socket path in the environment data, which threads inherit when they start. */
const socketKey = 'sluice.gitStarterSocket'

interface ConnectionOfThread {
  readonly path: string
  client: StarterClient | null
}

let connection: ConnectionOfThread | null = null

/** The small process that starts Git for this one and its threads. */
export interface GitStarter {
  /** Settles when it has ended, asked or not. From then on commands of this process start directly. */
  readonly ended: Promise<void>
  /** Ends it and every Git process that it has started. */
  stop(): Promise<void>
}

/**
 * Starts the Git starter of this process; call it in the main thread before other threads start. From then on
 * `startProcess` uses it in this thread, and in others as soon as they have connected. When it ends unasked, commands
 * that run fail and later ones start directly. Raises when it cannot be started.
 * `parent` holds the folder of its socket.
 */
export async function startGitStarter(parent: string = tmpdir()): Promise<GitStarter> {
  const folder = await mkdtemp(join(parent, 'sluice-git-'))
  const path = await socketIn(folder)
  // Runs in its own process group, so that Ctrl-C does not end it before the server, which needs Git while it stops.
  const child = spawn(process.execPath, [script, path], {
    cwd: folder,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  // A broken pipe needs no handling here, because the exit of the starter is awaited.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  }).then(async () => {
    if (getEnvironmentData(socketKey) === path) setEnvironmentData(socketKey, undefined)
    await rm(folder, { recursive: true, force: true })
  })
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('The process that starts Git ended before it was ready.')
    }),
  ])
  // An idle starter must not keep this process alive.
  child.stdout.destroy()
  child.unref()
  const client = await connectToStarter(path).catch((error: unknown) => {
    child.stdin.end()
    throw error
  })
  connection = { path, client }
  setEnvironmentData(socketKey, path)
  return {
    ended,
    stop: async () => {
      // Keeps the event loop alive until the starter has exited.
      child.ref()
      child.stdin.end()
      await ended
    },
  }
}

/** Every supported system accepts 103 bytes; libuv truncates a longer path without an error. */
const maxSocketPathBytes = 103

async function socketIn(folder: string): Promise<string> {
  const path = join(folder, 'socket')
  if (Buffer.byteLength(path) <= maxSocketPathBytes) return path
  await rm(folder, { recursive: true, force: true })
  throw new Error(`The path of the folder ${folder} is too long for a socket in it.`)
}

/** Starts Git through the starter of this process where this thread has a connection to it, otherwise directly. */
export function startProcess(start: ProcessStart): StartedProcess {
  const client = clientOfThread()
  return client === null ? startDirectly(start) : client.start(start)
}

/** Connects at the first call; until then, and after the starter has ended, there is none. */
function clientOfThread(): StarterClient | null {
  const path = getEnvironmentData(socketKey)
  if (typeof path !== 'string') return null
  if (connection?.path !== path) {
    const connecting: ConnectionOfThread = { path, client: null }
    connection = connecting
    connectToStarter(path).then(
      (client) => {
        connecting.client = client
      },
      () => undefined,
    )
  }
  return connection.client?.open === true ? connection.client : null
}
