import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { viewJobs } from '../../jobs/job-views.ts'

export const get = handler<typeof jobs.get>(async (ctx, { params, caller }) => {
  const { workspaceId, jobId } = params
  const [found] = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) =>
    viewJobs(tx, workspaceId, [jobId]),
  )
  if (!found) throw new AppError('entityNotFound')
  return found
})
