import type { auditLog } from '@sluice/contract/audit-log'
import { handler } from '../operation.ts'
import { installationReach, readLog } from '../../audit-log/log-reach.ts'
import { verifyLog } from '../../audit-log/verification.ts'

export const verifyOfInstallation = handler<typeof auditLog.verifyOfInstallation>(async (ctx, { caller }) => {
  const reach = installationReach(caller)
  return readLog(ctx, reach, async (tx) => verifyLog(tx, reach))
})
