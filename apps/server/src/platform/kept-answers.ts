import type { Clock } from './clock.ts'

interface Kept<T> {
  answer: Promise<T>
  /** When the answer or the refusal came, in `elapsedMs`; null while it is waited for. */
  settledAt: number | null
}

const mostKept = 2_000

/**
 * Answers of other systems, kept for a while: all who ask at the same time share one question, and who asks again soon gets
 * the same answer, refusals too. Each process keeps its own. The key names everything that the answer depends on.
 */
export class KeptAnswers<T> {
  readonly #maxAgeMs: number
  readonly #kept = new Map<string, Kept<T>>()

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs
  }

  get(clock: Clock, key: string, ask: () => Promise<T>): Promise<T> {
    const now = clock.elapsedMs()
    const known = this.#kept.get(key)
    if (known && (known.settledAt === null || now - known.settledAt < this.#maxAgeMs)) return known.answer
    const kept: Kept<T> = { answer: ask(), settledAt: null }
    const settle = () => {
      kept.settledAt = clock.elapsedMs()
    }
    kept.answer.then(settle, settle)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    this.#forgetOldest()
    return kept.answer
  }

  /** The answers lie in the order in which they were asked for. */
  #forgetOldest(): void {
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > mostKept) this.#kept.delete(oldest)
  }
}
