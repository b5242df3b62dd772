import type { auditLog } from '@sluice/contract/audit-log'
import { handler } from '../operation.ts'
import { readLog } from '../../audit-log/log-reach.ts'
import { verifyLog } from '../../audit-log/verification.ts'

export const verify = handler<typeof auditLog.verify>(async (ctx, { params, caller }) => {
  const reach = { workspaceId: params.workspaceId, caller }
  return readLog(ctx, reach, async (tx) => verifyLog(tx, reach))
})
