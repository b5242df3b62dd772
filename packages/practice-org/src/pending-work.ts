/** Work that goes on while its caller does something else. */
export class PendingWork {
  readonly #pending = new Set<Promise<void>>()

  /** Adds work that handles its own errors. */
  add(work: Promise<void>): void {
    this.#pending.add(work)
    void work.then(() => this.#pending.delete(work))
  }

  /** Waits until all work has ended, including the work that is added meanwhile. */
  async ended(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }
}
