import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'

/** Asking twice, or for a job that has ended, changes nothing. */
export const cancel = handler<typeof jobs.cancel>(async (ctx, { params, caller, origin }) => {
  const { workspaceId, jobId } = params
  const { userId } = caller
  await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    await ctx.jobs.requestCancellation(tx, { jobId, workspaceId, userId })
    const subject = { type: 'Job', id: jobId }
    const action = 'job.cancellationRequested'
    await recordAudit(tx, { action, workspaceId, subject, actorUserId: userId, ...origin })
  })
})
