import { type Conversation, threadTask } from '../../../platform/threads/conversation.ts'
import type { BatchFiles, EntryBatch, ReadingRules } from './entry-batch.ts'

/** What a flow in and the thread that reads batches beside it say to each other. */
export interface BatchConversation extends Conversation {
  readonly input: ReadingRules
  readonly result: void
  /** What the batch of this number holds; null when it cannot be read as a batch. */
  readonly told: { readonly number: number; readonly files: BatchFiles | null }
  /** Another batch. */
  readonly asked: null
  /** Null when there is none. */
  readonly answer: { readonly number: number; readonly batch: EntryBatch } | null
}

export const readBatchesTask = threadTask<BatchConversation>('readBatches')
