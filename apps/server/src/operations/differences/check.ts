import type { differences } from '@sluice/contract/difference'
import { handler } from '../operation.ts'
import { saveDifference } from '../../differences/difference-store.ts'
import { signalDifference } from '../../differences/difference-signals.ts'

/** However many ask before a look begins, it is one look. */
export const check = handler<typeof differences.check>(async (ctx, { params, caller }) =>
  ctx.database.inWorkspace(params.workspaceId, caller.userId, async (tx) => {
    const { workspaceId, stackId, environmentId } = params
    await saveDifference(tx, { workspaceId, stackId, environmentId }, { orgAskedUtc: ctx.clock.now() })
    await signalDifference(tx, { what: 'branches', workspaceId, stackId })
    await signalDifference(tx, { what: 'orgs' })
  }),
)
