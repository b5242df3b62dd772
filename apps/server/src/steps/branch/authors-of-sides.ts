import type { SideAuthor } from '@sluice/contract/conflict'
import { type FileChange, listFileChanges } from '@sluice/git/log'
import type { Repository } from '@sluice/git/git'

/** Who changed a file on each side since both had it alike. */
interface FileAuthors {
  readonly localAuthors: readonly SideAuthor[]
  readonly remoteAuthors: readonly SideAuthor[]
}

interface MergedCommits {
  readonly repository: Repository
  readonly ours: string
  readonly theirs: string
  readonly signal: AbortSignal
}

/** Older commits are not looked at. */
const commitsAtMost = 2000
const namedAtMost = 3

/** Who changed each file of a merge on each side. */
export async function authorsOfSides({
  repository,
  ours,
  theirs,
  signal,
}: MergedCommits): Promise<(path: string) => FileAuthors> {
  const changes = (to: string, from: string) =>
    listFileChanges(repository, { to, from, limit: commitsAtMost, signal })
  const [local, remote] = [await changes(ours, theirs), await changes(theirs, ours)]
  return (path) => ({ localAuthors: authorsOf(local.get(path)), remoteAuthors: authorsOf(remote.get(path)) })
}

/** Each person once, with the newest of the commits. */
function authorsOf(changes: readonly FileChange[] = []): SideAuthor[] {
  const byName = new Map<string, SideAuthor>()
  for (const { hash, authorName: name, committed } of changes)
    if (!byName.has(name)) byName.set(name, { name, commitHash: hash, committedUtc: committed.toISOString() })
  return [...byName.values()].slice(0, namedAtMost)
}
