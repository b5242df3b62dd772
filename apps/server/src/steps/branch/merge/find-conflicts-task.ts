import { type Conversation, threadTask } from '../../../platform/threads/conversation.ts'
import type { ConflictSearch, FoundConflict } from './find-conflicts.ts'

interface FindConflictsConversation extends Conversation {
  readonly input: ConflictSearch
  readonly result: readonly FoundConflict[]
}

export const findConflictsTask = threadTask<FindConflictsConversation>('findConflicts')
