import type { differences } from '@sluice/contract/difference'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { unpackedComponents, unpackedSame, withoutPaths } from '../../differences/difference-lists.ts'
import { findDifference, noteWatch } from '../../differences/difference-store.ts'
import { viewDifferences } from '../../differences/difference-views.ts'

export const listComponents = handler<typeof differences.listComponents>(async (ctx, { params, caller }) =>
  ctx.database.inWorkspace(params.workspaceId, caller.userId, async (tx) => {
    const { workspaceId, stackId, environmentId } = params
    await noteWatch(tx, { workspaceId, stackId }, ctx.clock.now())
    const [difference] = await viewDifferences(tx, workspaceId, [environmentId])
    if (difference === undefined) throw new AppError('entityNotFound')
    const row = await findDifference(tx, environmentId)
    const components = unpackedComponents(row?.components ?? null)
    return {
      difference,
      components: components.map(withoutPaths),
      sameOnBothSides: [...unpackedSame(row?.sameOnBothSides ?? null)],
      commits: row?.commits ?? [],
    }
  }),
)
