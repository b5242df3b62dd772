import { join } from 'node:path'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { readJsonLines, writeJsonLines } from '../steps/session/json-lines.ts'
import type { UndeployedComponent } from '../steps/undeployed/undeployed-components.ts'
import type { FileHashes } from '../steps/branch/metadata-directory.ts'

/** A diff as it lies in its folder: too long for one message or one piece of JSON. */
export interface RecordedDiff {
  readonly changes: readonly ComponentChange[]
  /** Files at head, at least all that the changed components are made of. */
  readonly headFiles: FileHashes
}

const changesIn = (folder: string): string => join(folder, 'changes')
const headFilesIn = (folder: string): string => join(folder, 'head-files')
const undeployedIn = (folder: string): string => join(folder, 'undeployed')

export async function writeDiff(folder: string, { changes, headFiles }: RecordedDiff): Promise<void> {
  await writeJsonLines(changesIn(folder), changes)
  await writeJsonLines(headFilesIn(folder), [...headFiles])
}

export async function readChanges(folder: string): Promise<ComponentChange[]> {
  return await readJsonLines<ComponentChange>(changesIn(folder))
}

export async function readDiff(folder: string): Promise<RecordedDiff> {
  const headFiles = await readJsonLines<[string, string]>(headFilesIn(folder))
  return { changes: await readChanges(folder), headFiles: new Map(headFiles) }
}

/** What was undeployed when the diff was made lies beside it: the next set follows from both. */
export async function writeUndeployed(
  folder: string,
  undeployed: readonly UndeployedComponent[],
): Promise<void> {
  await writeJsonLines(undeployedIn(folder), undeployed)
}

export async function readUndeployed(folder: string): Promise<UndeployedComponent[]> {
  return await readJsonLines<UndeployedComponent>(undeployedIn(folder))
}
