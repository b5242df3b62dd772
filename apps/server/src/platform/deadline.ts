import type { Clock } from './clock.ts'

/** A moment after which work in this process must not go on. It does not move when the time of day is set. */
export class Deadline {
  readonly clock: Clock
  readonly #endMs: number

  /** @param milliseconds from now on */
  constructor(clock: Clock, milliseconds: number) {
    this.clock = clock
    this.#endMs = clock.elapsedMs() + milliseconds
  }

  /** Negative once it has passed. */
  get remainingMs(): number {
    return this.#endMs - this.clock.elapsedMs()
  }

  get hasPassed(): boolean {
    return this.remainingMs <= 0
  }

  /** The earlier of this deadline and one in that many milliseconds. */
  within(milliseconds: number): Deadline {
    return new Deadline(this.clock, Math.min(milliseconds, this.remainingMs))
  }
}
