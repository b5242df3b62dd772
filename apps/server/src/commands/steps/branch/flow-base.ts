import type { ObjectReader } from '@sluice/git/cat-file'
import { writeCommits } from '@sluice/git/write-commits'
import type { Repository } from '@sluice/git/git'
import { listTree } from '@sluice/git/ls-tree'
import { isAncestor, mergeBase } from '@sluice/git/merge-base'
import { resolveCommit } from '@sluice/git/rev-parse'
import { placeOfPath } from '@sluice/metadata/paths'
import type { Identity } from '../org-changes/author-groups.ts'
import { type MetadataDirectory, listMetadataFiles } from './metadata-directory.ts'

/**
 * Where the commits of a flow in begin. `related`: on a commit of the branch's own history, to be merged.
 * `unrelated`: nothing tells how the org looked before; the commits begin on the branch's files without metadata,
 * and where both sides have a file the org wins.
 */
export interface FlowBase {
  readonly commitHash: string
  readonly isRelated: boolean
}

export async function findFlowBase(o: {
  readonly repository: Repository
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  readonly head: string
  readonly parity: string | null
  readonly force: boolean
  readonly identity: Identity
}): Promise<FlowBase> {
  const { repository, head, parity } = o
  if (o.force) return { commitHash: head, isRelated: true }
  if (parity !== null && (await resolveCommit(repository, parity)) !== null) {
    if (await isAncestor(repository, parity, head)) return { commitHash: parity, isRelated: true }
    // The branch was rewritten: the last commit that both histories share still tells how the org looked.
    const shared = await mergeBase(repository, head, parity)
    if (shared !== null) return { commitHash: shared, isRelated: true }
  }
  const metadata = await listMetadataFiles(o.reader, head, o.directory)
  if (metadata.size === 0) return { commitHash: head, isRelated: true }
  return { commitHash: await commitWithoutMetadata(o, metadata), isRelated: false }
}

async function commitWithoutMetadata(
  o: { repository: Repository; directory: MetadataDirectory; head: string; identity: Identity },
  metadata: ReadonlyMap<string, string>,
): Promise<string> {
  const files = await listTree(o.repository, o.head)
  for (const path of metadata.keys()) files.delete(o.directory.inRepository(path))
  const [commit = ''] = await writeCommits(o.repository, [
    {
      parents: [],
      author: o.identity,
      committer: o.identity,
      message: 'Begin with the files of the branch that are not metadata',
      replaceTree: true,
      changes: [...files].map(([path, file]) => ({ path, hash: file.hash, mode: fileMode(file.mode) })),
    },
  ])
  return commit
}

/** Both sides' files in one commit; where both have one, in whatever spelling of its name, the org's. */
export async function joinUnrelated(o: {
  readonly repository: Repository
  readonly directory: MetadataDirectory
  readonly head: string
  readonly tip: string
  readonly identity: Identity
  readonly message: string
}): Promise<string> {
  const files = await listTree(o.repository, o.head)
  const brought = await listTree(o.repository, o.tip)
  const placeOf = (path: string) => placeOfPath(o.directory.below(path) ?? '')
  const spellings = new Map(Array.from(brought.keys(), placeOf).map((place) => [place.toLowerCase(), place]))
  for (const path of files.keys()) {
    const place = placeOf(path)
    if ((spellings.get(place.toLowerCase()) ?? place) !== place) files.delete(path)
  }
  for (const [path, file] of brought) files.set(path, file)
  const [commit = ''] = await writeCommits(o.repository, [
    {
      parents: [o.head, o.tip],
      author: o.identity,
      committer: o.identity,
      message: o.message,
      replaceTree: true,
      changes: [...files].map(([path, file]) => ({ path, hash: file.hash, mode: fileMode(file.mode) })),
    },
  ])
  return commit
}

export function fileMode(mode: string): '100644' | '100755' {
  return mode === '100755' ? '100755' : '100644'
}
