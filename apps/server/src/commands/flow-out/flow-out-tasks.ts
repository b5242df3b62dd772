import { type Conversation, threadTask } from '../../platform/threads/conversation.ts'
import type { UndeployedBaseline } from '../steps/undeployed/undeployed-files.ts'

interface RequestedDiff {
  readonly gitDir: string
  readonly apiVersion: string
  /** Where the diff is. */
  readonly folder: string
}

export interface DiffInput extends RequestedDiff {
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: string
  readonly head: string
  /** What the branch's head includes. */
  readonly specs: string
  /** By history, or with the org as a complete retrieve left it in a folder. */
  readonly from:
    | { readonly since: string; readonly undeployed: readonly UndeployedBaseline[] }
    | { readonly retrieved: string }
}

export interface ArchiveInput extends RequestedDiff {
  readonly path: string
  /** Keys of components that are left out. */
  readonly excluded: readonly string[]
}

interface DiffConversation extends Conversation {
  readonly input: DiffInput
  readonly result: void
}

interface ArchiveConversation extends Conversation {
  readonly input: ArchiveInput
  /** The number of its files. */
  readonly result: number
}

/** Leaves the diff in its folder. */
export const makeDiffTask = threadTask<DiffConversation>('makeDiff')
export const deltaArchiveTask = threadTask<ArchiveConversation>('deltaArchive')
