import { type Conversation, threadTask } from '../../../platform/threads/conversation.ts'
import type { PlanInput } from './make-plan.ts'

interface PlanConversation extends Conversation {
  readonly input: PlanInput
  readonly result: void
}

interface ArchiveSizeConversation extends Conversation {
  /** Path of the archive. */
  readonly input: string
  /** The bytes that its files take in it. */
  readonly result: number
}

export const planRetrieveTask = threadTask<PlanConversation>('planRetrieve')
/** Raises ArchiveError for a damaged or unsafe archive. */
export const archiveSizeTask = threadTask<ArchiveSizeConversation>('archiveSize')
