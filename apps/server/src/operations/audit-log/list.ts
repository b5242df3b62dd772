import type { auditLog } from '@sluice/contract/audit-log'
import { handler } from '../operation.ts'
import { listEvents } from '../../audit-log/event-views.ts'
import { readLog } from '../../audit-log/log-reach.ts'

export const list = handler<typeof auditLog.list>(async (ctx, { params, query, caller }) => {
  const reach = { workspaceId: params.workspaceId, caller }
  return readLog(ctx, reach, async (tx) => listEvents(tx, reach, query))
})
