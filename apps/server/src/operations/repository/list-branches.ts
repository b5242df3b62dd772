import type { repository } from '@sluice/contract/repository'
import { defaultBranch, listBranchHeads } from '@sluice/git/branch-heads'
import { handler } from '../operation.ts'
import { momentOf, subjectOf } from '../../repository/commit-views.ts'
import { readRepository } from '../../repository/open-repository.ts'

const branchesAtMost = 1_000

export const listBranches = handler<typeof repository.listBranches>(async (ctx, call) =>
  readRepository(ctx, call, async ({ onDisk }) => {
    const heads = await listBranchHeads(onDisk, branchesAtMost + 1)
    const branches = heads.slice(0, branchesAtMost).map((head) => ({
      name: head.name,
      hash: head.commitHash,
      subject: subjectOf(head.subject),
      authorName: head.authorName,
      authoredUtc: momentOf(head.date),
    }))
    const isComplete = heads.length <= branchesAtMost
    return { branches, defaultBranch: await defaultBranch(onDisk), isComplete }
  }),
)
