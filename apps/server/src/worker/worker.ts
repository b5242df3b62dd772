import type { Context } from '../context.ts'
import { startEngine, stopEngine } from '../durable/engine.ts'
import { cancellationChannel, messageChannel } from '../durable/wake-channels.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/pool.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { watchClock } from './clock-watch.ts'
import { type JobCommands, JobRunner } from './job-runner.ts'

export interface Worker {
  readonly executorId: string
  /** Takes no more jobs and stops its runs; another worker, or the next start, continues these jobs. */
  stop(): Promise<void>
}

/** What runs under one lease. */
interface Term {
  readonly runner: JobRunner
  heartbeat?: Heartbeat
}

const retryPauseMs = 1000

/** Runs jobs in this process until stopped. One worker per process, because the engine is one per process. */
export async function startWorker(ctx: Context, commands: JobCommands): Promise<Worker> {
  const worker = new JobWorker(ctx, commands)
  await worker.start()
  return worker
}

/**
 * The one owner of liveness: nothing runs before the first renewal of the lease, and when it lapses all runs are stopped
 * here, before others may take them, and the worker begins anew under another executor id.
 */
class JobWorker implements Worker {
  readonly #ctx: Context
  readonly #commands: JobCommands
  readonly #stopping = new AbortController()
  /** Connections of its own: jobs that use all others, or wait for a dead one, must not keep the lease from being renewed. */
  readonly #connections: Database
  #term: Term
  #restarts: Promise<void> = Promise.resolve()
  #listening: { close(): Promise<void> }[] = []
  #stopWatch: () => void = () => undefined

  constructor(ctx: Context, commands: JobCommands) {
    this.#ctx = ctx
    this.#commands = commands
    const { config, database, log } = ctx
    const answerTimeoutMs = (config.worker.leaseSeconds * 1000) / 2
    this.#connections = openDatabase({ url: database.url, poolSize: 2, log, answerTimeoutMs })
    this.#term = { runner: new JobRunner(ctx, commands) }
  }

  get executorId(): string {
    return this.#term.runner.executorId
  }

  async start(): Promise<void> {
    const { database } = this.#ctx
    const interruptionOf = (jobId: string) => this.#term.runner.running.get(jobId)?.interruption
    this.#listening = [
      await database.listen(cancellationChannel, { onMessage: (jobId) => interruptionOf(jobId)?.cancel() }),
      await database.listen(messageChannel, { onMessage: (jobId) => interruptionOf(jobId)?.wake() }),
    ]
    await this.#begin(this.#term)
    this.#stopWatch = watchClock(systemClock, (byMs) => this.#onClockSetBack(byMs))
  }

  async stop(): Promise<void> {
    this.#stopWatch()
    this.#stopping.abort()
    this.#term.runner.stop('The worker is stopping.')
    for (const one of this.#listening) await one.close()
    await this.#restarts
    await stopEngine()
    await this.#term.heartbeat?.signOff()
    await this.#connections.close()
  }

  async #begin(term: Term): Promise<void> {
    const { config, database, jobs, log } = this.#ctx
    const { runner } = term
    const { executorId } = runner
    term.heartbeat = await startHeartbeat(
      {
        database: this.#connections,
        jobs,
        executorId,
        leaseSeconds: config.worker.leaseSeconds,
        version: config.product.version,
        clock: systemClock,
        log,
        running: () => [...runner.running.keys()],
        parked: runner.parked,
        waitClock: this.#ctx.clock,
        onJobs: (found, asked) => runner.observe(found, asked),
        onLapse: () => this.#onLapse(term),
      },
      this.#stopping.signal,
    )
    runner.actUnder(term.heartbeat)
    await startEngine({
      databaseUrl: database.url,
      executorId,
      concurrency: config.worker.concurrency,
      log,
      execute: (reference) => runner.execute(reference),
    })
  }

  #onLapse(term: Term): void {
    this.#ctx.log.warn(
      { executorId: term.runner.executorId },
      'the lease has lapsed; all jobs here are let go',
    )
    term.runner.stop('The worker could not renew its lease.')
    this.#restarts = this.#restarts.then(() => this.#restart(term))
  }

  /** Signs off first, so that the jobs that ran here go on at once, here or elsewhere. */
  #onClockSetBack(byMs: number): void {
    const term = this.#term
    this.#ctx.log.warn(
      { executorId: term.runner.executorId, byMs },
      'the clock of this machine was set back; the worker begins anew',
    )
    term.runner.stop('The clock of the machine was set back.')
    this.#restarts = this.#restarts.then(async () => {
      if (this.#term !== term || this.#stopping.signal.aborted) return
      await stopEngine()
        .then(() => term.heartbeat?.signOff())
        .catch((error: unknown) => this.#ctx.log.warn({ err: error }, 'the worker could not sign off'))
      await this.#restart(term)
    })
  }

  async #restart(lapsed: Term): Promise<void> {
    while (this.#term === lapsed && !this.#stopping.signal.aborted) {
      try {
        await stopEngine()
        await lapsed.heartbeat?.close()
        const term: Term = { runner: new JobRunner(this.#ctx, this.#commands) }
        this.#term = term
        await this.#begin(term)
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        this.#ctx.log.warn({ err: error }, 'the worker could not begin anew')
        lapsed = this.#term
        await systemClock.wait(retryPauseMs)
      }
    }
  }
}
