/** Answers of the same question, of which the latest used are kept. Who asks while one is made waits for it. */
export class KeptPredictions<T> {
  readonly #most: number
  readonly #kept = new Map<string, Promise<T>>()

  constructor(most: number) {
    this.#most = most
  }

  /** What could not be answered is asked anew the next time. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const answer = this.#kept.get(key) ?? make()
    this.#kept.delete(key)
    this.#kept.set(key, answer)
    answer.catch(() => {
      if (this.#kept.get(key) === answer) this.#kept.delete(key)
    })
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > this.#most) this.#kept.delete(oldest)
    return answer
  }
}
