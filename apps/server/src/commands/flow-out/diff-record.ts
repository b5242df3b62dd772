import { join } from 'node:path'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { readJsonLines, writeJsonLines } from '../steps/json-lines.ts'
import type { FileHashes } from '../steps/metadata-directory.ts'

/** A diff as it lies in its folder: too long for one message or one piece of JSON. */
export interface RecordedDiff {
  readonly changes: readonly ComponentChange[]
  /** Files of head whose blobs have been found already. */
  readonly known: FileHashes
}

const changesIn = (folder: string): string => join(folder, 'changes')
const knownIn = (folder: string): string => join(folder, 'known')

export async function writeDiff(folder: string, { changes, known }: RecordedDiff): Promise<void> {
  await writeJsonLines(changesIn(folder), changes)
  await writeJsonLines(knownIn(folder), [...known])
}

export async function readChanges(folder: string): Promise<ComponentChange[]> {
  return await readJsonLines<ComponentChange>(changesIn(folder))
}

export async function readDiff(folder: string): Promise<RecordedDiff> {
  const known = await readJsonLines<[string, string]>(knownIn(folder))
  return { changes: await readChanges(folder), known: new Map(known) }
}
