import { openObjectReader } from '@sluice/git/cat-file'
import { commitTree } from '@sluice/git/commit-tree'
import { diffFolders } from '@sluice/git/diff-tree'
import { findSpellings } from '@sluice/git/find-spellings'
import type { Repository } from '@sluice/git/git'
import { isAncestor } from '@sluice/git/merge-base'
import { mergeTrees } from '@sluice/git/merge-tree'
import { unpackaged } from '@sluice/metadata/component'
import { componentOfPath, findCaseClashes, placeOfPath } from '@sluice/metadata/paths'
import type { Identity } from '../org-changes/author-groups.ts'
import { engine } from '../session/engine.ts'
import { type MetadataDirectory, manifestPath } from './metadata-directory.ts'

export interface MergeRequest {
  readonly repository: Repository
  readonly directory: MetadataDirectory
  /** Head of the branch. */
  readonly ours: string
  /** Tip of the commits that tell what changed in the org. */
  readonly theirs: string
  readonly message: string
  readonly committer: Identity
  readonly apiVersion: string
  readonly signal: AbortSignal
}

export type MergeOutcome =
  | { readonly kind: 'merged'; readonly commitHash: string }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] }

/** Brings the org's commits into the branch: nothing to do, fast-forward, or a merge commit. */
export async function mergeIntoBranch(request: MergeRequest): Promise<MergeOutcome> {
  const { repository, ours, theirs, signal } = request
  if (await isAncestor(repository, theirs, ours)) return { kind: 'merged', commitHash: ours }
  if (await isAncestor(repository, ours, theirs)) return { kind: 'merged', commitHash: theirs }
  const { treeHash, conflicts } = await mergeTrees(repository, { ours, theirs, signal })
  const manifest = request.directory.inRepository(manifestPath)
  const paths = conflicts.map((conflict) => conflict.path).filter((path) => path !== manifest)
  if (paths.length > 0) return { kind: 'conflict', paths }
  const merge = {
    tree: treeHash,
    parents: [ours, theirs],
    author: request.committer,
    committer: request.committer,
    message: request.message,
  }
  const commitHash =
    conflicts.length === 0 ? await commitTree(repository, merge) : await commitWithManifest(request, treeHash)
  const clashing = await spellingsOfAdded(request, commitHash)
  return clashing.length > 0 ? { kind: 'conflict', paths: clashing } : { kind: 'merged', commitHash }
}

/** Where the org brought a name that the branch holds in another spelling: to Salesforce both are one component. */
async function spellingsOfAdded(
  { repository, directory, ours, signal }: MergeRequest,
  merged: string,
): Promise<string[]> {
  const path = directory.inRepository(unpackaged)
  const changes = await diffFolders(repository, { from: ours, to: merged, path, signal })
  const places = changes.flatMap((change) => {
    const below = change.status === 'A' ? directory.below(change.path) : null
    return below === null || componentOfPath(below) === null ? [] : directory.inRepository(placeOfPath(below))
  })
  if (places.length === 0) return []
  const reader = openObjectReader(repository, { signal })
  try {
    return findCaseClashes(await findSpellings(reader, merged, new Set(places))).flat()
  } finally {
    await reader.close()
  }
}

/** Writing the manifest of thousands of files takes tenths of a second. */
async function commitWithManifest(request: MergeRequest, treeHash: string): Promise<string> {
  const { repository, directory, ours, theirs, message, committer, apiVersion, signal } = request
  const manifestCommit = {
    gitDir: repository.gitDir,
    metadataDirectory: directory.path,
    treeHash,
    parents: [ours, theirs],
    message,
    committer,
    apiVersion,
  }
  const commit = await engine.run({ manifestCommit }, { signal })
  if (commit === null) throw new Error('A merge has no commit.')
  return commit
}
