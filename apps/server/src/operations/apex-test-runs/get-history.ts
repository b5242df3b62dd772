import type { apexTestRuns } from '@sluice/contract/apex-test-run'
import { handler } from '../operation.ts'
import { viewApexTestHistory } from '../../apex-test-runs/apex-test-history.ts'

export const getHistory = handler<typeof apexTestRuns.getHistory>(async (ctx, { params, caller }) =>
  ctx.database.inWorkspace(params.workspaceId, caller.userId, (tx) => viewApexTestHistory(tx, params)),
)
