import type { repository } from '@sluice/contract/repository'
import { countCommits } from '@sluice/git/count-commits'
import { diffFolders } from '@sluice/git/diff-tree'
import { handler } from '../operation.ts'
import { viewChanges } from '../../repository/commit-views.ts'
import { readRepository } from '../../repository/open-repository.ts'
import { commitOf } from '../../repository/revision.ts'

const filesAtMost = 2_000

export const compare = handler<typeof repository.compare>(async (ctx, call) =>
  readRepository(ctx, call, async ({ onDisk, components, signal }) => {
    const from = await commitOf(onDisk, call.query.from)
    const to = await commitOf(onDisk, call.query.to)
    const counts = await countCommits(onDisk, { from, to })
    const changed = await diffFolders(onDisk, { from, to, anyMode: true, signal })
    return { from, to, ...counts, changes: viewChanges(changed, components, filesAtMost) }
  }),
)
