import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { provisionJobs } from '../../jobs/job-provisioning.ts'

export const provision = handler<typeof jobs.provision>(
  async (ctx, { params, body: submission, actor, origin }) => {
    const { workspaceId, stackId } = params
    const { userId } = actor
    const stack = await ctx.database.inWorkspace(workspaceId, userId, async (tx) =>
      findStack(tx, workspaceId, stackId),
    )
    if (!stack) throw new AppError('entityNotFound')
    if (submission.jobCommandName !== 'InitializeStack' && !stack.isInitialized) {
      throw new AppError('stackNotInitialized')
    }
    const results = await provisionJobs(ctx, { stack, actor, submission })
    const jobIds = results.flatMap(({ jobDetails }) => jobDetails?.id ?? [])
    const details = { command: submission.jobCommandName, jobIds }
    const subject = { type: 'Stack', id: stackId }
    await ctx.database.inWorkspace(workspaceId, userId, async (tx) =>
      recordAudit(tx, {
        action: 'job.submitted',
        workspaceId,
        actorUserId: userId,
        subject,
        details,
        ...origin,
      }),
    )
    return results
  },
)
