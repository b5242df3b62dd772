import { writeCommits } from '@sluice/git/write-commits'
import { listTree } from '@sluice/git/ls-tree'
import { unpackaged } from '@sluice/metadata/component'
import type { Identity } from '../org-changes/author-groups.ts'
import { manifestFor } from './commit-chain.ts'
import { fileMode } from './flow-base.ts'
import { manifestPath, metadataDirectory } from './metadata-directory.ts'

/** A merge commit that is to be made with its manifest, as plain data. */
export interface ManifestCommit {
  readonly gitDir: string
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: string
  /** What was merged, whatever its manifest says. */
  readonly treeHash: string
  readonly parents: readonly string[]
  readonly message: string
  readonly committer: Identity
  readonly apiVersion: string
}

/** Commits a merged tree. The generated manifest is rebuilt from what the tree holds, never merged. */
export async function commitWithManifest(merged: ManifestCommit, signal: AbortSignal): Promise<string> {
  const { treeHash, parents, committer, message } = merged
  const repository = { gitDir: merged.gitDir }
  const directory = metadataDirectory(merged.metadataDirectory)
  const files = await listTree(repository, treeHash)
  const folder = directory.inRepository(`${unpackaged}/`)
  const metadata = [...files.keys()].flatMap((path) =>
    path.startsWith(folder) ? (directory.below(path) ?? []) : [],
  )
  const manifest = directory.inRepository(manifestPath)
  const [commit = ''] = await writeCommits(
    repository,
    [
      {
        parents: [...parents],
        author: committer,
        committer,
        message,
        replaceTree: true,
        changes: [
          ...[...files]
            .filter(([path]) => path !== manifest)
            .map(([path, file]) => ({ path, hash: file.hash, mode: fileMode(file.mode) })),
          { path: manifest, content: manifestFor(metadata, merged.apiVersion) },
        ],
      },
    ],
    { signal },
  )
  return commit
}
