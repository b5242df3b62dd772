import { copyFile } from 'node:fs/promises'
import { type UndeployedComparison, settledKeys } from './settled-keys.ts'
import type { JsonLines } from '../../../platform/json-pieces.ts'
import type { AttributedChanges } from './attribution.ts'
import type { ChainCommit } from '../branch/commit-chain.ts'
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
import { exists, readJson, writeJson } from '../session/work-folder.ts'

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

/** What the commits of one retrieve are. Lies as a file in the work folder, with what they hold beside it. */
export interface OrgCommits {
  /** Where the chain begins. */
  readonly base: string
  readonly isRelated: boolean
  /** The commit whose files equal the org's; the base when nothing has changed. */
  readonly tip: string
  readonly commits: number
  /** Files in which the org and an undeployed change disagree. */
  readonly conflicts: readonly string[]
  /** Such files that the job's strategy settled. */
  readonly resolved: readonly ResolvedConflict[]
  /** Keys of undeployed components that the org has by now. */
  readonly settled: readonly string[]
  readonly unknown: UnknownMetadata
  /** Absent in a record of an earlier release. */
  readonly unrequested?: UnrequestedFiles
  /** Absent where an earlier release wrote the record, as are the deletions. */
  readonly kept?: KeptMetadata
  readonly deletions?: Deletions
  /** Types that Salesforce could not list. Absent where an earlier release wrote the record. */
  readonly failedTypes?: readonly string[]
  /** Types that the include specs do not mention. Absent where an earlier release wrote the record. */
  readonly undecidedTypes?: readonly UndecidedType[]
  readonly specsHash: string
  readonly batches: number
  readonly components: number
  /** Components that were not retrieved because they are unchanged. Absent where an earlier release wrote the record. */
  readonly unchanged?: number
  readonly bytes: number
}

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

/** Where a flow in leaves what the next one may take as unchanged. */
export const knownBeside = (record: string): string => `${record}.known`
const filesBeside = (record: string): string => `${record}.files`
const changesBeside = (record: string): string => `${record}.changes`

/** The record comes last: where it is, the lists are. */
export async function writeRecord(record: string, made: OrgCommits & CommittedLists): Promise<void> {
  const { files, changes, ...commits } = made
  await writeJsonLines(filesBeside(record), files)
  await writeJsonLines(changesBeside(record), changes)
  await writeJson(record, commits)
}

/** Copies the record and the lists to another place; the record comes last here, too. */
export async function copyRecord(from: string, to: string): Promise<void> {
  for (const beside of [filesBeside, changesBeside]) await copyFile(beside(from), beside(to))
  // An earlier release remembered nothing.
  if (await exists(knownBeside(from))) await copyFile(knownBeside(from), knownBeside(to))
  await copyFile(from, to)
}

export async function readRecord(record: string): Promise<OrgCommits | null> {
  return await readJson<OrgCommits>(record)
}

/** The components that the commits change. */
export async function readRecordedChanges(record: string): Promise<readonly RecordedChange[]> {
  return await readJsonLines<RecordedChange>(changesBeside(record))
}

export async function readCommittedLists(record: string): Promise<ReadyLists> {
  return {
    files: await readyJsonLines(filesBeside(record)),
    changes: await readyJsonLines(changesBeside(record)),
  }
}

/** Everything that the commits of one retrieve were made from. */
export interface CommitsMade extends UndeployedComparison {
  readonly comparison: OrgComparison
  readonly base: FlowBase
  readonly commits: readonly ChainCommit[]
  readonly attributed: AttributedChanges
  readonly retrieved: Retrieved
  readonly kept: KeptMetadata
  readonly deletions: Deletions
}

export function describeCommits(made: CommitsMade): OrgCommits & CommittedLists {
  const { base, commits, attributed, comparison, retrieved } = made
  const { plan } = retrieved
  return {
    base: base.commitHash,
    isRelated: base.isRelated,
    tip: commits.at(-1)?.hash ?? base.commitHash,
    commits: commits.length,
    files: commits.flatMap((commit) => filesOf(commit)),
    changes: attributed.components.map((change) => ({
      ...change.identity,
      changeType: change.changeType,
      changedById: change.modifier?.userId ?? null,
      revisionNumber: null,
    })),
    conflicts: comparison.conflicts,
    resolved: comparison.resolved,
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
