import type { workspaces } from '@sluice/contract/workspaces'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { billingPeriod, countUsage, usageOf } from '../../workspaces/usage.ts'
import { findWorkspace } from '../../workspaces/workspace-store.ts'

export const getBilling = handler<typeof workspaces.getBilling>(async (ctx, { params, caller }) => {
  const { workspaceId } = params
  const period = billingPeriod(ctx.clock.now())
  const { limits, retentionDays } = ctx.config
  return ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const workspace = await findWorkspace(tx, workspaceId)
    if (!workspace) throw new AppError('entityNotFound')
    const used = await countUsage(tx, workspaceId, period.starts)
    return {
      currentPeriodStartsUtc: period.starts.toISOString(),
      currentPeriodEndsUtc: period.ends.toISOString(),
      subscriptionStatus: workspace.subscriptionStatus,
      dataRetentionPeriod: `${retentionDays} days`,
      usage: {
        Environments: usageOf(used.environments, limits.environments),
        ConcurrentWorkers: usageOf(used.workers, limits.concurrentWorkers),
        ActiveWorkerMinutes: usageOf(used.activeMinutes, null),
        PassiveWorkerMinutes: usageOf(used.passiveMinutes, null),
      },
    }
  })
})
