import { createHash } from 'node:crypto'
import type { ProgressScope } from '@sluice/contract/progress'
import { eq, sql } from 'drizzle-orm'
import type { JobReference } from '../context.ts'
import type { Clock } from '../platform/clock.ts'
import { announce } from '../platform/database/announce.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { type JobStepKind, jobProgress } from '../platform/database/schema/job-execution.ts'
import { job, notice } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { type EffectServices, faultName, performEffect } from './effect.ts'
import type { FaultPoints } from './fault-points.ts'
import { checkFence } from './fence.ts'
import { whileDatabaseIsAway, whileServerPartsAreAway } from './infrastructure-retry.ts'
import {
  type LedgerKey,
  findEntry,
  findNames,
  isFinished,
  outcomeOf,
  storeError,
  storeResult,
} from './ledger.ts'
import { type ParkedWait, type WaitServices, type Woken, untilWoken } from './job-wait.ts'
import { type ProgressTree, createProgressTree } from './progress.ts'
import type { Effect, Run, StepName } from './run.ts'
import { RunCancelledError, RunFencedError } from './run-errors.ts'
import { type RunInterruption, neverSettle } from './run-interruption.ts'

export interface LedgerRunOptions extends JobReference {
  epoch: number
  database: Database
  clock: Clock
  faults: FaultPoints
  interruption: RunInterruption
  /** Waits for a recent renewal of the lease, so that no other worker is about to take the job. */
  freshLease: () => Promise<void>
  /** The progress that earlier runs of the job have made. */
  progress?: readonly ProgressScope[]
  /** Ends the run, which only waits and is to wait for long; a next run goes on when the wait can end. */
  park: (wait: ParkedWait) => void
}

type Guard = (tx: Transaction) => Promise<void>

/** The run of one job on one worker, over the ledger of the job. */
export class LedgerRun implements Run {
  readonly jobId: string
  readonly workspaceId: string
  readonly epoch: number
  readonly progress: ProgressTree
  readonly #options: LedgerRunOptions
  readonly #guards: Guard[] = []
  /** How often the run has waited for each topic. */
  readonly #waits = new Map<string, number>()
  /** Steps, effects, transactions and waits in progress. Parts of a job have them side by side. */
  #inProgress = 0

  constructor(options: LedgerRunOptions) {
    this.jobId = options.jobId
    this.workspaceId = options.workspaceId
    this.epoch = options.epoch
    this.#options = options
    this.progress = createProgressTree((scopes) => this.#writeProgress(scopes), options.progress)
  }

  get signal(): AbortSignal {
    return this.#options.interruption.signal
  }

  get stopSignal(): AbortSignal {
    return this.#options.interruption.stopSignal
  }

  step<T>(
    stepName: StepName,
    body: () => Promise<T>,
    alsoWrite?: (tx: Transaction) => Promise<void>,
  ): Promise<T> {
    return this.#once<T>(stepName, 'Step', async (key) => {
      this.#options.interruption.refuseIfCancelled()
      const value = await whileServerPartsAreAway(body)
      await this.#options.faults.hit(`${faultName(key.name)}.after`)
      await this.#fenced(async (tx) => {
        await alsoWrite?.(tx)
        await storeResult(tx, key, { value, resolution: 'Performed' })
      })
      return value
    })
  }

  effect<I, T>(stepName: StepName, effect: Effect<I, T>): Promise<T> {
    const services: EffectServices = {
      clock: this.#options.clock,
      interruption: this.#options.interruption,
      faults: this.#options.faults,
      fenced: (body) => this.#guarded(body),
      freshLease: () => this.#options.freshLease(),
    }
    // Until it is recorded, so that no cancellation comes between the effect and what must follow it.
    return this.#options.interruption.duringEffect(() =>
      this.#once<T>(stepName, 'Effect', async (key) => {
        const value = await performEffect(services, key, effect)
        await this.#options.faults.hit(`${faultName(key.name)}.after`)
        return value
      }),
    )
  }

  transaction<T>(stepName: StepName, body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(stepName, 'Transaction', body)
  }

  uncancellable<T>(body: () => Promise<T>): Promise<T> {
    return this.#options.interruption.shielding(body)
  }

  async waitFor<T>(topic: string, timeoutMs: number): Promise<T | null> {
    const count = (this.#waits.get(topic) ?? 0) + 1
    this.#waits.set(topic, count)
    const wait = `${topic} ${count}`
    const since = await this.#transaction(`wait for ${wait}`, 'Wait', async (tx) => {
      await this.#readCancellation(tx)
      this.#options.interruption.refuseIfCancelled()
      await tx.update(job).set({ waitingTopic: topic }).where(eq(job.id, this.jobId))
      return this.#options.clock.now().getTime()
    })
    const woken = await this.#once<Woken<T>>(`woken from ${wait}`, 'Wait', (key) =>
      untilWoken<T>(this.#waiting(), key, { topic, since, until: since + timeoutMs }),
    )
    if (woken === null) return null
    if ('cancelled' in woken) throw new RunCancelledError('The job was cancelled.')
    return woken.message
  }

  #waiting(): WaitServices {
    const { clock, interruption, park } = this.#options
    return {
      clock,
      interruption,
      look: (body) => this.#guarded((tx) => this.#readCancellation(tx).then(() => body(tx))),
      isAlone: () => this.#inProgress === 1,
      park: async (wait) => {
        await this.progress.flush()
        park(wait)
      },
    }
  }

  async sleep(name: string, milliseconds: number): Promise<void> {
    await this.waitFor(`sleep: ${name}`, milliseconds)
  }

  async notice(subject: string, body: Record<string, unknown>): Promise<void> {
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 16)
    const origin = `${subject} ${digest}`
    await this.#transaction(`notice ${origin}`, 'Notice', async (tx) => {
      await tx
        .insert(notice)
        .values({ id: newId(), workspaceId: this.workspaceId, jobId: this.jobId, origin, subject, body })
        .onConflictDoNothing()
      await announce(tx, { workspaceId: this.workspaceId, kind: 'pushJobs', ids: [this.jobId] })
    })
  }

  async throwIfCancelled(): Promise<void> {
    await this.#unlessStopped(
      this.#fenced(async (tx) => {
        await this.#readCancellation(tx)
        this.#options.interruption.refuseIfCancelled()
      }),
    )
  }

  confirmLease(): Promise<void> {
    return this.#options.freshLease()
  }

  faultPoint(name: string): Promise<void> {
    return this.#options.faults.hit(name)
  }

  guard(check: (tx: Transaction) => Promise<void>): void {
    this.#guards.push(check)
  }

  removeGuards(): void {
    this.#guards.length = 0
  }

  #transaction<T>(stepName: StepName, kind: JobStepKind, body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#once<T>(stepName, kind, async (key) => {
      const value = await this.#guarded(async (tx) => {
        // The commit of a try before this one may have arrived although its answer did not.
        const found = await findEntry<unknown, T>(tx, key)
        if (isFinished(found)) return outcomeOf(found)
        const made = await body(tx)
        await storeResult(tx, key, { value: made, resolution: 'Performed' })
        return made
      })
      await this.#options.faults.hit(`${faultName(key.name)}.after`)
      return value
    })
  }

  /** Reads what the ledger has of a finished step, or does it. `perform` stores the result; an error is stored here. */
  async #once<T>(stepName: StepName, kind: JobStepKind, perform: (key: LedgerKey) => Promise<T>): Promise<T> {
    this.#inProgress += 1
    try {
      return await this.#unlessStopped(this.#findOrPerform(stepName, kind, perform))
    } finally {
      this.#inProgress -= 1
    }
  }

  async #findOrPerform<T>(
    stepName: StepName,
    kind: JobStepKind,
    perform: (key: LedgerKey) => Promise<T>,
  ): Promise<T> {
    const { interruption, faults } = this.#options
    const { key, found } = await this.#find<T>(stepName, kind)
    if (isFinished(found)) {
      if (kind === 'Effect' || kind === 'Transaction') interruption.inheritedChangeIsKnown()
      return outcomeOf(found)
    }
    try {
      await faults.hit(`${faultName(key.name)}.before`)
      return await perform(key)
    } catch (error) {
      const meant = await interruption.translate(error)
      await this.#fenced((tx) => storeError(tx, key, meant))
      throw meant
    }
  }

  /** The entry of the step under its name, or under one that an earlier release gave it. */
  async #find<T>(stepName: StepName, kind: JobStepKind) {
    const { jobId, workspaceId, epoch } = this
    const { name, formerly } = typeof stepName === 'string' ? { name: stepName, formerly: [] } : stepName
    return await whileDatabaseIsAway(() =>
      this.#options.database.inWorkspace(workspaceId, null, async (tx) => {
        const known = formerly.length ? await findNames(tx, jobId, [name, ...formerly]) : new Set<string>()
        const used = [name, ...formerly].find((one) => known.has(one)) ?? name
        const key: LedgerKey = { jobId, workspaceId, epoch, name: used, kind }
        return { key, found: await findEntry<unknown, T>(tx, key) }
      }),
    )
  }

  /** Once the run is stopped, nothing settles any more: the command must not continue. */
  async #unlessStopped<T>(work: Promise<T>): Promise<T> {
    const { interruption } = this.#options
    try {
      const value = await work
      return interruption.isStopped ? await neverSettle() : value
    } catch (error) {
      if (error instanceof RunFencedError) interruption.stop(error)
      if (interruption.isStopped) return neverSettle()
      throw error
    }
  }

  async #readCancellation(tx: Transaction): Promise<void> {
    const { cancellationIsRequested } = await checkFence(tx, this)
    if (cancellationIsRequested) this.#options.interruption.cancel()
  }

  /** A transaction that fails when another worker has the job. */
  #fenced<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return whileDatabaseIsAway(() =>
      this.#options.database.inWorkspace(this.workspaceId, null, async (tx) => {
        await checkFence(tx, this)
        return body(tx)
      }),
    )
  }

  /** The same, and fails when a guard objects. */
  #guarded<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#fenced(async (tx) => {
      for (const check of this.#guards) await check(tx)
      return body(tx)
    })
  }

  async #writeProgress(scopes: readonly ProgressScope[]): Promise<void> {
    if (this.#options.interruption.isStopped) return
    await this.#options.database.inWorkspace(this.workspaceId, null, async (tx) => {
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
