import { joinUnrelated } from '../branch/flow-base.ts'
import type { QuestionTurn } from '../branch/ask-about-conflicts.ts'
import { type AskedMerge, mergeAskingPeople } from '../branch/merge-asking-people.ts'
import type { BranchMergeOutcome } from '../branch/merge/branch-merge.ts'
import type { UnpushedCommits } from '../branch/kept-commits.ts'
import type { MergeRequest } from '../branch/merge-into-branch.ts'
import type { JobSession } from '../session/job-session.ts'

/** Who asks about the conflicts of a flow in: a flow in, or a flow merge as one of its parts. */
export interface AskingFlowIn {
  readonly mergeContext: 'FlowIn' | 'FlowMergeSourceIn' | 'FlowMergeTargetIn'
  readonly turn?: QuestionTurn
}

interface OrgMerge {
  /** Of the step. */
  readonly name: string
  /** Whether branch and commits of the org have a common history. */
  readonly isRelated: boolean
  readonly branch: string
  readonly environmentId: string
  /** Null where nobody is to be asked. */
  readonly asking: AskingFlowIn | null
  readonly commits: UnpushedCommits
  readonly request: () => Promise<MergeRequest>
}

/** Brings the commits of the org into the branch of its environment. Where histories are unrelated nothing conflicts. */
export async function mergeOrgChanges(session: JobSession, merge: OrgMerge): Promise<AskedMerge> {
  const { name, isRelated, branch, environmentId, asking, commits, request } = merge
  if (isRelated) {
    const context = asking && {
      title: `Flow in to ${branch}`,
      mergeContext: asking.mergeContext,
      localEnvironmentId: environmentId,
      remoteEnvironmentId: environmentId,
    }
    return await mergeAskingPeople(session, { name, context, turn: asking?.turn, commits, request })
  }
  const join = async (): Promise<BranchMergeOutcome> => {
    const { ours: head, theirs: tip, repository, directory, committer: identity, message } = await request()
    const commitHash = await joinUnrelated({ repository, directory, head, tip, identity, message })
    return { kind: 'merged', commitHash, report: null }
  }
  return { outcome: await session.run.step(name, join), makeAgain: async () => void (await join()) }
}
