import type { differences } from '@sluice/contract/difference'
import { sameEnvironmentMessage } from '@sluice/contract/job-commands/flow-merge'
import { handler } from '../../api/handler.ts'
import { findEnvironment } from '../../environments/environment-store.ts'
import { AppError } from '../../platform/app-error.ts'
import { noteWatch } from '../difference-store.ts'

export const previewMerge = handler<typeof differences.previewMerge>(
  async (ctx, { params, query, caller }) => {
    const { workspaceId, stackId, environmentId: targetEnvironmentId } = params
    const source = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      await noteWatch(tx, { workspaceId, stackId }, ctx.clock.now())
      return await findEnvironment(tx, { workspaceId, stackId, environmentId: query.sourceEnvironmentId })
    })
    if (source === null) throw new AppError('entityNotFound')
    if (source.id === targetEnvironmentId) return { state: 'unknown', reason: `${sameEnvironmentMessage}.` }
    const { userId } = caller
    return await ctx.predictMerge(ctx, { workspaceId, userId, stackId, targetEnvironmentId, settings: query })
  },
)
