import type { JobCommandName } from '@sluice/contract/job-command-name'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { removeWorkFolders } from '../steps/session/work-folder.ts'
import type { Context, JobReference } from '../context.ts'
import { adoptEngineSteps } from '../durable/adopt-engine-steps.ts'
import type { Execution } from '../durable/engine.ts'
import { type FaultPoints, createFaultPoints } from '../durable/fault-points.ts'
import { checkFence } from '../durable/fence.ts'
import { whileDatabaseIsAway } from '../durable/infrastructure-retry.ts'
import type { JobCommand } from '../durable/job-command.ts'
import type { ParkedWait } from '../durable/job-wait.ts'
import { LedgerRun } from '../durable/ledger-run.ts'
import { RunFencedError, RunTimedOutError } from '../durable/run-errors.ts'
import { RunInterruption, neverSettle } from '../durable/run-interruption.ts'
import { artifact, job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { jsonPieces } from '../platform/json-pieces.ts'
import { newTraceId, withTrace } from '../platform/log/trace.ts'
import type { JobState } from './heartbeat.ts'
import { type BegunJob, beginJob } from './job-begin.ts'
import { endJob } from './job-end.ts'
import { type Conclusion, conclude, concludeError } from './job-outcome.ts'
import type { Lease } from './lease.ts'
import { waitForDisk } from './wait-for-disk.ts'
import { lostTooOften, mostEpochs } from './most-epochs.ts'

export type JobCommands = Readonly<Record<JobCommandName, JobCommand>>

interface RunningJob {
  interruption: RunInterruption
  epoch: number
  /** How long the job had been at work when it began here, by the database's clock. */
  ageMs: number
  /** When it began here, by the clock of this process. */
  beganMs: number
  /** The wait with which the run ends: the job then waits without one. */
  parkedWait?: ParkedWait
}

/** Runs jobs under one lease. A lease that has lapsed is over for good; what runs later runs under another one. */
export class JobRunner {
  readonly running = new Map<string, RunningJob>()
  /** The jobs that were begun here and wait without a run, by their ids. */
  readonly parked = new Map<string, ParkedWait>()
  readonly #ctx: Context
  readonly #commands: JobCommands
  readonly #faults: FaultPoints
  readonly executorId = `${process.pid}-${randomBytes(6).toString('hex')}`
  #lease: Pick<Lease, 'fresh'> | undefined

  constructor(ctx: Context, commands: JobCommands) {
    this.#ctx = ctx
    this.#commands = commands
    this.#faults = createFaultPoints(ctx.config.faultPoints)
  }

  async execute(reference: JobReference): Promise<Execution> {
    const wait = await whileDatabaseIsAway(() => waitForDisk(this.#ctx, reference))
    if (wait !== null) {
      this.parked.set(reference.jobId, wait)
      return 'left'
    }
    const begun = await whileDatabaseIsAway(() => this.#begin(reference))
    if (begun === 'left') return begun
    if (!begun) {
      await this.#removeFiles(reference.jobId)
      return 'ended'
    }
    const interruption = new RunInterruption(begun.inheritedChanges)
    if (begun.cancellationIsRequested) interruption.cancel()
    const beganMs = this.#ctx.clock.elapsedMs()
    this.running.set(begun.id, { interruption, epoch: begun.epoch, ageMs: begun.ageMs, beganMs })
    const trace = { traceId: begun.traceId ?? newTraceId(), workspaceId: begun.workspaceId, jobId: begun.id }
    try {
      // The slot of the queue is free once the run is stopped, whatever the command still waits for.
      return await Promise.race([
        withTrace(trace, () => this.#run(begun, interruption)),
        this.#whenLeft(begun, interruption),
      ])
    } finally {
      this.#release(begun.id, interruption)
    }
  }

  /** A job that waits is given back only from here on, when its place in the queue is free. */
  #release(jobId: string, interruption: RunInterruption): void {
    const running = this.running.get(jobId)
    if (running?.interruption !== interruption) return
    this.running.delete(jobId)
    if (running.parkedWait !== undefined) this.parked.set(jobId, running.parkedWait)
  }

  /** A job that is gone or has ended has no next worker. */
  async #whenLeft({ id, workspaceId }: BegunJob, { stopSignal }: RunInterruption): Promise<Execution> {
    await new Promise<void>((resolve) => stopSignal.addEventListener('abort', () => resolve()))
    const [row] = await this.#ctx.database
      .inWorkspace(workspaceId, null, (tx) =>
        tx.select({ status: job.status }).from(job).where(eq(job.id, id)),
      )
      .catch(() => [{ status: 'unknown' }])
    return row === undefined || row.status === 'Ended' ? 'ended' : 'left'
  }

  /** Before the first job comes. */
  actUnder(lease: Pick<Lease, 'fresh'>): void {
    this.#lease = lease
  }

  /** Ends the run, so that another job gets its place. */
  #park(jobId: string, interruption: RunInterruption, wait: ParkedWait): void {
    const running = this.running.get(jobId)
    if (running?.interruption !== interruption) return
    this.#ctx.log.info({ jobId, topic: wait.topic }, 'the job waits without a run')
    running.parkedWait = wait
    interruption.stop(new RunFencedError(`Job ${jobId} waits without a run.`))
  }

  /** Stops all runs here. Nothing of them is recorded any more, and their calls to the outside are ended. */
  stop(reason: string): void {
    for (const { interruption } of this.running.values()) interruption.stop(new RunFencedError(reason))
    this.running.clear()
    this.parked.clear()
  }

  /** Only under a fresh lease: a job that another worker has taken meanwhile must not be taken from it again. */
  async #begin(reference: JobReference): Promise<BegunJob | null | 'left'> {
    try {
      await this.#freshLease()
    } catch {
      return 'left'
    }
    const begun = await beginJob(this.#ctx.database, reference, this.executorId)
    if (begun && begun.epoch > 1) await this.#adoptSteps(begun)
    return begun
  }

  /** For jobs that were begun by a release whose ledger held effects and transactions only. */
  async #adoptSteps({ id: jobId, workspaceId, epoch }: BegunJob): Promise<void> {
    const { database, jobs } = this.#ctx
    const steps = await jobs.finishedSteps(jobId)
    if (!steps.length) return
    await database.inWorkspace(workspaceId, null, async (tx) => {
      await checkFence(tx, { jobId, epoch })
      await adoptEngineSteps(tx, { jobId, workspaceId, epoch }, steps)
    })
  }

  async #freshLease(): Promise<void> {
    if (!this.#lease) throw new RunFencedError('The worker has no lease yet.')
    await this.#lease.fresh()
  }

  /** What the heartbeat saw of the jobs that run here. */
  observe(jobs: readonly JobState[], asked: readonly string[]): void {
    const seen = new Map(jobs.map((found) => [found.id, found]))
    for (const jobId of asked) {
      const running = this.running.get(jobId)
      if (!running) continue
      const { interruption, epoch } = running
      const found = seen.get(jobId)
      if (!found) this.#abandon(jobId, running)
      else if (found.epoch !== epoch || found.status === 'Ended')
        interruption.stop(new RunFencedError(`Job ${jobId} has moved on from epoch ${epoch}.`))
      else if (found.cancellationIsRequested) interruption.cancel()
      else if (this.#isOverdue(running, found))
        interruption.cancel(new RunTimedOutError('The job took longer than a job may take.'))
    }
  }

  /** The row of the job is gone, and with it everything that the job could be for: its place is free again. */
  #abandon(jobId: string, { interruption }: RunningJob): void {
    this.#ctx.log.warn({ jobId }, 'the job was deleted while it ran')
    interruption.stop(new RunFencedError(`Job ${jobId} was deleted while it ran.`))
  }

  /**
   * A wait has a time limit of its own, and counts as passive only when it has ended. Each clock is compared with itself only:
   * those of the database and of this process may differ by days.
   */
  #isOverdue({ ageMs, beganMs }: RunningJob, { passiveMilliseconds, waitingTopic }: JobState): boolean {
    if (waitingTopic !== null) return false
    const { clock, config } = this.#ctx
    const activeMs = ageMs + clock.elapsedMs() - beganMs - passiveMilliseconds
    return activeMs > config.waits.jobHours * 3_600_000
  }

  async #run(begun: BegunJob, interruption: RunInterruption): Promise<Execution> {
    const { id: jobId, workspaceId, epoch, commandName } = begun
    const { clock, log, database } = this.#ctx
    const began = clock.elapsedMs()
    log.info({ commandName, epoch }, epoch === 1 ? 'job started' : 'job resumed')
    const run = new LedgerRun({
      jobId,
      workspaceId,
      epoch,
      database,
      clock,
      faults: this.#faults,
      interruption,
      freshLease: () => this.#freshLease(),
      progress: begun.progress,
      park: (wait) => this.#park(jobId, interruption, wait),
    })
    const conclusion = await this.#conclude(run, begun)
    await run.progress.flush()
    if (interruption.isStopped) return neverSettle()
    await this.#end(run, begun, conclusion)
    await this.#removeFiles(jobId)
    const { outcome, error, isBug } = conclusion
    const line = { commandName, outcome, error, durationMs: Math.round(clock.elapsedMs() - began) }
    if (isBug) log.error(line, 'job ended by an unexpected error')
    else log.info(line, 'job ended')
    return 'ended'
  }

  async #conclude(run: LedgerRun, begun: BegunJob): Promise<Conclusion> {
    if (begun.epoch > mostEpochs) return concludeError(new Error(lostTooOften))
    try {
      return conclude(await this.#commands[begun.commandName](this.#ctx, run, begun))
    } catch (error) {
      const conclusion = concludeError(error)
      if (conclusion.isBug) this.#ctx.log.error({ err: error }, 'the command failed')
      else if (conclusion.error !== null) this.#ctx.log.warn({ err: error }, 'the job cannot go on')
      return conclusion
    }
  }

  /** A forced unlock must not keep the job from ending, so its guards do not apply to the end. */
  async #end(run: LedgerRun, begun: BegunJob, conclusion: Conclusion): Promise<void> {
    run.removeGuards()
    const { id: jobId, workspaceId } = begun
    const { outcome, error, output } = conclusion
    await run.uncancellable(async () => {
      if (output !== undefined) await this.#keepOutput(run, begun, output)
      const ending = { jobId, workspaceId, outcome, error, summary: conclusion.summary ?? null }
      await run.transaction('end', (tx) => endJob(this.#ctx, tx, ending))
    })
  }

  /** After the end is committed, because the next run of an unfinished job continues in its folder. */
  async #removeFiles(jobId: string): Promise<void> {
    const { folders, log } = this.#ctx
    await removeWorkFolders({ root: folders.work, jobId }).catch((error: unknown) =>
      log.warn({ err: error, jobId }, 'the work folder of a job could not be removed'),
    )
  }

  async #keepOutput(run: LedgerRun, begun: BegunJob, output: unknown): Promise<void> {
    const { id: jobId, workspaceId } = begun
    // One piece at a time: a stream would make sixteen of them in one turn of the event loop.
    const pieces = () => Readable.from(jsonPieces(output, 2), { highWaterMark: 1 })
    const stored = await run.step('store output', () => this.#ctx.artifacts.store(workspaceId, pieces()))
    await run.transaction('output', async (tx) => {
      const row = { name: 'output.json', type: 'Output' as const, contentType: 'application/json' }
      await tx.insert(artifact).values({ id: newId(), workspaceId, jobId, ...row, ...stored })
    })
  }
}
