import { limits } from '@sluice/contract/limits'
import type { ChainCommit } from './commit-chain.ts'
import type { FlowBase } from '../branch/flow-base.ts'
import { shortened } from '../branch/merge/branch-merge.ts'
import { mostConflictsListed } from '../branch/merge/conflict-failure.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import type { Retrieved } from '../org/retrieve/full-retrieve.ts'
import type { AttributedChanges } from './attribution.ts'
import type { Deletions } from './deletions/deletion-limit.ts'
import type { KeptMetadata } from './deletions/missing-components.ts'
import type { OrgComparison } from './org-changes.ts'
import type { CommittedLists, OrgCommits, RecordedFile } from './org-commits-record.ts'
import { type UndeployedComparison, settledKeys } from './settled-keys.ts'
import { unknownMetadata } from './unknown-metadata.ts'
import { unrequestedFiles } from './unrequested-files.ts'

/** Everything that the commits of one retrieve were made from. */
export interface CommitsMade extends UndeployedComparison {
  readonly comparison: OrgComparison
  readonly base: FlowBase
  readonly commits: readonly ChainCommit[]
  readonly attributed: AttributedChanges
  readonly retrieved: Retrieved
  readonly retrieveMs: number
  readonly kept: KeptMetadata
  readonly deletions: Deletions
  readonly directory: MetadataDirectory
}

/** The lists of what the commits hold. */
export const listCommitted = ({ commits, attributed, directory }: CommitsMade): CommittedLists => ({
  files: commits.flatMap((commit) => filesOf(commit, directory)),
  changes: attributed.components.map((change) => ({
    ...change.identity,
    changeType: change.changeType,
    changedById: change.modifier?.userId ?? null,
    revisionNumber: null,
  })),
})

/** What is recorded of the commits. */
export function describeCommits(made: CommitsMade): OrgCommits {
  const { base, commits, comparison, retrieved, directory } = made
  const { plan } = retrieved
  const resolved = comparison.resolved.map(({ path, resolvedAs }) => ({
    path: directory.inRepository(path),
    resolvedAs,
  }))
  return {
    tip: commits.at(-1)?.hash ?? base.commitHash,
    isRelated: base.isRelated,
    commits: commits.length,
    conflicts: comparison.conflicts.slice(0, mostConflictsListed).map((path) => directory.inRepository(path)),
    conflictCount: comparison.conflicts.length,
    resolved: shortened(resolved, limits.mergeDetails),
    settled: settledKeys(made),
    unknown: unknownMetadata(plan, comparison.changes),
    unrequested: unrequestedFiles(comparison.unrequested),
    kept: made.kept,
    deletions: made.deletions,
    failedTypes: plan.failedTypes ?? [],
    undecidedTypes: plan.undecidedTypes ?? [],
    specsHash: plan.specsHash,
    batches: plan.batches.length,
    components: plan.batches.reduce((sum, members) => sum + members, 0),
    unchanged: plan.unchanged ?? 0,
    bytes: retrieved.sizeBytes,
    retrieveMs: made.retrieveMs,
  }
}

function filesOf(commit: ChainCommit, directory: MetadataDirectory): RecordedFile[] {
  return commit.changes.map((change) => ({
    filePath: directory.inRepository(change.path),
    changeType: change.before === null ? 'Added' : change.after === null ? 'Deleted' : 'Modified',
    commitHash: commit.hash,
    authorName: commit.author.name,
    authorEmail: commit.author.email,
    componentIdentity: change.identity,
  }))
}
