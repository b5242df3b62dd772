import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Conversation, FromThread, ThreadTask, ToThread } from './conversation.ts'
import { type ErrorClasses, plainError, revivedError } from './plain-error.ts'
import { openSemaphore } from './semaphore.ts'

/** The caller's side of one run; without `asked` a question fails the run. */
export interface ThreadOwner<C extends Conversation> {
  readonly signal: AbortSignal
  told?(news: C['told']): void
  asked?(question: C['asked']): Promise<C['answer']>
}

export interface ThreadInput<C extends Conversation> {
  readonly task: ThreadTask<C>
  readonly input: C['input']
  /** Whether the thread ends when the run is aborted. */
  readonly endsThread: boolean
}

export interface Threads {
  /** Does a task once in a thread. Raises what the task raises, and the reason of an aborted signal. */
  run<C extends Conversation>(
    task: ThreadTask<C>,
    input: C['input'],
    owner: ThreadOwner<C>,
  ): Promise<C['result']>
}

export interface ThreadOptions {
  /** Error classes that are restored when a thread passes an error to its owner. */
  readonly errors: ErrorClasses
  /** The most threads at a time. Default: as many as there are cores, less one for the process itself. */
  readonly size?: number
  /** Ends the thread of an aborted run, for tasks that compute without a pause. Default: the task is asked to stop. */
  readonly endsThreads?: boolean
}

/** A run that needs more memory fails alone instead of ending the process. */
const resourceLimits = { maxOldGenerationSizeMb: 4_096 }

/**
 * A pool of threads for work that would block the event loop. A thread starts when it is needed and stays for the
 * next run; none keeps the process alive. `script` runs in each of them, by its name among the sources.
 */
export function openThreads(
  script: URL,
  { errors, size = Math.max(1, availableParallelism() - 1), endsThreads = false }: ThreadOptions,
): Threads {
  const idle: Worker[] = []
  const places = openSemaphore(size)
  return {
    run: async <C extends Conversation>(task: ThreadTask<C>, input: C['input'], owner: ThreadOwner<C>) => {
      await places.acquire(owner.signal)
      try {
        owner.signal.throwIfAborted()
        const thread = idle.pop() ?? startThread(script, idle)
        const ending = await converse<C>(thread, { task, input, endsThread: endsThreads }, owner)
        idle.push(thread)
        if ('result' in ending) return ending.result
        owner.signal.throwIfAborted()
        throw revivedError(ending.failure, errors)
      } finally {
        places.release()
      }
    },
  }
}

/** Tests and benchmarks run the sources, so a thread registers a loader for them first. */
const fromSources = import.meta.url.endsWith('.ts')
const built = (script: URL): URL => new URL(script.href.replace(/\.ts$/u, '.js'))
const readingSources = (script: URL): string =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import('${script.href}') })`

function startThread(script: URL, idle: Worker[]): Worker {
  const thread = fromSources
    ? new Worker(readingSources(script), { eval: true, execArgv: ['--conditions=source'], resourceLimits })
    : new Worker(built(script), { execArgv: [], resourceLimits })
  thread.unref()
  // The run in progress has a listener of its own; an idle thread is only removed.
  thread.on('error', () => undefined)
  thread.on('exit', () => void idle.splice(0, idle.length, ...idle.filter((other) => other !== thread)))
  return thread
}

/** Resolves when the task has ended; rejects when the thread ends first, by an abort with its reason. */
function converse<C extends Conversation>(
  thread: Worker,
  { task, input, endsThread }: ThreadInput<C>,
  owner: ThreadOwner<C>,
) {
  return new Promise<Extract<FromThread<C>, { result: unknown } | { failure: unknown }>>(
    (resolve, reject) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      const send = (message: ToThread<C>) => thread.postMessage(message)
      const onAbort = () =>
        endsThread ? void thread.terminate() : send({ abort: plainError(owner.signal.reason) })
      const onMessage = (message: FromThread<C>) => {
        if ('told' in message) owner.told?.(message.told)
        else if ('asked' in message) {
          const { id } = message
          const answer =
            owner.asked?.(message.asked) ??
            Promise.reject(new Error('A thread asked a question that its caller does not answer.'))
          answer.then(
            (given) => send({ id, answer: given }),
            (error: unknown) => send({ id, refusal: plainError(error) }),
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
      const onExit = () =>
        onError(owner.signal.aborted ? owner.signal.reason : new Error('A thread ended before its work.'))
      const leave = () => {
        owner.signal.removeEventListener('abort', onAbort)
        thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      }
      thread.on('message', onMessage).on('error', onError).on('exit', onExit)
      owner.signal.addEventListener('abort', onAbort, { once: true })
      send({ task: task.name, input })
    },
  )
}
