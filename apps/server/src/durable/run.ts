import type { Transaction } from '../platform/database/database.ts'

/** Anything that JSON can hold: results of steps are stored. `undefined` comes back as `null`. */
export type Reconciled<T> = { done: T } | 'notDone' | 'ambiguous'

export interface Effect<I, T> {
  /** Everything needed to do it, and to find out later whether it was done. Committed before `perform`. */
  intent: () => Promise<I>
  perform: (intent: I) => Promise<T>
  /** Asks the outside world. Runs after a crash, and after an error whose outcome is unknown. */
  reconcile: (intent: I) => Promise<Reconciled<T>>
  /** Whether the error proves that nothing happened outside; then the effect may be performed again or fail. */
  provesNotDone?: (error: unknown) => boolean
}

export interface ProgressScope {
  advance(by?: number): void
  setTotal(total: number): void
  setState(text: string): void
  child(name: string, options?: { total?: number; unit?: string }): ProgressScope
  end(state?: string): void
}

export interface Run {
  readonly jobId: string
  readonly workspaceId: string
  readonly epoch: number
  /** Aborted when the job is to stop: cancellation, loss of the job, or the end of this process. */
  readonly signal: AbortSignal
  /** A recorded step: after a crash its result is read, not computed again. Retried on infrastructure errors. */
  step<T>(name: string, body: () => Promise<T>): Promise<T>
  /** An outside effect, done once as far as the outside allows it to be known. */
  effect<I, T>(name: string, effect: Effect<I, T>): Promise<T>
  /** A database transaction that happens exactly once; fails with RunFencedError when the job has moved on. */
  transaction<T>(name: string, body: (tx: Transaction) => Promise<T>): Promise<T>
  /** Waits for a signal; null after the timeout. The waiting time counts as passive. */
  waitFor<T>(topic: string, timeoutMs: number): Promise<T | null>
  sleep(milliseconds: number): Promise<void>
  progress: {
    scope(name: string, options?: { total?: number; unit?: string }): ProgressScope
  }
  notice(subject: string, body: Record<string, unknown>): Promise<void>
  /** Throws RunCancelledError when somebody asked for cancellation. */
  throwIfCancelled(): Promise<void>
  /** Named places where tests inject kills, delays and errors; does nothing otherwise. */
  faultPoint(name: string): Promise<void>
  /** Runs before every effect and inside every transaction: a guard throws to stop the job, such as a lost lock. */
  guard(check: (tx: Transaction) => Promise<void>): void
}
