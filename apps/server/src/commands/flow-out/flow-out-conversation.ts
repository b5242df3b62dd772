import type { Conversation } from '../../platform/threads/conversation.ts'
import type { UndeployedBaseline } from '../steps/undeployed/undeployed-files.ts'

/** What a flow out asks the thread that compares and packs for it: plain data, both what is given and what it leaves. */
export interface FlowOutConversation extends Conversation {
  readonly input: { readonly diff: DiffInput } | { readonly archive: ArchiveInput }
  /** Of an archive the number of its files; a diff is in its folder. */
  readonly result: number
}

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
