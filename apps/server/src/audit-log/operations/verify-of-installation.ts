import type { auditLog } from '@sluice/contract/audit-log'
import { handler } from '../../api/handler.ts'
import { installationReach, readLog } from '../log-reach.ts'
import { verifyLog } from '../verification.ts'

export const verifyOfInstallation = handler<typeof auditLog.verifyOfInstallation>(async (ctx, { caller }) => {
  const reach = installationReach(caller)
  return readLog(ctx, reach, async (tx) => verifyLog(tx, reach))
})
