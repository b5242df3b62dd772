import type { BranchUpdate } from '@sluice/git/push'
import type { QuestionTurn } from '../branch/ask-about-conflicts.ts'
import type { MergeReport, MergeSettings } from '../branch/merge/branch-merge.ts'
import type { MergeSides } from '../branch/merge/conflict-failure.ts'
import type { BroughtCommit } from './confirm-discarded.ts'
import type { OrgCommitsRequest } from './org-commits.ts'
import type { OrgCommits } from './org-commits-record.ts'
import type { RetrieveChoice } from './retrieve-choice.ts'

/** The branch as the remote has it, and the commit that the org's changes are merged into. */
export interface BranchStart {
  readonly head: string
  /** Where the remote's branch is; null when it does not exist yet. */
  readonly remoteHead: string | null
  /** The newest commit in the history of `head` that the remote has, where that is not `remoteHead`. */
  readonly remoteBase?: string | null
  /** Branches that have to be created with it. */
  readonly alsoCreate: readonly BranchUpdate[]
}

/** Who asks about the conflicts of a flow in: a flow in, or a flow merge as one of its parts. */
interface AskingFlowIn {
  readonly mergeContext: 'FlowIn' | 'FlowMergeSourceIn' | 'FlowMergeTargetIn'
  readonly turn?: QuestionTurn
}

export interface BringRequest {
  readonly branch: string
  readonly environmentId: string
  readonly apiVersion: string
  readonly checkOnly: boolean
  readonly acceptsDeletions: boolean
  /** Whether what was retrieved is kept as artifacts of the job. */
  readonly keepsArchives: boolean
  /** Finds the branch, anew for every attempt. */
  readonly start: () => Promise<BranchStart>
  /** Decides once, by the branch as it is then, how much is retrieved. */
  readonly chooseRetrieve: (head: string) => Promise<RetrieveChoice>
  readonly commitsFor: (head: string) => Promise<Omit<OrgCommitsRequest, 'session' | 'head' | 'partial'>>
  readonly mergeMessage: string
  readonly mergeSettings: MergeSettings
  /** Asks people before anything is pushed, where there is something to ask; gives whether somebody was asked. */
  readonly confirm?: (commit: BroughtCommit) => Promise<boolean>
  /** Who asks people about conflicts, where the strategy says so; null when nobody is asked. */
  readonly asking: AskingFlowIn | null
  /** How a conflict is told; that of a flow in when absent. */
  readonly mergeSides?: MergeSides
}

/** What was found in an org and committed, and the folder with the lists of it. */
export interface ListedCommits {
  readonly made: OrgCommits
  readonly lists: string
}

/** The org's changes, merged into the branch in the mirror of the job. */
export interface BroughtChanges extends ListedCommits {
  readonly start: BranchStart
  readonly retrieve: RetrieveChoice
  readonly headAfter: string
  /** The parity commit: its content equals that of the org. */
  readonly parity: string
  /** Null where there was nothing to merge. */
  readonly report: MergeReport | null
}
