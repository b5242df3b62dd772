import type { JobSummary } from '@sluice/contract/job'
import { committedFile, type FlowInResult, type MergeResult } from '@sluice/contract/job-commands/flow-in'
import { limits } from '@sluice/contract/limits'
import type { JsonLines } from '../../platform/json-pieces.ts'
import type { MergeReport, Shortened } from '../branch/merge/branch-merge.ts'
import type { ResolvedConflict } from '../branch/merge/conflict-strategy.ts'
import type { BringRequest, BroughtChanges } from './bring-request.ts'
import { readCommittedLists } from './org-commits-record.ts'
import type { OrgRevisions } from '../org/org-revisions.ts'
import type { Snapshot } from '../parity/record-parity.ts'

/** A `FlowInResult` of which the long lists lie ready as JSON. */
export type FlowInOutput = Omit<FlowInResult, 'retrieveResult' | 'combinedGitCommitResult'> & {
  readonly retrieveResult: Omit<FlowInResult['retrieveResult'], 'changes'> & { readonly changes: JsonLines }
  readonly combinedGitCommitResult: { readonly fileResults: JsonLines }
}

const namedFile = committedFile.pick({ componentIdentity: true, filePath: true })
const namesInSummary = 2

/** What a flow in did, for lists of jobs. */
export function summaryOfFlowIn({ combinedGitCommitResult: { fileResults } }: FlowInOutput): JobSummary {
  const first = fileResults.pieces[0]?.toString('utf8').split('\n', 20) ?? []
  const names = first
    .filter((line) => line !== '')
    .map((line) => namedFile.parse(JSON.parse(line)))
    .map(({ componentIdentity, filePath }) => componentIdentity?.componentName ?? filePath)
  return {
    changed: fileResults.length,
    names: [...new Set(names)].slice(0, namesInSummary),
    leftOut: 0,
    hasFailedTests: false,
  }
}

/** What a flow in did. */
export interface FinishedFlowIn {
  readonly request: BringRequest
  readonly brought: BroughtChanges
  readonly revisions: OrgRevisions
  /** Null in check-only mode. */
  readonly snapshot: Snapshot | null
}

/** The result of a flow in, from the record of its commits. */
export async function flowInOutput(finished: FinishedFlowIn): Promise<FlowInOutput> {
  const { request, brought, revisions, snapshot } = finished
  const { made, start, headAfter, report } = brought
  const { files, changes } = await readCommittedLists(brought.lists)
  return {
    isCheckOnly: request.checkOnly,
    headCommitHashBefore: start.head,
    headCommitHashAfter: headAfter,
    environmentSnapshotAfter: snapshot,
    retrieveResult: {
      changes,
      ...retrieveMode(brought),
      untilRevisionNumber: revisions.revisionNumber,
      latestRevisionNumber: revisions.revisionNumber,
      apiVersion: request.apiVersion,
    },
    combinedGitCommitResult: { fileResults: files },
    mergeResult: mergeReportResult({ resolvedBefore: made.resolved, report }),
    stats: {
      retrieval: {
        packages: 1,
        batches: made.batches,
        components: made.components,
        bytes: made.bytes,
        totalTime: made.retrieveMs,
      },
      in: {
        commitBranches: made.commits > 0 ? 1 : 0,
        commits: made.commits,
        filesCommitted: files.length,
      },
    },
  }
}

/** Says how much was retrieved and why, as it was and not as it was meant to be. */
function retrieveMode({
  retrieve,
  made: { unchanged },
}: BroughtChanges): Pick<
  FlowInResult['retrieveResult'],
  'isPartialRetrieve' | 'componentsUnchanged' | 'fullRetrieveReason' | 'sinceRevisionNumber'
> {
  return {
    isPartialRetrieve: unchanged > 0,
    componentsUnchanged: unchanged,
    sinceRevisionNumber: unchanged > 0 ? retrieve.sinceRevisionNumber : null,
    fullRetrieveReason: unchanged > 0 ? null : (retrieve.fullBecause ?? 'nothingUnchanged'),
  }
}

/** What was merged: undeployed changes with those of the org, then the org's commits with the branch (null: no merge). */
interface BroughtMerge {
  readonly resolvedBefore: Shortened<ResolvedConflict>
  readonly report: MergeReport | null
}

/** Null where nothing was merged and nothing was settled. */
export function mergeReportResult({ resolvedBefore, report }: BroughtMerge): MergeResult | null {
  if (report === null && resolvedBefore.count === 0) return null
  const resolved = [...resolvedBefore.first, ...(report?.resolved.first ?? [])].slice(0, limits.mergeDetails)
  return {
    filesChangedByBoth: report?.filesChangedByBoth ?? 0,
    conflictCount: resolvedBefore.count + (report?.resolved.count ?? 0),
    resolvedConflicts: resolved.map(({ path, resolvedAs }) => ({ filePath: path, resolvedAs })),
    warningCount: report?.warnings.count ?? 0,
    warnings: (report?.warnings.first ?? []).map(({ path, message }) => ({ filePath: path, message })),
  }
}
