import type { jobs } from '@sluice/contract/jobs'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { provisionQuickDeploy } from '../../jobs/quick-deploy-provisioning.ts'

export const quickDeploy = handler<typeof jobs.quickDeploy>(async (ctx, { params, actor, origin }) => {
  const { workspaceId, stackId, jobId: validatedJobId } = params
  const { userId } = actor
  const stack = await ctx.database.inWorkspace(workspaceId, userId, async (tx) =>
    findStack(tx, workspaceId, stackId),
  )
  if (!stack) throw new AppError('entityNotFound')
  const result = await provisionQuickDeploy(ctx, { stack, actor, validatedJobId })
  if (result === null) throw new AppError('entityNotFound')
  const jobIds = result.jobDetails === null ? [] : [result.jobDetails.id]
  await ctx.database.inWorkspace(workspaceId, userId, async (tx) =>
    recordAudit(tx, {
      action: 'job.submitted',
      workspaceId,
      actorUserId: userId,
      subject: { type: 'Stack', id: stackId },
      details: { command: 'FlowOut', validatedJobId, jobIds },
      ...origin,
    }),
  )
  return result
})
