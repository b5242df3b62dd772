import type { ObjectReader } from '@sluice/git/cat-file'
import { writeCommits } from '@sluice/git/write-commits'
import type { Repository } from '@sluice/git/git'
import { listTree } from '@sluice/git/ls-tree'
import { isAncestor, mergeBase } from '@sluice/git/merge-base'
import { resolveCommit } from '@sluice/git/rev-parse'
import { placeOfPath } from '@sluice/metadata/paths'
import type { Identity } from './author-groups.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { listMetadataFiles } from '../session/metadata-directory.ts'

/**
 * Where the commits of a flow in begin. `related`: on a commit of the branch's own history, to be merged.
 * `unrelated`: nothing tells how the org looked before; the commits begin on the branch's files without metadata,
 * and where both sides have a file the org wins.
 */
export interface FlowBase {
  readonly commitHash: string
  readonly isRelated: boolean
}

/** The head of a branch, in the repository of its stack, and who writes commits on it. */
interface BranchHead {
  readonly repository: Repository
  readonly directory: MetadataDirectory
  readonly head: string
  readonly identity: Identity
}

interface FlowBaseRequest extends BranchHead {
  readonly reader: ObjectReader
  readonly parity: string | null
  /** Begins on the head whatever the last flow knew. */
  readonly force: boolean
}

export async function findFlowBase(request: FlowBaseRequest): Promise<FlowBase> {
  const { repository, reader, directory, head, parity } = request
  if (request.force) return { commitHash: head, isRelated: true }
  if (parity !== null && (await resolveCommit(repository, parity)) !== null) {
    if (await isAncestor(repository, parity, head)) return { commitHash: parity, isRelated: true }
    // The branch was rewritten: the last commit that both histories share still tells how the org looked.
    const shared = await mergeBase(repository, head, parity)
    if (shared !== null) return { commitHash: shared, isRelated: true }
  }
  const metadata = await listMetadataFiles(reader, head, directory)
  if (metadata.size === 0) return { commitHash: head, isRelated: true }
  return { commitHash: await commitWithoutMetadata(request, metadata), isRelated: false }
}

async function commitWithoutMetadata(
  { repository, directory, head, identity }: BranchHead,
  metadata: ReadonlyMap<string, string>,
): Promise<string> {
  const files = await listTree(repository, head)
  for (const path of metadata.keys()) files.delete(directory.inRepository(path))
  const [commit = ''] = await writeCommits(repository, [
    {
      parents: [],
      author: identity,
      committer: identity,
      message: 'Begin with the files of the branch that are not metadata',
      replaceTree: true,
      changes: [...files].map(([path, file]) => ({ path, hash: file.hash, mode: fileMode(file.mode) })),
    },
  ])
  return commit
}

interface UnrelatedTip extends BranchHead {
  /** The last commit of the org's changes. */
  readonly tip: string
  readonly message: string
}

/** Both sides' files in one commit; where both have one, in whatever spelling of its name, the org's. */
export async function joinUnrelated(sides: UnrelatedTip): Promise<string> {
  const { repository, directory, head, tip, identity, message } = sides
  const files = await listTree(repository, head)
  const brought = await listTree(repository, tip)
  const placeOf = (path: string) => placeOfPath(directory.below(path) ?? '')
  const spellings = new Map(Array.from(brought.keys(), placeOf).map((place) => [place.toLowerCase(), place]))
  for (const path of files.keys()) {
    const place = placeOf(path)
    if ((spellings.get(place.toLowerCase()) ?? place) !== place) files.delete(path)
  }
  for (const [path, file] of brought) files.set(path, file)
  const [commit = ''] = await writeCommits(repository, [
    {
      parents: [head, tip],
      author: identity,
      committer: identity,
      message,
      replaceTree: true,
      changes: [...files].map(([path, file]) => ({ path, hash: file.hash, mode: fileMode(file.mode) })),
    },
  ])
  return commit
}

export function fileMode(mode: string): '100644' | '100755' {
  return mode === '100755' ? '100755' : '100644'
}
