import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { appOfStack, type OrgApp } from './stack-app.ts'
import { findStack } from './stack-store.ts'

/** The app of a stack as its workspace sees it; for everybody else the stack does not exist. */
export async function loadAppOfStack(
  ctx: Context,
  { workspaceId, stackId, userId }: { workspaceId: string; stackId: string; userId: string },
): Promise<OrgApp> {
  const stack = await ctx.database.inWorkspace(workspaceId, userId, async (tx) =>
    findStack(tx, workspaceId, stackId),
  )
  if (stack === null) throw new AppError('entityNotFound')
  return appOfStack(ctx, stack)
}
