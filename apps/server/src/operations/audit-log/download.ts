import type { auditLog } from '@sluice/contract/audit-log'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { eventLines } from '../../audit-log/event-lines.ts'
import { readLog } from '../../audit-log/log-reach.ts'

/** The first call of an export stands in the log itself. */
export const download = handler<typeof auditLog.download>(async (ctx, { params, query, caller, origin }) => {
  const { workspaceId } = params
  const reach = { workspaceId, caller }
  return readLog(ctx, reach, async (tx) => {
    const lines = await eventLines(tx, reach, query.after)
    const entry = { action: 'auditLog.exported', workspaceId, actorUserId: caller.userId } as const
    if (query.after === undefined) await recordAudit(tx, { ...entry, ...origin })
    return lines
  })
})
