import type { CommitInList, repository } from '@sluice/contract/repository'
import { type ChangedPath, changedPaths } from '@sluice/git/changed-paths'
import { GitError } from '@sluice/git/errors'
import type { Repository } from '@sluice/git/git'
import { type Commit, listCommits as readLog } from '@sluice/git/log'
import { handler } from '../operation.ts'
import { momentOf, subjectOf, viewChanges } from '../../repository/commit-views.ts'
import { readRepository } from '../../repository/open-repository.ts'
import { commitOf } from '../../repository/revision.ts'

const pageSize = 50
const filesOfCommit = 4

export const listCommits = handler<typeof repository.listCommits>(async (ctx, call) =>
  readRepository(ctx, call, async ({ onDisk, components, signal }) => {
    const { revision, without, skip } = call.query
    const hash = await commitOf(onDisk, revision)
    const from = without === undefined ? {} : { from: await commitOf(onDisk, without) }
    const found = await readLog(onDisk, { ...from, to: hash, limit: pageSize + 1, skip, signal })
    const page = found.slice(0, pageSize)
    const changed = await changesOf(onDisk, page)
    const commits = page.map((commit): CommitInList => {
      const paths = changed?.get(commit.hash)
      return {
        hash: commit.hash,
        subject: subjectOf(commit.message),
        authorName: commit.author.name,
        authoredUtc: momentOf(commit.author.date),
        isMerge: commit.parents.length > 1,
        changes: paths ? viewChanges(paths, components, filesOfCommit) : null,
      }
    })
    return { hash, commits, nextSkip: found.length > pageSize ? skip + pageSize : null }
  }),
)

/** Null where the commits of a page changed more files than a call may read. */
async function changesOf(
  repository: Repository,
  commits: readonly Commit[],
): Promise<Map<string, ChangedPath[]> | null> {
  try {
    return await changedPaths(
      repository,
      commits.map(({ hash }) => hash),
    )
  } catch (error) {
    if (error instanceof GitError && error.code === 'failed') return null
    throw error
  }
}
