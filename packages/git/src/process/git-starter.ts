import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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
  isConnecting: boolean
}

let connection: ConnectionOfThread | null = null

/** The small process that starts Git for this one and its threads. */
export interface GitStarter {
  /** Ends it and every Git process that it has started. */
  stop(): Promise<void>
}

export interface GitStarterOptions {
  /** Holds the folder of its socket. */
  readonly parent?: string
  /** Hears each time that it has ended unasked. */
  readonly onLost?: () => void
}

/** Between the end of a starter and the next one. */
const restartPauseMs = 200

/**
 * Starts the Git starter of this process; call it in the main thread before other threads start. From then on
 * `startProcess` uses it in this thread, and in others as soon as they have connected. When it ends unasked, commands that
 * run fail as `interrupted`, and it is started again; until it is ready, commands start directly. Raises when it
 * cannot be started at first.
 */
export async function startGitStarter({
  parent = tmpdir(),
  onLost,
}: GitStarterOptions = {}): Promise<GitStarter> {
  const folder = await mkdtemp(join(parent, 'sluice-git-'))
  const path = await socketIn(folder)
  const stopping = new AbortController()
  let child = await launch(folder, path)
  await connectThread(path)
  setEnvironmentData(socketKey, path)
  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      await ended(child)
      if (stopping.signal.aborted) break
      onLost?.()
      const next = await relaunch(folder, path, stopping.signal)
      if (next === null) break
      child = next
      if (stopping.signal.aborted) child.stdin?.end()
    }
    await ended(child)
    await rm(folder, { recursive: true, force: true })
  })()
  return {
    stop: async () => {
      if (getEnvironmentData(socketKey) === path) setEnvironmentData(socketKey, undefined)
      stopping.abort()
      // Keeps the event loop alive until the starter has exited.
      child.ref()
      child.stdin?.end()
      await supervised
    },
  }
}

async function launch(folder: string, path: string): Promise<ChildProcess> {
  // Runs in its own process group, so that Ctrl-C does not end it before the server, which needs Git while it stops.
  const child = spawn(process.execPath, [script, path], {
    cwd: folder,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  // A broken pipe needs no handling here, because the exit of the starter is awaited.
  child.stdin.on('error', () => undefined)
  await Promise.race([
    once(child.stdout, 'data'),
    ended(child).then(() => {
      throw new Error('The process that starts Git ended before it was ready.')
    }),
  ])
  // An idle starter must not keep this process alive.
  child.stdout.destroy()
  child.unref()
  return child
}

/** Starts it again at the same path, where threads look for it; null when it is to stop. */
async function relaunch(folder: string, path: string, stopping: AbortSignal): Promise<ChildProcess | null> {
  for (let pause = restartPauseMs; !stopping.aborted; pause = Math.min(pause * 2, 10_000)) {
    await setTimeout(pause, undefined, { signal: stopping, ref: false }).catch(() => undefined)
    if (stopping.aborted) return null
    // A full disk, for example, passes.
    const child = await launchAnew(folder, path).catch(() => null)
    if (child !== null) return child
  }
  return null
}

/** Also where somebody has removed the folder, or the one before left its socket. */
async function launchAnew(folder: string, path: string): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rm(path, { force: true })
  return await launch(folder, path)
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
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

/** Connects at the first call, and anew after the starter was lost; until then there is none. */
function clientOfThread(): StarterClient | null {
  const path = getEnvironmentData(socketKey)
  if (typeof path !== 'string') return null
  if (connection?.path !== path) void connectThread(path)
  else if (!connection.isConnecting && connection.client?.isLost !== false) void connectThread(path)
  return connection?.client?.open === true ? connection.client : null
}

async function connectThread(path: string): Promise<void> {
  const connecting: ConnectionOfThread = { path, client: null, isConnecting: true }
  connection = connecting
  connecting.client = await connectToStarter(path).catch(() => null)
  connecting.isConnecting = false
}
