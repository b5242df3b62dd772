import type { differences } from '@sluice/contract/difference'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { handler } from '../operation.ts'
import { environmentDifference as table } from '../../platform/database/schema/differences.ts'

export const listSyncDebt = handler<typeof differences.listSyncDebt>(async (ctx, { params, caller }) =>
  ctx.database.inWorkspace(params.workspaceId, caller.userId, async (tx) => {
    const { environmentId, debt } = table
    const rows = await tx
      .select({ environmentId, debt })
      .from(table)
      .where(and(eq(table.stackId, params.stackId), isNotNull(debt)))
      .orderBy(asc(environmentId))
    return { sandboxes: rows.flatMap((row) => (row.debt === null ? [] : [{ ...row, ...row.debt }])) }
  }),
)
