import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Context } from '../context.ts'

export interface SpawnedWorker {
  pid: number
  kill(signal: NodeJS.Signals): void
  exited: Promise<void>
}

const living = new Set<SpawnedWorker>()

/** Starts a worker in a process of its own and waits until it takes jobs. */
export async function spawnWorker(ctx: Context, faultPoints = ''): Promise<SpawnedWorker> {
  const child = fork(
    join(import.meta.dirname, 'worker-process.ts'),
    [ctx.database.url, ctx.folders.root, faultPoints],
    {
      execArgv: ['--conditions=source', '--no-deprecation', '--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  const exited = once(child, 'exit').then(() => undefined)
  const spawned = { pid: child.pid ?? 0, kill: (signal: NodeJS.Signals) => void child.kill(signal), exited }
  living.add(spawned)
  void exited.then(() => living.delete(spawned))
  const ended = exited.then(() => {
    throw new Error('The worker ended before it was up.')
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => undefined)
  return spawned
}

/** For afterEach: no process stays behind. */
export async function killSpawnedWorkers(): Promise<void> {
  const all = [...living]
  for (const worker of all) worker.kill('SIGKILL')
  await Promise.all(all.map(({ exited }) => exited))
}
