import { RunFencedError } from '../durable/run-errors.ts'
import type { Clock } from '../platform/clock.ts'

/** Other workers take the jobs of a worker when its last renewal is this many lease times old. */
export const takeoverFactor = 1.5

export interface LeaseOptions {
  /** The machine's own clock: the other side of a lease is judged by the database's, which no test moves. */
  clock: Pick<Clock, 'elapsedMs'>
  milliseconds: number
  /** Called once, when the lease has not been renewed in time. */
  onLapse: () => void
}

/**
 * How long this process may still act for its jobs. It counts from the moment before a renewal is sent, and others count
 * from the later moment in which the database writes it and wait longer, so it is over here before it is over for them (decision 10).
 */
export class Lease {
  readonly #options: LeaseOptions
  #renewedMs: number
  #hasLapsed = false
  #timer: NodeJS.Timeout | undefined
  #waiting: { resolve: () => void; reject: (reason: Error) => void }[] = []

  /** @param sentMs when the first renewal was sent, by the clock's `elapsedMs` */
  constructor(options: LeaseOptions, sentMs: number) {
    this.#options = options
    this.#renewedMs = sentMs
    this.#watch()
  }

  /** A renewal that was sent at that moment has been written. */
  renewed(sentMs: number): void {
    if (this.#isOver()) return
    this.#renewedMs = sentMs
    this.#watch()
    if (this.#isFresh()) for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  /**
   * Resolves while at least half of the lease is left.
   * @throws RunFencedError when the lease has lapsed, also when it lapses while this waits
   */
  async fresh(): Promise<void> {
    if (this.#isOver()) throw this.#lapsed()
    if (this.#isFresh()) return
    await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** Ends the watch without a lapse; for a worker that has stopped its jobs itself. */
  close(): void {
    clearTimeout(this.#timer)
  }

  #ageMs(): number {
    return this.#options.clock.elapsedMs() - this.#renewedMs
  }

  #isFresh(): boolean {
    return this.#ageMs() <= this.#options.milliseconds / 2
  }

  /** Judged by the clock and not by the timer, which is late in a process that was stopped. */
  #isOver(): boolean {
    if (!this.#hasLapsed && this.#ageMs() >= this.#options.milliseconds) this.#lapse()
    return this.#hasLapsed
  }

  #lapse(): void {
    this.#hasLapsed = true
    clearTimeout(this.#timer)
    for (const { reject } of this.#waiting.splice(0)) reject(this.#lapsed())
    this.#options.onLapse()
  }

  #watch(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        if (!this.#isOver()) this.#watch()
      },
      Math.max(1, this.#options.milliseconds - this.#ageMs()),
    )
  }

  #lapsed(): RunFencedError {
    return new RunFencedError('The worker could not renew its lease; another one may have its jobs.')
  }
}
