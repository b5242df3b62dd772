interface Kept<T> {
  readonly answer: Promise<T>
  /** One until the answer is there. */
  weight: number
}

/** Answers of the same question. Who asks while one is made waits for it; those that were asked for last are kept. */
export class KeptPredictions<T> {
  readonly #most: number
  readonly #weightOf: (answer: T) => number
  readonly #kept = new Map<string, Kept<T>>()

  /** All together weigh no more than `most`, but for the one that was asked for last. */
  constructor(most: number, weightOf: (answer: T) => number) {
    this.#most = most
    this.#weightOf = weightOf
  }

  /** What could not be answered is asked anew the next time. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key)
    const kept = known ?? { answer: make(), weight: 1 }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    if (known === undefined) this.#weigh(key, kept)
    return kept.answer
  }

  #weigh(key: string, kept: Kept<T>): void {
    kept.answer.then(
      (answer) => {
        kept.weight = this.#weightOf(answer)
        this.#forgetOldest()
      },
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key)
      },
    )
  }

  /** They lie in the order in which they were asked for. */
  #forgetOldest(): void {
    let total = 0
    for (const { weight } of this.#kept.values()) total += weight
    for (const [key, { weight }] of this.#kept) {
      if (total <= this.#most || this.#kept.size === 1) return
      this.#kept.delete(key)
      total -= weight
    }
  }
}
