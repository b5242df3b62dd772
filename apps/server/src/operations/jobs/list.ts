import type { jobs } from '@sluice/contract/jobs'
import { limits } from '@sluice/contract/limits'
import { handler } from '../operation.ts'
import { searchJobs } from '../../jobs/job-search.ts'
import { viewJobs } from '../../jobs/job-views.ts'

export const list = handler<typeof jobs.list>(async (ctx, { params, query, caller }) => {
  const { workspaceId, stackId } = params
  return await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const of = { workspaceId, stackId, pageSize: limits.listedJobs }
    const { ids, total, nextBefore } = await searchJobs(tx, of, query)
    return { jobs: await viewJobs(tx, workspaceId, ids), total, nextBefore }
  })
})
