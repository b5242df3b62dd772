import { type Conversation, threadTask } from '../../../platform/threads/conversation.ts'

/** Entries of archives in an order; a column for each thing. */
export interface EntriesToHash {
  /** Paths of the archives. */
  readonly archives: readonly string[]
  /** Which of the archives an entry lies in. */
  readonly archiveOf: Uint16Array
  /** Offset of its header, and bytes behind that. */
  readonly starts: Uint32Array
  readonly sizes: Uint32Array
  readonly isStored: Uint8Array
  /** Both threads see these two. The digests, one behind the other. */
  readonly digests: Uint8Array
  /** How far each thread is: the one that begins with the first entry, and the one that makes digests from the last. */
  readonly progress: Int32Array
}

/** Places in the progress. */
export const readUntil = 0
export const hashedFrom = 1

export interface DigestConversation extends Conversation {
  readonly input: EntriesToHash
  readonly result: void
}

export const hashEntriesTask = threadTask<DigestConversation>('hashEntries')
