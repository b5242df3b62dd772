import { commitTree } from '@sluice/git/commit-tree'
import { writeCommits } from '@sluice/git/fast-import'
import type { Repository } from '@sluice/git/git'
import { listTree } from '@sluice/git/ls-tree'
import { isAncestor } from '@sluice/git/merge-base'
import { mergeTrees } from '@sluice/git/merge-tree'
import type { Identity } from './author-groups.ts'
import { manifestFor } from './commit-chain.ts'
import { fileMode } from './flow-base.ts'
import { type MetadataDirectory, listMetadataFiles, manifestPath } from './metadata-directory.ts'

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
  if (conflicts.length === 0) return { kind: 'merged', commitHash: await commitTree(repository, merge) }
  return { kind: 'merged', commitHash: await commitWithManifest(request, treeHash) }
}

/** The generated manifest is rebuilt from what the merged tree holds, never merged. */
async function commitWithManifest(request: MergeRequest, treeHash: string): Promise<string> {
  const { repository, directory } = request
  const files = await listTree(repository, treeHash)
  const metadata = await listMetadataFiles(repository, treeHash, directory)
  const manifest = directory.inRepository(manifestPath)
  const [commit = ''] = await writeCommits(
    repository,
    [
      {
        parents: [request.ours, request.theirs],
        author: request.committer,
        committer: request.committer,
        message: request.message,
        replaceTree: true,
        changes: [
          ...[...files]
            .filter(([path]) => path !== manifest)
            .map(([path, file]) => ({ path, hash: file.hash, mode: fileMode(file.mode) })),
          { path: manifest, content: manifestFor(metadata.keys(), request.apiVersion) },
        ],
      },
    ],
    { signal: request.signal },
  )
  return commit
}
