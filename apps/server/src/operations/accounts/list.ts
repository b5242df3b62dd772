import type { accounts } from '@sluice/contract/accounts'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { AppError } from '../../platform/app-error.ts'
import { listAccounts } from '../../users/account-views.ts'

export const list = handler<typeof accounts.list>(async (ctx, { query, caller, origin }) => {
  if (!caller.isGlobalAdministrator) throw new AppError('userNotAuthorized')
  return ctx.database.asSystem(async (tx) => {
    await recordAudit(tx, { action: 'server.accountsRead', actorUserId: caller.userId, ...origin })
    return listAccounts(ctx, tx, query)
  })
})
