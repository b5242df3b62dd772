import { createHash } from 'node:crypto'
import type { ProgressScope } from '@sluice/contract/progress'
import { eq, sql } from 'drizzle-orm'
import type { Clock } from '../platform/clock.ts'
import { announce } from '../platform/database/announce.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { jobProgress } from '../platform/database/schema/job-execution.ts'
import { job, notice } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { type EffectServices, faultName, performEffect } from './effect.ts'
import { type JobReference, isLostJob, receive, recordedStep } from './engine.ts'
import type { FaultPoints } from './fault-points.ts'
import { checkFence } from './fence.ts'
import { whileDatabaseIsAway } from './infrastructure-retry.ts'
import { findEntry, storeResult } from './ledger.ts'
import { type ProgressTree, createProgressTree } from './progress.ts'
import type { Effect, Run } from './run.ts'
import { RunCancelledError } from './run-errors.ts'
import { type RunState, park } from './run-state.ts'
import type { WakeMessage } from './wake-message.ts'

export interface JobRunOptions extends JobReference {
  epoch: number
  database: Database
  clock: Clock
  faults: FaultPoints
  state: RunState
  /** Waits until this worker has proved itself alive a moment ago, so that nobody is about to take the job over. */
  freshLease: () => Promise<void>
}

type Guard = (tx: Transaction) => Promise<void>

/** The door between a command and the engine, for one job on one worker. */
export class JobRun implements Run {
  readonly jobId: string
  readonly workspaceId: string
  readonly epoch: number
  readonly progress: ProgressTree
  readonly #o: JobRunOptions
  readonly #guards: Guard[] = []
  #waits = 0
  #checks = 0

  constructor(o: JobRunOptions) {
    this.jobId = o.jobId
    this.workspaceId = o.workspaceId
    this.epoch = o.epoch
    this.#o = o
    this.progress = createProgressTree((scopes) => this.#writeProgress(scopes))
  }

  get signal(): AbortSignal {
    return this.#o.state.signal
  }

  get stopSignal(): AbortSignal {
    return this.#o.state.stopSignal
  }

  step<T>(name: string, body: () => Promise<T>, alsoWrite?: (tx: Transaction) => Promise<void>): Promise<T> {
    return this.#recorded(name, async () => {
      this.#o.state.refuseIfCancelled()
      const result = await whileDatabaseIsAway(body)
      if (alsoWrite) await this.#fenced(alsoWrite)
      return result
    })
  }

  effect<I, T>(name: string, effect: Effect<I, T>): Promise<T> {
    const services: EffectServices = {
      clock: this.#o.clock,
      state: this.#o.state,
      faults: this.#o.faults,
      fenced: (body) => this.#fenced(body),
      freshLease: () => this.#o.freshLease(),
    }
    // Until the engine has recorded it, so that no cancellation comes between the effect and what must follow it.
    return this.#o.state.duringEffect(() =>
      this.#recorded(name, () => performEffect(services, this.#key(name), effect)),
    )
  }

  transaction<T>(name: string, body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#recorded(name, () =>
      this.#fenced(async (tx) => {
        const found = await findEntry<unknown, T>(tx, this.#key(name))
        if (found?.result) return found.result.value
        const value = await body(tx)
        await storeResult(tx, this.#key(name), { value, resolution: 'Performed' })
        return value
      }),
    )
  }

  uncancellable<T>(body: () => Promise<T>): Promise<T> {
    return this.#o.state.shielding(body)
  }

  async waitFor<T>(topic: string, timeoutMs: number): Promise<T | null> {
    const wait = `${topic} ${++this.#waits}`
    const since = await this.#recorded(`wait for ${wait}`, () =>
      this.#fenced(async (tx) => {
        const { cancellationIsRequested } = await checkFence(tx, this)
        if (cancellationIsRequested) this.#o.state.cancel()
        this.#o.state.refuseIfCancelled()
        await tx.update(job).set({ waitingTopic: topic }).where(eq(job.id, this.jobId))
        return this.#now()
      }),
    )
    const receiveNext = () => this.#orParked(receive<WakeMessage<T>>(topic, since + timeoutMs - this.#now()))
    let woken = await receiveNext()
    while (woken && 'cancelled' in woken && this.#o.state.isShielded) woken = await receiveNext()
    await this.#recorded(`woken from ${wait}`, () =>
      this.#fenced(async (tx) => {
        const waited = Math.max(0, this.#now() - since)
        await tx
          .update(job)
          .set({ waitingTopic: null, passiveMilliseconds: sql`${job.passiveMilliseconds} + ${waited}` })
          .where(eq(job.id, this.jobId))
      }),
    )
    if (!woken) return null
    if ('cancelled' in woken) throw new RunCancelledError('The job was cancelled.')
    return woken.message
  }

  async sleep(milliseconds: number): Promise<void> {
    await this.waitFor('sleep', milliseconds)
  }

  async notice(subject: string, body: Record<string, unknown>): Promise<void> {
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 16)
    const origin = `${subject} ${digest}`
    await this.transaction(`notice ${origin}`, async (tx) => {
      await tx
        .insert(notice)
        .values({ id: newId(), workspaceId: this.workspaceId, jobId: this.jobId, origin, subject, body })
        .onConflictDoNothing()
      await announce(tx, { workspaceId: this.workspaceId, kind: 'pushJobs', ids: [this.jobId] })
    })
  }

  async throwIfCancelled(): Promise<void> {
    await this.#recorded(`cancelled? ${++this.#checks}`, () =>
      this.#fenced(async (tx) => {
        const { cancellationIsRequested } = await checkFence(tx, this)
        if (cancellationIsRequested) this.#o.state.cancel()
        this.#o.state.refuseIfCancelled()
      }),
    )
  }

  confirmLease(): Promise<void> {
    return this.#o.freshLease()
  }

  faultPoint(name: string): Promise<void> {
    return this.#o.faults.hit(name)
  }

  guard(check: (tx: Transaction) => Promise<void>): void {
    this.#guards.push(check)
  }

  removeGuards(): void {
    this.#guards.length = 0
  }

  /** Recorded by the engine, unless this worker has to let go of the job: then it never settles. */
  #recorded<T>(name: string, body: () => Promise<T>): Promise<T> {
    const { state, faults } = this.#o
    return this.#orParked(
      recordedStep(name, async () => {
        try {
          await faults.hit(`${faultName(name)}.before`)
          const result = await body()
          await faults.hit(`${faultName(name)}.after`)
          if (state.isStopped) return await park()
          return result
        } catch (error) {
          throw await state.translate(error)
        }
      }),
    )
  }

  async #orParked<T>(recorded: Promise<T>): Promise<T> {
    try {
      return await recorded
    } catch (error) {
      const { state } = this.#o
      if (error instanceof Error && isLostJob(error)) state.letGo(error)
      if (state.isStopped) return park()
      throw error
    }
  }

  #fenced<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return whileDatabaseIsAway(() =>
      this.#o.database.inWorkspace(this.workspaceId, null, async (tx) => {
        await checkFence(tx, this)
        for (const check of this.#guards) await check(tx)
        return body(tx)
      }),
    )
  }

  #now(): number {
    return this.#o.clock.now().getTime()
  }

  #key(name: string) {
    return { jobId: this.jobId, workspaceId: this.workspaceId, epoch: this.epoch, name }
  }

  async #writeProgress(scopes: readonly ProgressScope[]): Promise<void> {
    if (this.#o.state.isStopped) return
    await this.#o.database.inWorkspace(this.workspaceId, null, async (tx) => {
      await checkFence(tx, this)
      const written = { scopes: [...scopes], updatedUtc: sql`now()`, version: sql`job_progress.version + 1` }
      await tx
        .insert(jobProgress)
        .values({ jobId: this.jobId, workspaceId: this.workspaceId, version: 1, scopes: [...scopes] })
        .onConflictDoUpdate({ target: jobProgress.jobId, set: written })
      await announce(tx, { workspaceId: this.workspaceId, kind: 'jobProgress', ids: [this.jobId] })
    })
  }
}
