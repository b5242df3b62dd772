import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { ApexKind, ApexProblem } from './apex-syntax.ts'

/** Verdicts by content, because whole branches are deployed again and again. */
const verdicts = new Map<string, ApexProblem | null>()
const keptVerdicts = 50_000

/**
 * Checks the syntax of a class or trigger and that its name is the file's. Returns the first
 * problem, undefined when there is none. Never throws for a source; a parser that dies lets
 * the source pass.
 */
export async function checkApex(
  type: 'ApexClass' | 'ApexTrigger',
  fullName: string,
  source: string,
): Promise<ApexProblem | undefined> {
  const key = createHash('sha1').update(`${type}/${fullName}\n${source}`).digest('base64')
  const known = verdicts.get(key)
  if (known !== undefined) return known ?? undefined
  const problem = await parser.check({ type, fullName, source })
  if (verdicts.size > keptVerdicts) verdicts.clear()
  verdicts.set(key, problem ?? null)
  return problem
}

/**
 * The first syntax problem of anonymous Apex; undefined when it would compile as far as a
 * parser can tell.
 */
export async function checkAnonymousApex(source: string): Promise<ApexProblem | undefined> {
  return parser.check({ type: 'anonymous', fullName: '', source })
}

interface Source {
  type: ApexKind
  fullName: string
  source: string
}

/** The parser's cache grows with everything it reads, so the thread is replaced after this many sources. */
const sourcesPerWorker = 3_000
/** An idle parser holds hundreds of megabytes of cache, so it goes soon. */
const idleMs = 20_000

/** Parses in a thread of its own: a class can take a second. From TypeScript sources (tests) it parses in this thread. */
class ApexParserThread {
  #worker: Worker | undefined
  #parsed = 0
  #number = 0
  #idle: NodeJS.Timeout | undefined
  readonly #waiting = new Map<number, (problem: ApexProblem | undefined) => void>()

  /** The first problem of a source; from TypeScript sources without the thread. */
  async check(source: Source): Promise<ApexProblem | undefined> {
    if (import.meta.url.endsWith('.ts')) {
      const { parseApex } = await import('./apex-syntax.ts')
      return parseApex(source.type, source.fullName, source.source)
    }
    const worker = this.#take()
    const number = this.#number++
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve)
      worker.postMessage({ number, ...source }, [])
    })
  }

  /**
   * The thread for the next source. One that answers its last sources is left alone until it
   * is done.
   */
  #take(): Worker {
    clearTimeout(this.#idle)
    if (this.#worker && this.#parsed++ < sourcesPerWorker) return this.#worker
    if (this.#waiting.size === 0) void this.#worker?.terminate()
    const worker = new Worker(new URL('./apex-worker.js', import.meta.url))
    worker.unref()
    worker.on('message', (answer: { number: number; problem?: ApexProblem }) => this.#answer(answer))
    worker.on('error', () => this.#giveUp())
    this.#parsed = 0
    this.#worker = worker
    return worker
  }

  #answer(answer: { number: number; problem?: ApexProblem }): void {
    this.#waiting.get(answer.number)?.(answer.problem)
    this.#waiting.delete(answer.number)
    if (this.#waiting.size > 0) return
    this.#idle = setTimeout(() => this.#giveUp(), idleMs).unref()
  }

  /** Lets a thread go; what it had not answered passes, as nothing is known against it. */
  #giveUp(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined)
    this.#waiting.clear()
    void this.#worker?.terminate()
    this.#worker = undefined
  }
}

const parser = new ApexParserThread()
