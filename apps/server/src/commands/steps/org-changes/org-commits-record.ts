import { join } from 'node:path'
import { limits } from '@sluice/contract/limits'
import { type UndeployedComparison, settledKeys } from './settled-keys.ts'
import type { JsonLines } from '../../../platform/json-pieces.ts'
import type { AttributedChanges } from './attribution.ts'
import type { ChainCommit } from '../branch/commit-chain.ts'
import { type Shortened, shortened } from '../branch/merge/branch-merge.ts'
import { mostConflictsListed } from '../branch/merge/conflict-failure.ts'
import type { MetadataDirectory } from '../branch/metadata-directory.ts'
import type { ResolvedConflict } from '../branch/merge/conflict-strategy.ts'
import type { FlowBase } from '../branch/flow-base.ts'
import { readJsonLines, readyJsonLines, writeJsonLines } from '../session/json-lines.ts'
import type { Deletions } from './deletions/deletion-limit.ts'
import type { KeptMetadata } from './deletions/missing-components.ts'
import type { OrgComparison } from './org-changes.ts'
import type { Retrieved } from '../org/retrieve/full-retrieve.ts'
import type { UndecidedType } from '../org/retrieve/undecided-types.ts'
import { type UnknownMetadata, unknownMetadata } from './unknown-metadata.ts'
import { type UnrequestedFiles, unrequestedFiles } from './unrequested-files.ts'
import { readJson } from '../session/work-folder.ts'

type ChangeType = 'Added' | 'Modified' | 'Deleted'

export interface RecordedFile {
  readonly filePath: string
  readonly changeType: ChangeType
  readonly commitHash: string
  readonly authorName: string
  readonly authorEmail: string
  readonly componentIdentity: RecordedComponent | null
}

interface RecordedComponent {
  readonly packageName: string
  readonly componentType: string
  readonly componentName: string
}

export interface RecordedChange extends RecordedComponent {
  readonly changeType: ChangeType
  readonly changedById: string | null
  readonly revisionNumber: number | null
}

/** What a flow in found in its org and committed: the result of a recorded step. What the commits hold lies in lists beside it. */
export interface OrgCommits {
  /** The commit whose files equal the org's; where the commits begin when nothing has changed. */
  readonly tip: string
  /** Whether branch and commits have a common history. */
  readonly isRelated: boolean
  readonly commits: number
  /** The first files in which the org and an undeployed change disagree; `conflictCount` counts all of them. */
  readonly conflicts: readonly string[]
  readonly conflictCount: number
  /** Such files that the job's strategy settled. */
  readonly resolved: Shortened<ResolvedConflict>
  /** Keys of undeployed components that the org has by now. */
  readonly settled: readonly string[]
  readonly unknown: UnknownMetadata
  readonly unrequested: UnrequestedFiles
  readonly kept: KeptMetadata
  readonly deletions: Deletions
  /** Types that Salesforce could not list. */
  readonly failedTypes: readonly string[]
  /** Types that the include specs do not mention. */
  readonly undecidedTypes: readonly UndecidedType[]
  readonly specsHash: string
  readonly batches: number
  readonly components: number
  /** Components that were not retrieved because they are unchanged. */
  readonly unchanged: number
  readonly bytes: number
  readonly retrieveMs: number
}

/** What an earlier release recorded at least. */
export type EarlierCommits = Omit<OrgCommits, keyof typeof notRecorded | keyof EarlierNumbers>

/** What `OrgCommits` has where an earlier release recorded less. */
export const notRecorded = {
  resolved: { first: [], count: 0 },
  unknown: { types: [], lists: [] },
  unrequested: { files: [], count: 0 },
  kept: { kept: [] },
  deletions: { count: 0, of: 0, first: [] },
  failedTypes: [],
  undecidedTypes: [],
} satisfies Partial<OrgCommits>

/** What the commits hold: lists too long to be read for nothing. */
interface CommittedLists {
  readonly files: readonly RecordedFile[]
  readonly changes: readonly RecordedChange[]
}

/** The same as they lie in their files: they go into the result of a job, and nobody looks at them on the way. */
export interface ReadyLists {
  readonly files: JsonLines
  readonly changes: JsonLines
}

const knownFile = 'org-commits.json.known'
const filesFile = 'org-commits.json.files'
const changesFile = 'org-commits.json.changes'
/** Where an earlier release wrote what it did not record. */
const recordFile = 'org-commits.json'

/** Where a flow in leaves what the next one may take as unchanged. */
export const knownIn = (folder: string): string => join(folder, knownFile)

export async function writeLists(folder: string, { files, changes }: CommittedLists): Promise<void> {
  await writeJsonLines(join(folder, filesFile), files)
  await writeJsonLines(join(folder, changesFile), changes)
}

/** The components that the commits change. */
export async function readRecordedChanges(folder: string): Promise<readonly RecordedChange[]> {
  return await readJsonLines<RecordedChange>(join(folder, changesFile))
}

export async function readCommittedLists(folder: string): Promise<ReadyLists> {
  return {
    files: await readyJsonLines(join(folder, filesFile)),
    changes: await readyJsonLines(join(folder, changesFile)),
  }
}

/** What an earlier release wrote beside the lists instead of recording it. */
interface EarlierNumbers extends Pick<OrgCommits, 'batches' | 'components' | 'bytes'> {
  readonly unchanged?: number
}

/** Reads what an earlier release wrote beside the lists; null where it has written nothing. */
export const readEarlierRecord = (
  folder: string,
): Promise<(EarlierNumbers & Pick<OrgCommits, 'tip'>) | null> => readJson(join(folder, recordFile))

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
export const listCommitted = ({ commits, attributed }: CommitsMade): CommittedLists => ({
  files: commits.flatMap((commit) => filesOf(commit)),
  changes: attributed.components.map((change) => ({
    ...change.identity,
    changeType: change.changeType,
    changedById: change.modifier?.userId ?? null,
    revisionNumber: null,
  })),
})

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

function filesOf(commit: ChainCommit): RecordedFile[] {
  return commit.changes.map((change) => ({
    filePath: change.path,
    changeType: change.before === null ? 'Added' : change.after === null ? 'Deleted' : 'Modified',
    commitHash: commit.hash,
    authorName: commit.author.name,
    authorEmail: commit.author.email,
    componentIdentity: change.identity,
  }))
}
