import { openThreads } from '../../platform/threads/threads.ts'
import { engineErrors } from '../steps/session/engine-errors.ts'
import type { FlowOutConversation } from './flow-out-conversation.ts'

/** For thousands of changes each piece of this work takes tenths of a second. */
export const flowOutThreads = openThreads<FlowOutConversation>(
  new URL('flow-out-thread.ts', import.meta.url),
  {
    errors: engineErrors,
  },
)
