import { openThreads } from '../../../platform/threads/threads.ts'
import type { EngineConversation } from './engine-conversation.ts'
import { engineErrors } from './engine-errors.ts'

/** One set of threads for the whole process, because cores are what they are counted by. */
export const engine = openThreads<EngineConversation>(new URL('engine-thread.ts', import.meta.url), {
  errors: engineErrors,
})
