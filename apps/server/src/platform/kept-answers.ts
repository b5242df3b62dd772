import type { Clock } from './clock.ts'

interface Keeping<T> {
  /** How long an answer is given again, in milliseconds after it came; without a limit by default. */
  readonly maxAgeMs?: number
  /** The sum of the weights of all kept answers; 2,000 by default. The answer that was used last is kept whatever it weighs. */
  readonly maxWeight?: number
  /** The weight of an answer; 1 by default, as for a question that is not answered yet. */
  readonly weightOf?: (answer: T) => number
  /** Whether a refusal is given again like an answer; true by default. */
  readonly keepsRefusals?: boolean
}

interface Kept<T> {
  readonly answer: Promise<T>
  /** When the answer or the refusal came, in `elapsedMs`; null while it is waited for. */
  settledAt: number | null
  weight: number
}

/**
 * Caches answers: all who ask at the same time share one question, and who asks again gets the same answer. The answers that were
 * not used for the longest time are dropped first. Each process keeps its own. The key names everything that the answer
 * depends on.
 */
export class KeptAnswers<T> {
  readonly #keeping: Required<Keeping<T>>
  readonly #kept = new Map<string, Kept<T>>()

  constructor(keeping: Keeping<T>) {
    this.#keeping = {
      maxAgeMs: Number.POSITIVE_INFINITY,
      maxWeight: 2_000,
      weightOf: () => 1,
      keepsRefusals: true,
      ...keeping,
    }
  }

  get(clock: Clock, key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key)
    const kept = known && this.#isFresh(clock, known) ? known : this.#ask(clock, key, ask)
    // A map keeps the order of insertion, so that the first entry is the one that was not used for the longest time.
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    this.#dropOldest()
    return kept.answer
  }

  #isFresh(clock: Clock, { settledAt }: Kept<T>): boolean {
    return settledAt === null || clock.elapsedMs() - settledAt < this.#keeping.maxAgeMs
  }

  #ask(clock: Clock, key: string, ask: () => Promise<T>): Kept<T> {
    const { weightOf, keepsRefusals } = this.#keeping
    const kept: Kept<T> = { answer: ask(), settledAt: null, weight: 1 }
    kept.answer.then(
      (answer) => {
        kept.settledAt = clock.elapsedMs()
        kept.weight = weightOf(answer)
        this.#dropOldest()
      },
      () => {
        kept.settledAt = clock.elapsedMs()
        if (!keepsRefusals && this.#kept.get(key) === kept) this.#kept.delete(key)
      },
    )
    return kept
  }

  #dropOldest(): void {
    let total = 0
    for (const { weight } of this.#kept.values()) total += weight
    for (const [key, { weight }] of this.#kept) {
      if (total <= this.#keeping.maxWeight || this.#kept.size === 1) return
      this.#kept.delete(key)
      total -= weight
    }
  }
}
