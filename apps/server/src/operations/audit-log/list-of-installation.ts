import type { auditLog } from '@sluice/contract/audit-log'
import { handler } from '../operation.ts'
import { listEvents } from '../../audit-log/event-views.ts'
import { installationReach, readLog } from '../../audit-log/log-reach.ts'

export const listOfInstallation = handler<typeof auditLog.listOfInstallation>(
  async (ctx, { query, caller }) => {
    const reach = installationReach(caller)
    return readLog(ctx, reach, async (tx) => listEvents(tx, reach, query))
  },
)
