import { type Conversation, threadTask } from '../../../platform/threads/conversation.ts'
import type { BranchMerge, BranchMergeOutcome } from './branch-merge.ts'

interface BranchMergeConversation extends Conversation {
  readonly input: BranchMerge
  readonly result: BranchMergeOutcome
}

export const branchMergeTask = threadTask<BranchMergeConversation>('branchMerge')
