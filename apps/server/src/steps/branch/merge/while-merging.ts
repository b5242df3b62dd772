import { openObjectReader } from '@sluice/git/cat-file'
import { mergeTrees } from '@sluice/git/merge-tree'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import type { BranchMerge } from './branch-merge.ts'
import type { Merging } from './merging.ts'

/** Lets Git merge the trees, and has the objects of the repository read until the work is done. */
export async function whileMerging<T>(
  input: BranchMerge,
  signal: AbortSignal,
  work: (merging: Merging) => Promise<T>,
): Promise<T> {
  const repository = { gitDir: input.gitDir }
  const { ours, theirs } = input
  const startedAt = performance.now()
  // Git finds what both sides changed; files of metadata are then merged by element (decision 4).
  const trees = await mergeTrees(repository, { ours, theirs, signal })
  const reader = openObjectReader(repository, { signal })
  const directory = metadataDirectory(input.metadataDirectory)
  try {
    return await work({ input, repository, reader, directory, trees, signal, startedAt })
  } finally {
    await reader.close()
  }
}
