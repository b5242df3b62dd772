import { sameEnvironmentMessage } from '@sluice/contract/job-commands/flow-merge'
import type { MergePreviewQuery } from '@sluice/contract/merge-preview'
import type { Context, WantedMerge } from '../context.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import { AppError } from '../platform/app-error.ts'
import { noteWatch } from './difference-store.ts'

interface MergeCall {
  readonly params: { readonly workspaceId: string; readonly stackId: string; readonly environmentId: string }
  readonly caller: { readonly userId: string }
  readonly settings: MergePreviewQuery
}

/**
 * The flow merge that a call asks about; the reason when there can be none. The stack counts as looked at from now on.
 * @throws an AppError `entityNotFound` when the source is not an environment of the stack.
 */
export async function wantedMerge(
  ctx: Context,
  { params, caller: { userId }, settings }: MergeCall,
): Promise<WantedMerge | { readonly reason: string }> {
  const { workspaceId, stackId, environmentId: targetEnvironmentId } = params
  const source = await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    await noteWatch(tx, { workspaceId, stackId }, ctx.clock.now())
    return await findEnvironment(tx, { workspaceId, stackId, environmentId: settings.sourceEnvironmentId })
  })
  if (source === null) throw new AppError('entityNotFound')
  if (source.id === targetEnvironmentId) return { reason: `${sameEnvironmentMessage}.` }
  return { workspaceId, userId, stackId, targetEnvironmentId, settings }
}
