import type { OutsideEffectKind } from '@sluice/contract/outside-effect'
import type { Transaction } from '../platform/database/database.ts'

/** What the outside says about an effect that may have happened. */
export type Reconciled<T> = { done: T } | 'notDone' | 'ambiguous'

/** What an effect does outside; every effect says it. */
export type EffectKind = Exclude<OutsideEffectKind, 'Other'>

export interface Effect<I, T> {
  /** What people are told that the job did, when it ends without a result. */
  readonly kind: EffectKind
  /** Whether the answer says that nothing was changed outside. Absent: every answer means a change. */
  readonly changedNothing?: (answer: T) => boolean
  /** Everything needed to do it, and to find out later whether it was done. Committed before `perform`. */
  intent: () => Promise<I>
  perform: (intent: I) => Promise<T>
  /** Asks the other system. Runs after a crash, and after an error whose outcome is unknown. */
  reconcile: (intent: I) => Promise<Reconciled<T>>
  /** Whether the error proves that nothing happened outside; then it is thrown without asking. */
  provesNotDone?: (error: unknown) => boolean
}

export interface ScopeOptions {
  total?: number
  unit?: string
}

export interface ProgressScope {
  advance(by?: number): void
  setTotal(total: number): void
  /** How many of the completed items failed so far. */
  setFailed(failed: number): void
  setState(text: string): void
  child(name: string, options?: ScopeOptions): ProgressScope
  end(state?: string): void
}

/** A name, or a name with those that earlier releases gave to the same step: jobs that they began have it under one of these. */
export type StepName = string | { readonly name: string; readonly formerly: readonly string[] }

/**
 * A job's way to do things so that they survive a crash. What is finished is found again by its name: names of steps,
 * effects and transactions are unique within a job and stay the same from release to release. Results are stored, so they
 * are what JSON can hold, and `undefined` comes back as null. Errors are stored too. Steps and effects do not begin once the job is to be cancelled; transactions do,
 * because they record what has happened already.
 */
export interface Run {
  readonly jobId: string
  readonly workspaceId: string
  readonly epoch: number
  /**
   * Aborted when the job is to stop: cancellation, its time is up, another worker has it, or this process ends.
   * A cancellation waits for an effect in progress, and for `uncancellable` work that directly follows it.
   * Inside `uncancellable` this property returns `stopSignal`, so callers read it for each call and do not store it.
   */
  readonly signal: AbortSignal
  /** Aborted only when this run is stopped; for work that continues after a cancellation. */
  readonly stopSignal: AbortSignal
  /**
   * A recorded step: after a crash its result is read, not computed again. `alsoWrite` writes what is too long for a result,
   * in a transaction that happens not at all when another worker has the job.
   */
  step<T>(name: StepName, body: () => Promise<T>, alsoWrite?: (tx: Transaction) => Promise<void>): Promise<T>
  /** An outside effect, done once as far as the outside allows it to be known. */
  effect<I, T>(name: StepName, effect: Effect<I, T>): Promise<T>
  /** A database transaction that happens exactly once, and not at all when another worker has the job. */
  transaction<T>(name: StepName, body: (tx: Transaction) => Promise<T>): Promise<T>
  /** From the point of no return on: a cancellation changes nothing inside. */
  uncancellable<T>(body: () => Promise<T>): Promise<T>
  /**
   * Waits for a message; null after the timeout; RunCancelledError on cancellation. Counts as passive time. The waits of a
   * topic are found again by their order.
   */
  waitFor<T>(topic: string, timeoutMs: number): Promise<T | null>
  /** A wait that survives a restart. For the seconds between two polls, pause inside a step instead. */
  sleep(name: string, milliseconds: number): Promise<void>
  progress: { scope(name: string, options?: ScopeOptions): ProgressScope }
  /** A remark on the timeline; the same subject and body again is the same remark. */
  notice(subject: string, body: Record<string, unknown>): Promise<void>
  throwIfCancelled(): Promise<void>
  /**
   * Resolves while no other worker can have taken the job, nor will within seconds; rejects when one may have. For the
   * moment inside an effect after which nothing can hold it back.
   */
  confirmLease(): Promise<void>
  /** Named places where tests inject kills, delays and errors; does nothing otherwise. */
  faultPoint(name: string): Promise<void>
  /** Runs before every effect and inside every transaction; throws to stop the job, such as at a lost lock. */
  guard(check: (tx: Transaction) => Promise<void>): void
}
