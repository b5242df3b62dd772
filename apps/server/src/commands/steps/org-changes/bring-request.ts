import type { BranchUpdate } from '@sluice/git/push'
import type { MergeReport, MergeSettings, Shortened } from '../branch/merge/branch-merge.ts'
import type { MergeSides } from '../branch/merge/conflict-failure.ts'
import type { ResolvedConflict } from '../branch/merge/conflict-strategy.ts'
import type { UndecidedType } from '../org/retrieve/undecided-types.ts'
import type { BroughtCommit } from './confirm-discarded.ts'
import type { KeptMetadata } from './deletions/missing-components.ts'
import type { AskingFlowIn } from './merge-org-changes.ts'
import type { OrgCommitsRequest } from './org-commits.ts'
import type { RetrieveChoice } from './retrieve-choice.ts'
import type { UnknownMetadata } from './unknown-metadata.ts'
import type { UnrequestedFiles } from './unrequested-files.ts'

/** The branch as the remote has it, and the commit that the org's changes are merged into. */
export interface BranchStart {
  readonly head: string
  /** Where the remote's branch is; null when it does not exist yet. */
  readonly remoteHead: string | null
  /** Branches that have to be created with it. */
  readonly alsoCreate: readonly BranchUpdate[]
}

export interface BringRequest {
  readonly branch: string
  readonly environmentId: string
  readonly apiVersion: string
  readonly checkOnly: boolean
  readonly acceptsDeletions: boolean
  /** Whether what was retrieved is kept as artifacts of the job. */
  readonly keepsArchives: boolean
  /** Finds the branch, anew for every attempt. The same remote gives the same commits. */
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

export interface BroughtChanges {
  readonly headBefore: string
  readonly headAfter: string
  /** The parity commit: its content equals that of the org. */
  readonly parity: string
  readonly commits: number
  readonly settled: readonly string[]
  readonly unknown?: UnknownMetadata
  readonly unrequested?: UnrequestedFiles
  readonly kept?: KeptMetadata | undefined
  readonly failedTypes?: readonly string[] | undefined
  readonly undecidedTypes?: readonly UndecidedType[] | undefined
  readonly specsHash: string
  readonly retrieveMs: number
  readonly retrieve: RetrieveChoice
  readonly merge: BroughtMerge
  /** The folder of `keepOrgCommits`. */
  readonly keptCommits: string
}

/** What was merged: undeployed changes with those of the org, then the org's commits with the branch (null: no merge). */
export interface BroughtMerge {
  readonly resolvedBefore: Shortened<ResolvedConflict>
  readonly report: MergeReport | null
}
