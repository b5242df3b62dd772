import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { cleanIdentity, cleanMessage, secondsOf } from './identity.ts'
import type { Identity } from './identity.ts'
import { fullHash } from './object-names.ts'

/** A commit of a tree that is in the repository already. */
export interface TreeCommit {
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Identity
  readonly committer: Identity
  readonly message: string
}

/** Writes a commit object and returns its hash; no ref changes. The same input gives the same hash. */
export async function commitTree(repository: Repository, commit: TreeCommit): Promise<string> {
  const parents = commit.parents.flatMap((parent) => ['-p', fullHash(parent)])
  const author = cleanIdentity(commit.author)
  const committer = cleanIdentity(commit.committer)
  const { stdout } = await runGit({
    repository,
    args: ['commit-tree', fullHash(commit.tree), ...parents, '-F', '-'],
    input: Buffer.from(cleanMessage(commit.message)),
    env: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: `@${secondsOf(commit.author.date)} +0000`,
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      GIT_COMMITTER_DATE: `@${secondsOf(commit.committer.date)} +0000`,
    },
  })
  return stdout.toString('ascii').trim()
}
