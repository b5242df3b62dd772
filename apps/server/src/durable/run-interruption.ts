import { setMaxListeners } from 'node:events'
import { RunCancelledError } from './run-errors.ts'

/** A promise that never settles: another run has the job, so nothing of this one may be recorded. */
export const neverSettle = (): Promise<never> => new Promise(() => undefined)

const abortNames = new Set(['AbortError', 'RunCancelledError', 'RunTimedOutError'])
const abortCodes = new Set(['ABORT_ERR', 'aborted'])

const isAbort = (error: unknown): boolean =>
  error instanceof Error &&
  (abortNames.has(error.name) || ('code' in error && abortCodes.has(String(error.code))))

/** Whether and when the job of one run has to stop. */
export class RunInterruption {
  readonly #cancelling = new AbortController()
  readonly #stopping = new AbortController()
  #wanted: Error | undefined
  /** How many uncancellable calls are in progress. */
  #shields = 0
  /** Effects in progress; a cancellation waits for their end. */
  #effects = 0
  /** Changes of earlier runs that this one has not reached yet: until then the job may not end as cancelled. */
  #inherited: number
  #isWoken = false
  #wakeUp: (() => void) | undefined

  constructor(inheritedChanges = 0) {
    this.#inherited = inheritedChanges
    // Parts of a job that run at the same time listen to the same signals.
    setMaxListeners(0, this.#cancelling.signal, this.#stopping.signal)
  }

  /** Uncancellable work gets the stop signal, because a cancellation may already have aborted the other one. */
  get signal(): AbortSignal {
    return this.#shields > 0 ? this.#stopping.signal : this.#cancelling.signal
  }

  get stopSignal(): AbortSignal {
    return this.#stopping.signal
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  get isShielded(): boolean {
    return this.#shields > 0
  }

  /**
   * Throws the reason to end the job, where something new would begin. A request that came during an effect is
   * delivered here and not at the end of the effect: what follows may be work that is not to be cancelled.
   */
  refuseIfCancelled(): void {
    if (!this.#wanted || this.#shields || this.#inherited) return
    this.#cancelling.abort(this.#wanted)
    throw this.#wanted
  }

  /** Whether the job is to end rather than to repeat an effect that did not happen. */
  get mustEnd(): boolean {
    return this.#wanted !== undefined && !this.#shields && !this.#inherited
  }

  /** The same for an effect that is known not to have happened. */
  refuseToRepeat(): void {
    if (this.#wanted && !this.#shields) throw this.#wanted
  }

  cancel(reason: Error = new RunCancelledError('The job was cancelled.')): void {
    const isNew = this.#wanted === undefined
    this.#wanted ??= reason
    if (!this.#shields && !this.#effects && !this.#inherited) this.#cancelling.abort(this.#wanted)
    if (isNew) this.wake()
  }

  /** Something has happened that a waiting job should look at. */
  wake(): void {
    this.#isWoken = true
    this.#wakeUp?.()
  }

  /** From here on a call of `wake` ends the next `untilWoken` at once. */
  beginLooking(): void {
    this.#isWoken = false
  }

  /** Ends when the job is woken, or when the other promise does. */
  async untilWoken(timeUp: Promise<void>): Promise<void> {
    if (this.#isWoken) return
    const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve))
    await Promise.race([woken, timeUp])
    this.#wakeUp = undefined
  }

  /** Another worker has the job, or this process ends: from here on nothing of the run may be recorded. */
  stop(reason: Error): void {
    this.#stopping.abort(reason)
    this.#cancelling.abort(reason)
    this.wake()
  }

  async shielding<T>(body: () => Promise<T>): Promise<T> {
    this.#shields++
    try {
      return await body()
    } finally {
      this.#shields--
    }
  }

  async duringEffect<T>(body: () => Promise<T>): Promise<T> {
    this.#effects++
    try {
      return await body()
    } finally {
      this.#effects--
    }
  }

  inheritedChangeIsKnown(): void {
    this.#inherited = Math.max(0, this.#inherited - 1)
  }

  /** What an error means for the job: an interrupted call is a cancellation, and once the run is stopped no error counts. */
  async translate(error: unknown): Promise<unknown> {
    if (this.isStopped) return neverSettle()
    if (error instanceof Error && error.name === 'RunFencedError') {
      this.stop(error)
      return neverSettle()
    }
    return this.#cancelling.signal.aborted && isAbort(error) ? (this.#wanted ?? error) : error
  }
}
