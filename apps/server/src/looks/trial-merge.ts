import type { Repository } from '@sluice/git/git'
import { mergeFile } from '@sluice/git/merge-file'
import { GitError } from '@sluice/git/errors'
import { isMergedByElements, merge } from '@sluice/metadata/merge/merge'
import type { ThreeFiles } from './org-side.ts'

const nothing = new Uint8Array()

/** Whether a merge of branch and org would need a person for this file. Nothing is written. */
export async function conflictsInMerge(repository: Repository, file: ThreeFiles): Promise<boolean> {
  const { path, expected: base, head: ours, org: theirs } = file
  if (isEqual(base, ours) || isEqual(base, theirs) || isEqual(ours, theirs)) return false
  if (ours === null || theirs === null) return true
  const input = { path, base, ours, theirs }
  if (isMergedByElements(input)) return merge(input).status === 'conflict'
  try {
    const merged = await mergeFile(repository, { base: base ?? nothing, ours, theirs })
    return merged.conflictCount > 0
  } catch (error) {
    // Git does not merge what is binary.
    if (error instanceof GitError && error.code === 'failed') return true
    throw error
  }
}

function isEqual(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other
  return Buffer.compare(one, other) === 0
}
