import { limits } from '@sluice/contract/limits'
import type { users } from '@sluice/contract/users'
import { desc, isNotNull } from 'drizzle-orm'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { outboxMail } from '../../platform/database/schema/server.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'

export const listUndeliveredMail = handler<typeof users.listUndeliveredMail>(
  async (ctx, { caller, origin }) => {
    if (!caller.isGlobalAdministrator) throw new AppError('userNotAuthorized')
    const mails = await ctx.database.asSystem(async (tx) => {
      await recordAudit(tx, { action: 'server.undeliveredMailRead', actorUserId: caller.userId, ...origin })
      return tx
        .select()
        .from(outboxMail)
        .where(isNotNull(outboxMail.failedUtc))
        .orderBy(desc(outboxMail.failedUtc))
        .limit(limits.undeliveredMail)
    })
    return mails.map(({ id, createdUtc, toAddress, subject, attempts, failedUtc, lastError }) => ({
      id,
      createdUtc: createdUtc.toISOString(),
      toAddress,
      subject,
      attempts,
      failedUtc: (failedUtc ?? createdUtc).toISOString(),
      lastError,
    }))
  },
)
