import type { FlowInResult } from '@sluice/contract/job-commands/flow-in'
import { JsonLines } from '../../../platform/json-pieces.ts'
import type { BringRequest, BroughtChanges } from './bring-org-changes.ts'
import type { JobSession } from '../session/job-session.ts'
import { committedLists, ensureOrgCommits } from './org-commits.ts'
import type { OrgRevisions } from '../org/org-revisions.ts'
import type { Snapshot } from '../session/record-parity.ts'

/** A `FlowInResult` of which the long lists lie ready as JSON. */
export type FlowInOutput = Omit<FlowInResult, 'retrieveResult' | 'combinedGitCommitResult'> & {
  readonly retrieveResult: Omit<FlowInResult['retrieveResult'], 'changes'> & { readonly changes: JsonLines }
  readonly combinedGitCommitResult: { readonly fileResults: JsonLines }
}

/** The result of a flow in, from the record of its commits. */
export async function flowInOutput(
  session: JobSession,
  o: {
    readonly request: BringRequest
    readonly brought: BroughtChanges
    readonly revisions: OrgRevisions
    readonly snapshot: Snapshot | null
  },
): Promise<FlowInOutput> {
  const { request, brought, revisions } = o
  const head = brought.headBefore
  const commits = { ...(await request.commitsFor(head)), session, head }
  const made = await ensureOrgCommits(commits)
  // Made again by a worker that has none of the files, from an org that has changed since: those were never pushed.
  const { files, changes } = made.tip === brought.tip ? await committedLists(commits) : lost
  return {
    isCheckOnly: request.checkOnly,
    headCommitHashBefore: head,
    headCommitHashAfter: brought.headAfter,
    environmentSnapshotAfter: o.snapshot,
    retrieveResult: {
      changes,
      isPartialRetrieve: false,
      sinceRevisionNumber: null,
      untilRevisionNumber: revisions.revisionNumber,
      latestRevisionNumber: revisions.revisionNumber,
      apiVersion: request.apiVersion,
    },
    combinedGitCommitResult: { fileResults: files },
    stats: {
      retrieval: {
        packages: 1,
        batches: made.batches,
        components: made.components,
        bytes: made.bytes,
        totalTime: brought.retrieveMs,
      },
      in: {
        commitBranches: brought.commits > 0 ? 1 : 0,
        commits: brought.commits,
        filesCommitted: files.length,
      },
    },
  }
}

const lost = { files: new JsonLines([], 0), changes: new JsonLines([], 0) }
