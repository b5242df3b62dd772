import type { apexTestRuns } from '@sluice/contract/apex-test-run'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { viewApexTestRun } from '../../apex-test-runs/apex-test-run-views.ts'

export const get = handler<typeof apexTestRuns.get>(async (ctx, { params, caller }) => {
  const { workspaceId, apexTestRunId } = params
  const found = await ctx.database.inWorkspace(workspaceId, caller.userId, (tx) =>
    viewApexTestRun(tx, workspaceId, apexTestRunId),
  )
  if (found === null) throw new AppError('entityNotFound')
  return found
})
