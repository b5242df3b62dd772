import type { repository } from '@sluice/contract/repository'
import { countCommits } from '@sluice/git/count-commits'
import { diffFolders } from '@sluice/git/diff-tree'
import { handler } from '../../api/handler.ts'
import { viewChanges } from '../commit-views.ts'
import { readRepository } from '../open-repository.ts'
import { commitOf } from '../revision.ts'

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
