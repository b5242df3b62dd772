import type { differences } from '@sluice/contract/difference'
import { handler } from '../operation.ts'
import { noteWatch } from '../../differences/difference-store.ts'
import { viewDifferencesOfStack } from '../../differences/difference-views.ts'

export const list = handler<typeof differences.list>(async (ctx, { params, caller }) =>
  ctx.database.inWorkspace(params.workspaceId, caller.userId, async (tx) => {
    const { workspaceId, stackId } = params
    await noteWatch(tx, { workspaceId, stackId }, ctx.clock.now())
    return { differences: await viewDifferencesOfStack(tx, params) }
  }),
)
