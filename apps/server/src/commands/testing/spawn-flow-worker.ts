import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Context } from '../../context.ts'

export interface FlowWorkerProcess {
  send(signal: NodeJS.Signals): void
  readonly exited: Promise<void>
  end(): Promise<void>
}

export interface FlowWorkerOptions {
  readonly faultPoints?: string
  /** A way to the database of its own. */
  readonly databaseUrl?: string
}

/** Starts a worker in a process of its own, with faults to play, and waits until it takes jobs. */
export async function spawnFlowWorker(
  ctx: Context,
  { faultPoints = '', databaseUrl = ctx.database.url }: FlowWorkerOptions = {},
): Promise<FlowWorkerProcess> {
  const settings = {
    SLUICE_PRACTICE_ORG_URL: ctx.config.practiceOrgUrl ?? '',
    SLUICE_PUBLIC_URL: ctx.config.publicUrl,
    SLUICE_FAULT_POINTS: faultPoints,
  }
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'flow-worker-process.ts'),
    [databaseUrl, ctx.folders.root, JSON.stringify(settings)],
    {
      execArgv: ['--conditions=source', '--no-deprecation', '--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  const exited = once(child, 'exit').then(() => undefined)
  await Promise.race([once(child, 'message'), exited])
  return {
    send: (signal) => void child.kill(signal),
    exited,
    end: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
