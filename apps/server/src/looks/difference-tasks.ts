import type { MetadataPlace } from '@sluice/metadata/layout/metadata-directory'
import type { DifferenceComponent, SameComponent } from '@sluice/contract/difference'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { ListedComponent } from '../differences/difference-lists.ts'
import type { ListedCommit } from '../platform/database/schema/differences.ts'
import { type Conversation, threadTask } from '../platform/threads/conversation.ts'
import type { LeftOutBaseline } from '../steps/parity/undeployed-files.ts'

/** Branch and org of an environment, as far as the repository and the last flow tell of them. */
export interface Sides {
  readonly gitDir: string
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: MetadataPlace
  /** The commit that the org equals but for what is undeployed. */
  readonly since: string
  readonly head: string
  readonly undeployed: readonly LeftOutBaseline[]
  /** What the branch's head includes. */
  readonly specs: IncludeSpecs
  readonly apiVersion: string
  /** Null for production. */
  readonly sandboxName: string | null
}

/** A file of the org that is otherwise than the last flow left it; null where it is gone. */
export interface OrgFileContent {
  readonly path: string
  readonly content: Uint8Array | null
}

/** Who changed a component in the org last, and when. */
export type Changer = Pick<NonNullable<DifferenceComponent['inbound']>, 'who' | 'changedUtc'>

export interface SidesInput extends Sides {
  readonly orgFiles: readonly OrgFileContent[]
  /** By the key of the component. */
  readonly changers: ReadonlyMap<string, Changer>
}

/** What differs, and what the screens need to show it. */
export interface SidesDifference {
  readonly components: readonly ListedComponent[]
  readonly sameOnBothSides: readonly SameComponent[]
  readonly commitsAhead: number
  readonly commits: readonly ListedCommit[]
  /** Files that the org should have otherwise than the commit has them, because a flow out left something out. */
  readonly expected: readonly OrgFileContent[]
  /** Files of the org that are as they should be by now. */
  readonly settled: readonly string[]
}

export interface OrgFilesInput extends Sides {
  /** The folder of a complete retrieve. */
  readonly retrieved: string
  /** What the retrieve was for. */
  readonly wanted: readonly RetrieveMember[]
  /** Whether everything else was retrieved with it, because profiles come back only with entries of what is asked for. */
  readonly isFull: boolean
}

/** What a retrieve says about the files of some components. */
export interface RetrievedDifference {
  /** Those that differ from what the org should have. */
  readonly files: readonly OrgFileContent[]
  /** All that it tells about, differing or not; a folder ends with `/`. */
  readonly told: readonly string[]
  /** Components that could not be retrieved: nothing is known of them. */
  readonly leftOut: readonly RetrieveMember[]
}

interface CompareConversation extends Conversation {
  readonly input: SidesInput
  readonly result: SidesDifference
}

interface OrgFilesConversation extends Conversation {
  readonly input: OrgFilesInput
  readonly result: RetrievedDifference
}

export const compareSidesTask = threadTask<CompareConversation>('compareSides')
export const compareRetrievedTask = threadTask<OrgFilesConversation>('compareRetrieved')
