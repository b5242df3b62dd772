import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Context } from '../context.ts'
import { outboxMail } from '../platform/database/schema/server.ts'

const mostAttempts = 12
const perRound = 20

/** The mail stays locked while it is sent, so that two workers do not both send it. */
async function deliverNext(
  ctx: Context,
  send: (mail: typeof outboxMail.$inferSelect) => Promise<void>,
): Promise<boolean> {
  return ctx.database.asSystem(async (tx) => {
    const now = ctx.clock.now()
    const [mail] = await tx
      .select()
      .from(outboxMail)
      .where(
        and(
          isNull(outboxMail.sentUtc),
          lte(outboxMail.nextAttemptUtc, now),
          sql`${outboxMail.attempts} < ${mostAttempts}`,
        ),
      )
      .orderBy(asc(outboxMail.nextAttemptUtc))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!mail) return false
    const attempts = mail.attempts + 1
    try {
      await send(mail)
      await tx
        .update(outboxMail)
        .set({ sentUtc: now, attempts, lastError: null })
        .where(eq(outboxMail.id, mail.id))
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error)
      const nextAttemptUtc = new Date(now.getTime() + Math.min(2 ** attempts * 15_000, 3_600_000))
      await tx
        .update(outboxMail)
        .set({ attempts, lastError, nextAttemptUtc })
        .where(eq(outboxMail.id, mail.id))
      ctx.log.warn({ err: error, attempts }, 'mail was not delivered')
    }
    return true
  })
}

/** Sends what waits in the outbox; without a mail server everything stays there and is read in the browser. */
export async function deliverMail(ctx: Context): Promise<void> {
  const { url, from } = ctx.config.mail
  if (!url) return
  const transport = createTransport(url, { from })
  try {
    for (let round = 0; round < perRound; round++) {
      const delivered = await deliverNext(ctx, async (mail) => {
        await transport.sendMail({ to: mail.toAddress, subject: mail.subject, text: mail.body })
      })
      if (!delivered) return
    }
  } finally {
    transport.close()
  }
}
