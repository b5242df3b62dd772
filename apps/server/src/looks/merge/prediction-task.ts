import type { MetadataPlace } from '@sluice/metadata/layout/metadata-directory'
import type { MergedComponent, PredictedConflict, PredictedMerge } from '@sluice/contract/merge-preview'
import type { MergedComponentVersions } from '../../context.ts'
import { type Conversation, threadTask } from '../../platform/threads/conversation.ts'
import type { Identity } from '../../steps/branch/author-groups.ts'
import type { MergeSettings } from '../../steps/branch/merge/branch-merge.ts'
import type { LeftOutBaseline } from '../../steps/parity/undeployed-files.ts'
import type { Changer, OrgFileContent } from '../difference-tasks.ts'

/** The changes that the flow in of one side will bring, according to the last look. */
export interface PredictedFlowIn {
  readonly files: readonly OrgFileContent[]
  /** The person who last changed each file in the org, by path. */
  readonly changers: ReadonlyMap<string, Changer>
  readonly settings: MergeSettings
}

/** The branch of one environment, and the state that its org should have. */
export interface SideToMerge {
  readonly head: string
  readonly since: string
  readonly undeployed: readonly LeftOutBaseline[]
  readonly apiVersion: string
  /** Null for production. */
  readonly sandboxName: string | null
  /** Null when the settings skip the flow in. */
  readonly flowIn: PredictedFlowIn | null
}

/** The target's org, into which the merge is deployed. */
export interface OrgToDeployTo {
  /** The files that were changed in the org since the last flow. */
  readonly files: readonly OrgFileContent[]
  /** The changes in the org, by the key of the component. */
  readonly changes: ReadonlyMap<string, Changer & Pick<MergedComponent, 'changeType'>>
}

/** The input of a prediction as plain data, because it is sent to a thread. */
export interface MergeToPredict {
  readonly gitDir: string
  /** The metadata directory as the stack stores it, such as `/src`. */
  readonly metadataDirectory: MetadataPlace
  /** Whether values that belong to one org are not stored in Git. */
  readonly leavesOutOwnValues: boolean
  readonly committer: Identity
  readonly unknownAuthor: Pick<Identity, 'name' | 'email'>
  readonly source: SideToMerge
  readonly target: SideToMerge
  readonly settings: MergeSettings
  /** Null when nothing is deployed. */
  readonly deployment: OrgToDeployTo | null
  readonly maxMs: number
}

/** A conflict of one of the merges, before its component is looked up. */
export type FoundConflict = Pick<PredictedConflict, 'part' | 'path' | 'detail' | 'resolvedAs'>

export type Prediction = Omit<PredictedMerge, 'state' | 'predictionId' | 'source' | 'target'>

interface PredictionConversation extends Conversation {
  readonly input: MergeToPredict
  readonly result: Prediction
}

export const predictMergeTask = threadTask<PredictionConversation>('predictMerge')

/** A component of a prediction, of which the files are read. */
export interface MergedComponentToRead {
  readonly merge: MergeToPredict
  readonly component: Pick<MergedComponent, 'componentType' | 'componentName'>
}

interface ReadingConversation extends Conversation {
  readonly input: MergedComponentToRead
  readonly result: MergedComponentVersions | null
}

export const readMergedComponentTask = threadTask<ReadingConversation>('readMergedComponent')
