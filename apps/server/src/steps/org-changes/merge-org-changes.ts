import { joinUnrelated } from '../branch/flow-base.ts'
import { stepWithCommits } from '../branch/kept-commits.ts'
import type { BranchMergeOutcome } from '../branch/merge/branch-merge.ts'
import { mergeAskingPeople } from '../branch/merge-asking-people.ts'
import type { MergeRequest } from '../branch/merge-into-branch.ts'
import type { JobSession } from '../session/job-session.ts'
import type { BringRequest } from './bring-request.ts'
import type { OrgCommits } from './org-commits-record.ts'
import { messageOfMerge } from '../session/merge-message.ts'

interface OrgMerge {
  /** Of the step. */
  readonly name: string
  readonly head: string
  readonly made: OrgCommits
  /** Commits that the remote has. */
  readonly without: readonly string[]
}

/** Merges the commits of the org into the branch of its environment. Where histories are unrelated nothing conflicts. */
export async function mergeOrgChanges(
  session: JobSession,
  request: BringRequest,
  merge: OrgMerge,
): Promise<BranchMergeOutcome> {
  const { name, made, without } = merge
  const wanted = () => mergeRequest(session, request, merge)
  if (!made.isRelated) return await stepWithCommits(session, name, async () => join(await wanted(), without))
  const context = conflictContext(request)
  const turn = request.asking?.turn
  return await mergeAskingPeople(session, { name, context, turn, without, request: wanted })
}

/** What people see of a conflict; null where nobody is asked. A merge that is not kept is nothing to ask people about. */
function conflictContext({ checkOnly, mergeSettings, asking, branch, environmentId }: BringRequest) {
  if (checkOnly || mergeSettings.conflicts !== 'AskForEach' || asking === null) return null
  return {
    title: `Flow in to ${branch}`,
    mergeContext: asking.mergeContext,
    localEnvironmentId: environmentId,
    remoteEnvironmentId: environmentId,
  }
}

async function join(request: MergeRequest, without: readonly string[]) {
  const { ours: head, theirs: tip, repository, directory, committer: identity, message } = request
  const commitHash = await joinUnrelated({ repository, directory, head, tip, identity, message })
  const result: BranchMergeOutcome = { kind: 'merged', commitHash, report: null }
  return { result, unpushed: { commits: [commitHash], without } }
}

async function mergeRequest(
  session: JobSession,
  { mergeMessage, apiVersion, mergeSettings }: BringRequest,
  { head, made }: OrgMerge,
): Promise<MergeRequest> {
  const { ctx, job, run, directory } = session
  const { repository } = await session.mirror()
  return {
    repository,
    directory,
    ours: head,
    theirs: made.tip,
    message: await messageOfMerge(session, mergeMessage),
    committer: { ...ctx.config.committer, date: new Date(job.createdUtc) },
    apiVersion,
    settings: mergeSettings,
    signal: run.signal,
  }
}
