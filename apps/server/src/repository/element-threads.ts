import type { Conversation, ThreadTask } from '../platform/threads/conversation.ts'
import { openThreads } from '../platform/threads/threads.ts'

const timeoutMs = 5_000

/** A file can be written so that its comparison takes hours: its thread is ended. */
const threads = openThreads(new URL('thread.ts', import.meta.url), { errors: {}, size: 1, endsThreads: true })

/** Does a task within a few seconds; null where it takes longer. */
export async function runWithin<C extends Conversation>(
  task: ThreadTask<C>,
  input: C['input'],
): Promise<C['result'] | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await threads.run(task, input, { signal })
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}
