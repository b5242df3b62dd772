import type { auditLog } from '@sluice/contract/audit-log'
import { handler } from '../../api/handler.ts'
import { readLog } from '../log-reach.ts'
import { verifyLog } from '../verification.ts'

export const verify = handler<typeof auditLog.verify>(async (ctx, { params, caller }) => {
  const reach = { workspaceId: params.workspaceId, caller }
  return readLog(ctx, reach, async (tx) => verifyLog(tx, reach))
})
