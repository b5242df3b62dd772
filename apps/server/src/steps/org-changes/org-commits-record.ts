import { join } from 'node:path'
import type { JsonLines } from '../../platform/json-pieces.ts'
import type { Shortened } from '../branch/merge/branch-merge.ts'
import type { ResolvedConflict } from '../branch/merge/conflict-strategy.ts'
import { readJsonLines, readyJsonLines, writeJsonLines } from '../session/json-lines.ts'
import type { Deletions } from './deletions/deletion-limit.ts'
import type { KeptMetadata } from './deletions/missing-components.ts'
import type { UndecidedType } from '../org/retrieve/undecided-types.ts'
import type { UnknownMetadata } from './unknown-metadata.ts'
import type { UnrequestedFiles } from './unrequested-files.ts'
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
export interface CommittedLists {
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
