import { EventEmitter, once } from 'node:events'
import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { JobCommand } from '../../durable/job-command.ts'
import type { Effect, Run } from '../../durable/run.ts'
import { commands } from '../commands.ts'

export interface CrashingCommands {
  readonly commands: Record<JobCommandName, JobCommand>
  /** Settles when the point has been reached; from then on the run does nothing more. */
  readonly reached: Promise<void>
}

/**
 * The real commands, whose run stops dead at a point: `<name>.done` when a step, effect or transaction has done its
 * work and nothing records it yet, `<name>.recorded` right after it is recorded, `returned` when the command
 * has returned and the end of the job is not recorded, or the name of a fault point.
 */
export function crashingCommands(point: string): CrashingCommands {
  const signal = new EventEmitter()
  const reached = once(signal, 'reached').then(() => undefined)
  const hit = async (name: string) => {
    if (name !== point) return
    signal.emit('reached')
    await new Promise(() => undefined)
  }
  const crashing =
    (command: JobCommand): JobCommand =>
    async (ctx, run, job) => {
      const result = await command(ctx, dyingRun(run, hit), job)
      await hit('returned')
      return result
    }
  const { InitializeStack, FlowIn, FlowOut } = commands
  return {
    reached,
    commands: {
      ...commands,
      InitializeStack: crashing(InitializeStack),
      FlowIn: crashing(FlowIn),
      FlowOut: crashing(FlowOut),
    },
  }
}

function dyingRun(run: Run, hit: (name: string) => Promise<void>): Run {
  const recorded = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const result = await work
    await hit(`${name}.recorded`)
    return result
  }
  const before =
    <A extends unknown[], T>(name: string, body: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const result = await body(...args)
      await hit(`${name}.done`)
      return result
    }
  const overrides: Partial<Run> = {
    step: (name, body, alsoWrite) => recorded(name, run.step(name, before(name, body), alsoWrite)),
    effect: <I, T>(name: string, effect: Effect<I, T>) =>
      recorded(name, run.effect(name, { ...effect, perform: before(name, effect.perform) })),
    transaction: (name, body) => recorded(name, run.transaction(name, body)),
    faultPoint: hit,
  }
  return new Proxy(run, {
    get: (target, key) => {
      if (key in overrides) return Reflect.get(overrides, key)
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
