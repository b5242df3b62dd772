import { EventEmitter, once } from 'node:events'
import { type JobCommandName, jobCommandName } from '@sluice/contract/job-command-name'
import type { JobCommand } from '../../durable/job-command.ts'
import { stoppingRun } from '../../testing/stopping-run.ts'
import { commands } from '../commands.ts'

export interface CrashingCommands {
  readonly commands: Record<JobCommandName, JobCommand>
  /** Settles when the point has been reached; from then on the run does nothing more. */
  readonly reached: Promise<void>
}

/**
 * The real commands, which stop for ever at a point of `stoppingRun`, or at `returned`: the command has returned and the
 * end of the job is not recorded.
 */
export function crashingCommands(point: string): CrashingCommands {
  const signal = new EventEmitter()
  const reached = once(signal, 'reached').then(() => undefined)
  const observed = observedCommands(async (name) => {
    if (name !== point) return
    signal.emit('reached')
    await new Promise(() => undefined)
  })
  return { reached, commands: observed }
}

export interface PausingCommands extends CrashingCommands {
  /** Lets the run go on. */
  release(): void
}

/** The real commands, which wait at such a point until they are released. */
export function pausingCommands(point: string): PausingCommands {
  const signal = new EventEmitter()
  const reached = once(signal, 'reached').then(() => undefined)
  const released = once(signal, 'released')
  const observed = observedCommands(async (name) => {
    if (name !== point) return
    signal.emit('reached')
    await released
  })
  return { reached, commands: observed, release: () => void signal.emit('released') }
}

/** The real commands, which call `hit` at every such point, with the command that reached it. */
export function observedCommands(
  hit: (point: string, by: JobCommandName) => Promise<void>,
): Record<JobCommandName, JobCommand> {
  const observed =
    (name: JobCommandName): JobCommand =>
    async (ctx, run, job) => {
      const result = await commands[name](
        ctx,
        stoppingRun(run, (point) => hit(point, name)),
        job,
      )
      await hit('returned', name)
      return result
    }
  const all = { ...commands }
  for (const name of jobCommandName.options) all[name] = observed(name)
  return all
}
