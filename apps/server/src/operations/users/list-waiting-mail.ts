import { limits } from '@sluice/contract/limits'
import type { users } from '@sluice/contract/users'
import { and, desc, isNull } from 'drizzle-orm'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { outboxMail } from '../../platform/database/schema/server.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'

/** Where a mail server takes the mail nothing waits for people, and no text of it is shown. */
export const listWaitingMail = handler<typeof users.listWaitingMail>(async (ctx, { caller, origin }) => {
  if (!caller.isGlobalAdministrator) throw new AppError('userNotAuthorized')
  if (ctx.config.mail.url) return []
  const mails = await ctx.database.asSystem(async (tx) => {
    await recordAudit(tx, { action: 'server.outboxRead', actorUserId: caller.userId, ...origin })
    return tx
      .select()
      .from(outboxMail)
      .where(and(isNull(outboxMail.sentUtc), isNull(outboxMail.failedUtc)))
      .orderBy(desc(outboxMail.createdUtc), desc(outboxMail.id))
      .limit(limits.undeliveredMail)
  })
  return mails.map(({ id, createdUtc, toAddress, subject, body }) => ({
    id,
    createdUtc: createdUtc.toISOString(),
    toAddress,
    subject,
    body,
  }))
})
