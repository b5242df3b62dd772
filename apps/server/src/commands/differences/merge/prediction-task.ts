import type { MergedComponent, PredictedConflict, PredictedMerge } from '@sluice/contract/merge-preview'
import { type Conversation, threadTask } from '../../../platform/threads/conversation.ts'
import type { Identity } from '../../steps/org-changes/author-groups.ts'
import type { MergeSettings } from '../../steps/branch/merge/branch-merge.ts'
import type { UndeployedBaseline } from '../../steps/undeployed/undeployed-files.ts'
import type { Changer, OrgFileContent } from '../difference-tasks.ts'

/** What the flow in of one side is going to bring, as far as the last look tells. */
export interface PredictedFlowIn {
  readonly files: readonly OrgFileContent[]
  /** Who changed a file in the org last, by its path. */
  readonly changers: ReadonlyMap<string, Changer>
  readonly settings: MergeSettings
}

/** The branch of one environment, and what its org should have. */
export interface SideToMerge {
  readonly head: string
  readonly since: string
  readonly undeployed: readonly UndeployedBaseline[]
  readonly apiVersion: string
  /** Null for production. */
  readonly sandboxName: string | null
  /** Null where the flow in is left out. */
  readonly flowIn: PredictedFlowIn | null
}

/** The target's org, into which the merge is deployed. */
export interface OrgToDeployTo {
  /** Its files that are otherwise than the last flow left them. */
  readonly files: readonly OrgFileContent[]
  /** What changed in it, by the key of the component. */
  readonly changes: ReadonlyMap<string, Changer & Pick<MergedComponent, 'changeType'>>
}

/** A flow merge as plain data: it is merged in a thread, in a repository that is thrown away. */
export interface MergeToPredict {
  readonly gitDir: string
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: string
  /** Whether values that belong to one org are not stored in Git. */
  readonly leavesOutOwnValues: boolean
  readonly committer: Identity
  readonly unknownAuthor: Pick<Identity, 'name' | 'email'>
  readonly source: SideToMerge
  readonly target: SideToMerge
  readonly settings: MergeSettings
  /** Null where nothing is deployed. */
  readonly deployment: OrgToDeployTo | null
  readonly maxMs: number
}

/** A conflict of one of the merges, before it is known where it belongs. */
export type FoundConflict = Pick<PredictedConflict, 'part' | 'path' | 'detail' | 'resolvedAs'>

export type Prediction = Omit<PredictedMerge, 'state' | 'source' | 'target'>

interface PredictionConversation extends Conversation {
  readonly input: MergeToPredict
  readonly result: Prediction
}

export const predictMergeTask = threadTask<PredictionConversation>('predictMerge')
