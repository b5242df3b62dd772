import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Conversation, FromThread, ThreadTask, ToThread } from './conversation.ts'
import { type ErrorClasses, plainError, revivedError } from './plain-error.ts'

/** The thread's side of one run. */
export interface ThreadHost<C extends Conversation> {
  readonly signal: AbortSignal
  tell(news: C['told']): void
  ask(question: C['asked']): Promise<C['answer']>
}

export interface ThreadHandler {
  readonly name: string
  work(input: unknown, host: ThreadHost<Conversation>): Promise<unknown>
}

interface Question {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Binds the work to its task, so that both have the same messages. */
export function handle<C extends Conversation>(
  task: ThreadTask<C>,
  work: (input: C['input'], host: ThreadHost<C>) => Promise<C['result']>,
): ThreadHandler {
  return { name: task.name, work }
}

/** What a thread's script calls: works on each input that comes, one at a time. */
export function serveThread(handlers: readonly ThreadHandler[], errors: ErrorClasses): void {
  lowerPriority()
  let stop = new AbortController()
  const questions = new Map<number, Question>()
  // Counted over all runs, so that a late answer for one run answers no question of the next.
  let count = 0
  const ask = (question: unknown) =>
    new Promise((resolve, reject) => {
      const id = count++
      questions.set(id, { resolve, reject })
      send({ id, asked: question })
    })
  const run = async (task: string, input: unknown) => {
    const handler = handlers.find(({ name }) => name === task)
    if (handler === undefined) throw new Error(`No thread does the task "${task}".`)
    return await handler.work(input, { signal: stop.signal, ask, tell: (told) => send({ told }) })
  }
  parentPort?.on('message', (message: ToThread<Conversation>) => {
    if ('task' in message) {
      stop = new AbortController()
      questions.clear()
      run(message.task, message.input).then(
        (result) => send({ result }),
        (error: unknown) => send({ failure: plainError(error) }),
      )
    } else if ('abort' in message) stop.abort(revivedError(message.abort, errors))
    else if ('answer' in message) questions.get(message.id)?.resolve(message.answer)
    else questions.get(message.id)?.reject(revivedError(message.refusal, errors))
  })
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
const send = (message: FromThread<Conversation>) => parentPort?.postMessage(message)

/** Keeps the event loop responsive while threads work. Only Linux gives a thread a priority of its own. */
function lowerPriority(): void {
  const priority = constants.priority.PRIORITY_BELOW_NORMAL
  if (process.platform !== 'linux' || getPriority() >= priority) return
  try {
    setPriority(priority)
  } catch {
    // Forbidden by a sandbox: the work is done at normal priority.
  }
}
