import { diffFolders } from '@sluice/git/diff-tree'
import { findSpellings } from '@sluice/git/find-spellings'
import { componentOfPath, findCaseClashes, placeOfPath } from '@sluice/metadata/paths'
import type { Merging } from './merging.ts'

/** Names that the org brought and the branch holds with other letter case: to Salesforce both are one component. */
export async function addedCaseVariants(merging: Merging, merged: string): Promise<string[]> {
  const { repository, reader, directory, input, signal } = merging
  const path = directory.folder
  const changes = await diffFolders(repository, { from: input.ours, to: merged, path, signal })
  const places = changes.flatMap((change) => {
    const below = change.status === 'A' ? directory.below(change.path) : null
    return below === null || componentOfPath(below) === null ? [] : directory.inRepository(placeOfPath(below))
  })
  if (places.length === 0) return []
  return findCaseClashes(await findSpellings(reader, merged, new Set(places))).flat()
}
