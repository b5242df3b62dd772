import { jobProgress } from '@sluice/contract/progress'
import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { findProgress } from '../../jobs/progress-store.ts'

export const getProgress = handler<typeof jobs.getProgress>(async (ctx, { params, caller }) => {
  const { workspaceId, jobId } = params
  const found = await ctx.database.inWorkspace(workspaceId, caller.userId, (tx) =>
    findProgress(tx, { workspaceId, jobId }),
  )
  if (!found) throw new AppError('entityNotFound')
  // Progress that an earlier release wrote lacks the newest fields.
  return found.progress && jobProgress.parse(found.progress)
})
