import type { auditLog } from '@sluice/contract/audit-log'
import { handler } from '../../api/handler.ts'
import { listEvents } from '../event-views.ts'
import { readLog } from '../log-reach.ts'

export const list = handler<typeof auditLog.list>(async (ctx, { params, query, caller }) => {
  const reach = { workspaceId: params.workspaceId, caller }
  return readLog(ctx, reach, async (tx) => listEvents(tx, reach, query))
})
