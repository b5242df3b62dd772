import type { Conversation } from '../../../platform/threads/conversation.ts'
import type { OrgCommitsInput } from '../org-changes/make-org-commits.ts'
import type { BranchMerge, BranchMergeOutcome } from '../branch/merge/branch-merge.ts'

/** What a job and a thread of the engine say to each other: of an org's commits, or of a merge. */
export interface EngineConversation extends Conversation {
  readonly input: { readonly orgCommits: OrgCommitsInput } | { readonly branchMerge: BranchMerge }
  /** What a merge gave; an org's commits are in their record. */
  readonly result: BranchMergeOutcome | null
  readonly told: { readonly compared: number } | { readonly committing: number }
  /** Users of the org by id; the answer has their addresses. */
  readonly asked: readonly string[]
  readonly answer: ReadonlyMap<string, string>
}
