import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Conversation, FromThread, ToThread } from './conversation.ts'
import { type ErrorClasses, plainError, revivedError } from './plain-error.ts'
import { openTurns } from './turns.ts'

/** The owner's side of one run; without `asked` a question fails the run. */
export interface ThreadOwner<C extends Conversation> {
  readonly signal: AbortSignal
  told?(news: C['told']): void
  asked?(question: C['asked']): Promise<C['answer']>
}

export interface Threads<C extends Conversation> {
  /** Runs the script's work once. Raises what the work raises, and the reason of an aborted signal. */
  run(input: C['input'], owner: ThreadOwner<C>): Promise<C['result']>
}

/** A run that needs more ends alone instead of taking the process with it. */
const resourceLimits = { maxOldGenerationSizeMb: 4_096 }

/**
 * Threads for work that would hold up everything else in this process: as many as there are cores, less one for the
 * process itself. They start when they are needed and stay for the next run; none keeps the process alive. `script` is
 * what runs in them, by its name among the sources.
 */
export function openThreads<C extends Conversation>(
  script: URL,
  { errors, size = Math.max(1, availableParallelism() - 1) }: { errors: ErrorClasses; size?: number },
): Threads<C> {
  const idle: Worker[] = []
  const turns = openTurns(size)
  return {
    run: async (input, owner) => {
      await turns.begin(owner.signal)
      const thread = idle.pop() ?? startThread(script, idle)
      try {
        const ending = await converse<C>(thread, input, owner)
        idle.push(thread)
        if ('result' in ending) return ending.result
        owner.signal.throwIfAborted()
        throw revivedError(ending.failure, errors)
      } finally {
        turns.end()
      }
    },
  }
}

/** Under a test or a benchmark the sources run, and a thread has to learn how to read them before it begins. */
const fromSources = import.meta.url.endsWith('.ts')
const built = (script: URL): URL => new URL(script.href.replace(/\.ts$/u, '.js'))
const readingSources = (script: URL): string =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import('${script.href}') })`

function startThread(script: URL, idle: Worker[]): Worker {
  const thread = fromSources
    ? new Worker(readingSources(script), { eval: true, execArgv: ['--conditions=source'], resourceLimits })
    : new Worker(built(script), { execArgv: [], resourceLimits })
  thread.unref()
  // Whoever has it at work hears of it as well; an idle one is only forgotten.
  thread.on('error', () => undefined)
  thread.on('exit', () => void idle.splice(0, idle.length, ...idle.filter((other) => other !== thread)))
  return thread
}

/** Until the work has an end; rejects when the thread has one before. */
function converse<C extends Conversation>(thread: Worker, input: C['input'], owner: ThreadOwner<C>) {
  return new Promise<Extract<FromThread<C>, { result: unknown } | { failure: unknown }>>(
    (resolve, reject) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      const say = (message: ToThread<C>) => thread.postMessage(message)
      const onAbort = () => say({ abort: plainError(owner.signal.reason) })
      const onMessage = (message: FromThread<C>) => {
        if ('told' in message) owner.told?.(message.told)
        else if ('asked' in message) {
          const { id } = message
          const answer = owner.asked?.(message.asked) ?? Promise.reject(new Error('Nobody answers a thread.'))
          answer.then(
            (given) => say({ id, answer: given }),
            (error: unknown) => say({ id, refusal: plainError(error) }),
          )
        } else {
          leave()
          resolve(message)
        }
      }
      const onError = (error: unknown) => {
        leave()
        reject(error)
      }
      const onExit = () => onError(new Error('A thread ended before its work.'))
      const leave = () => {
        owner.signal.removeEventListener('abort', onAbort)
        thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      }
      thread.on('message', onMessage).on('error', onError).on('exit', onExit)
      owner.signal.addEventListener('abort', onAbort, { once: true })
      say({ input })
    },
  )
}
