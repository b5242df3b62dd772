import type { environments } from '@sluice/contract/environments'
import { decideUndeployed } from '../../differences/decide-undeployed.ts'
import { handler } from '../operation.ts'

export const includeAgain = handler<typeof environments.includeAgain>(
  async (ctx, { params, body, caller: { userId }, origin }) => {
    const { workspaceId, stackId, environmentId } = params
    const decision = { workspaceId, stackId, environmentId, ...body, how: 'include' as const, userId, origin }
    await ctx.database.inWorkspace(workspaceId, userId, (tx) => decideUndeployed(tx, decision))
  },
)
