import type { repository } from '@sluice/contract/repository'
import { diffFolders } from '@sluice/git/diff-tree'
import { listCommits } from '@sluice/git/log'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { momentOf, subjectOf, viewChanges } from '../../repository/commit-views.ts'
import { readRepository } from '../../repository/open-repository.ts'
import { commitByHash } from '../../repository/revision.ts'

const filesAtMost = 2_000
const longestMessage = 20_000

export const getCommit = handler<typeof repository.getCommit>(async (ctx, call) =>
  readRepository(ctx, call, async ({ onDisk, components, signal }) => {
    const hash = await commitByHash(onDisk, call.query.hash)
    const [commit] = await listCommits(onDisk, { to: hash, limit: 1, signal })
    if (commit === undefined) throw new AppError('entityNotFound')
    const from = commit.parents[0] ?? null
    const changed = await diffFolders(onDisk, { from, to: hash, anyMode: true, signal })
    return {
      commit: {
        hash,
        subject: subjectOf(commit.message),
        message: commit.message.slice(0, longestMessage),
        authorName: commit.author.name,
        authorEmail: commit.author.email,
        authoredUtc: momentOf(commit.author.date),
        committerName: commit.committer.name,
        committedUtc: momentOf(commit.committer.date),
        parents: [...commit.parents],
      },
      changes: viewChanges(changed, components, filesAtMost),
    }
  }),
)
