import type { MetadataPlace } from '@sluice/metadata/layout/metadata-directory'
import type { VersionsOfFlows } from '@sluice/metadata/flow-deletions'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import { type Conversation, threadTask } from '../../platform/threads/conversation.ts'
import type { UndeployedBaseline } from '../parity/undeployed-files.ts'

interface RequestedDiff {
  readonly gitDir: string
  readonly apiVersion: string
  /** Where the diff is. */
  readonly folder: string
}

export interface DiffInput extends RequestedDiff {
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: MetadataPlace
  readonly head: string
  /** Null for production. */
  readonly sandboxName: string | null
  /** What the branch's head includes. */
  readonly specs: IncludeSpecs
  /** By history, or with the org as a complete retrieve left it in a folder. */
  readonly from:
    | { readonly since: string; readonly undeployed: readonly UndeployedBaseline[] }
    | {
        readonly retrieved: string
        /** Whether what only the org has is deleted there. */
        readonly deletes: boolean
      }
}

export interface ArchiveInput extends RequestedDiff {
  readonly path: string
  /** Keys of components that are left out. */
  readonly excluded: readonly string[]
  readonly flowVersions: VersionsOfFlows
}

export interface ClobberInput {
  readonly gitDir: string
  readonly metadataDirectory: MetadataPlace
  readonly apiVersion: string
  readonly head: string
  /** Null for production. */
  readonly sandboxName: string | null
  /** The commit that the org equalled after the last flow; null where there is none. */
  readonly parity: string | null
  readonly specs: IncludeSpecs
  readonly undeployed: readonly UndeployedBaseline[]
  /** Where the diff of the flow out is. */
  readonly diffFolder: string
  /** The folder of a complete retrieve, of the delta or of everything. */
  readonly retrieved: string
  readonly isFullRetrieve: boolean
  /** The file to write. */
  readonly result: string
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

interface ClobberConversation extends Conversation {
  readonly input: ClobberInput
  readonly result: void
}

/** Leaves the diff in its folder. */
export const makeDiffTask = threadTask<DiffConversation>('makeDiff')
export const deltaArchiveTask = threadTask<ArchiveConversation>('deltaArchive')
/** Leaves what would be overwritten in its file. */
export const compareClobberTask = threadTask<ClobberConversation>('compareClobber')
