import { and, asc, eq, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Context } from '../context.ts'
import { outboxMail } from '../platform/database/schema/server.ts'

type OutboxMail = typeof outboxMail.$inferSelect

const minute = 60_000
/** Minutes from one attempt to the next. The eighth and last begins 24 hours after the first. */
const pauses = [2, 10, 30, 60, 180, 360, 798] as const
const mostAttempts = pauses.length + 1
/** After this time the mail counts as not delivered. Shorter than any pause, so that no other worker sends it meanwhile. */
const sendingMs = minute
const atOnce = 4
const mostPerRound = 100

const isOpen = and(isNull(outboxMail.sentUtc), isNull(outboxMail.failedUtc))

/** Takes the next due mail for one attempt and counts the attempt. No other worker sees it before the pause is over. */
async function claimNext(ctx: Context): Promise<OutboxMail | null> {
  const now = ctx.clock.now()
  return ctx.database.asSystem(async (tx) => {
    const next = tx
      .select({ id: outboxMail.id })
      .from(outboxMail)
      .where(and(isOpen, lte(outboxMail.nextAttemptUtc, now), lt(outboxMail.attempts, mostAttempts)))
      .orderBy(asc(outboxMail.nextAttemptUtc))
      .limit(1)
      .for('update', { skipLocked: true })
    const [mail] = await tx
      .update(outboxMail)
      .set({
        attempts: sql`${outboxMail.attempts} + 1`,
        nextAttemptUtc: sql`${now.toISOString()}::timestamptz
          + make_interval(mins => (array[${sql.raw([...pauses, pauses[0]].join(', '))}])[${outboxMail.attempts} + 1])`,
      })
      .where(inArray(outboxMail.id, next))
      .returning()
    return mail ?? null
  })
}

async function recordSent(ctx: Context, mail: OutboxMail): Promise<void> {
  await ctx.database.asSystem((tx) =>
    tx
      .update(outboxMail)
      .set({ sentUtc: ctx.clock.now(), lastError: null, body: '' })
      .where(eq(outboxMail.id, mail.id)),
  )
}

async function recordFailure(ctx: Context, mail: OutboxMail, error: unknown): Promise<void> {
  const lastError = error instanceof Error ? error.message : String(error)
  const isLast = mail.attempts >= mostAttempts
  const failed = isLast ? { failedUtc: ctx.clock.now(), body: '' } : {}
  await ctx.database.asSystem((tx) =>
    tx
      .update(outboxMail)
      .set({ lastError, ...failed })
      .where(and(eq(outboxMail.id, mail.id), isOpen)),
  )
  const details = { err: error, mailId: mail.id, attempts: mail.attempts }
  if (isLast) ctx.log.error(details, 'a mail was given up')
  else ctx.log.warn(details, 'a mail was not delivered')
}

/** The process of the last attempt ended, so its outcome is unknown: it is not repeated. */
async function giveUpInterrupted(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.database.asSystem((tx) =>
    tx
      .update(outboxMail)
      .set({ failedUtc: now, body: '', lastError: 'The server stopped during the last attempt.' })
      .where(and(isOpen, gte(outboxMail.attempts, mostAttempts), lte(outboxMail.nextAttemptUtc, now))),
  )
}

type Send = (mail: OutboxMail) => Promise<unknown>

async function deliver(ctx: Context, mail: OutboxMail, send: Send): Promise<void> {
  try {
    await within(sendingMs, send(mail))
  } catch (error) {
    return recordFailure(ctx, mail, error)
  }
  await recordSent(ctx, mail)
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('The mail server did not answer in time.')), milliseconds)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sends what is due in the outbox, several mails at a time: claimed in one transaction, sent without one, recorded in
 * another. A crash between sending and recording sends that mail once more. Without a mail server nothing is sent.
 */
export async function deliverMail(ctx: Context): Promise<void> {
  const { url, from } = ctx.config.mail
  if (!url) return
  await giveUpInterrupted(ctx)
  const limits = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: sendingMs }
  const transport = createTransport({ url, ...limits }, { from })
  const send: Send = (mail) =>
    // An address as an object is one recipient, whatever its text looks like.
    transport.sendMail({ to: { name: '', address: mail.toAddress }, subject: mail.subject, text: mail.body })
  let left = mostPerRound
  const sender = async () => {
    while (left-- > 0) {
      const mail = await claimNext(ctx)
      if (mail === null) return
      await deliver(ctx, mail, send)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, sender))
  } finally {
    transport.close()
  }
}
