import { availableParallelism } from 'node:os'
import { openThreads } from '../../platform/threads/threads.ts'
import { threadErrors } from './thread-errors.ts'

/**
 * The one pool of threads of a process. A thread that loads this module has a pool of its own, for the at most two
 * assistants of its task.
 */
export const threads = openThreads(new URL('../../commands/thread.ts', import.meta.url), {
  errors: threadErrors,
  size: Math.max(2, availableParallelism() - 1),
})
