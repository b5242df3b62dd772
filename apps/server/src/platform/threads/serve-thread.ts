import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Conversation, FromThread, ToThread } from './conversation.ts'
import { type ErrorClasses, plainError, revivedError } from './plain-error.ts'

/** The thread's side of one run. */
export interface ThreadHost<C extends Conversation> {
  readonly signal: AbortSignal
  readonly tell: (news: C['told']) => void
  readonly ask: (question: C['asked']) => Promise<C['answer']>
}

interface Asked<C extends Conversation> {
  resolve(answer: C['answer']): void
  reject(error: unknown): void
}

/** What a thread's script calls: does the work for each input that comes, one at a time. */
export function serveThread<C extends Conversation>(
  work: (input: C['input'], host: ThreadHost<C>) => Promise<C['result']>,
  errors: ErrorClasses,
): void {
  giveWay()
  let stop = new AbortController()
  const asked = new Map<number, Asked<C>>()
  // Of all runs: what comes too late for one must not answer the next.
  let questions = 0
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  const say = (message: FromThread<C>) => parentPort?.postMessage(message)
  const ask = (question: C['asked']) =>
    new Promise<C['answer']>((resolve, reject) => {
      const id = questions++
      asked.set(id, { resolve, reject })
      say({ id, asked: question })
    })
  const begin = (input: C['input']) => {
    stop = new AbortController()
    asked.clear()
    work(input, { signal: stop.signal, ask, tell: (told) => say({ told }) }).then(
      (result) => say({ result }),
      (error: unknown) => say({ failure: plainError(error) }),
    )
  }
  parentPort?.on('message', (message: ToThread<C>) => {
    if ('input' in message) begin(message.input)
    else if ('abort' in message) stop.abort(revivedError(message.abort, errors))
    else if ('answer' in message) asked.get(message.id)?.resolve(message.answer)
    else asked.get(message.id)?.reject(revivedError(message.refusal, errors))
  })
}

/** The thread that answers people must not wait for those that work. Only Linux gives a thread a priority of its own. */
function giveWay(): void {
  const priority = constants.priority.PRIORITY_BELOW_NORMAL
  if (process.platform !== 'linux' || getPriority() >= priority) return
  try {
    setPriority(priority)
  } catch {
    // Forbidden by a sandbox: the work gets done all the same.
  }
}
