import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { addressConfirmation } from '../mail-texts/account-mails.ts'
import type { Transaction } from '../platform/database/database.ts'
import { appUser, emailConfirmation } from '../platform/database/schema/users.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** How long a secret proves an address. */
const lifeMs = 7 * 24 * 60 * 60_000
/** How soon another mail may follow the last one to the same address. */
const pauseMs = 5 * 60_000

/** Makes the only valid secret that proves an address; an earlier one becomes invalid. */
export async function issueConfirmation(tx: Transaction, emailAddress: string, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const values = {
    tokenHash: hashOf(token).toString('base64url'),
    createdUtc: now,
    expiresUtc: new Date(now.getTime() + lifeMs),
  }
  await tx
    .insert(emailConfirmation)
    .values({ emailAddress: emailAddress.toLowerCase(), ...values })
    .onConflictDoUpdate({ target: emailConfirmation.emailAddress, set: values })
  return token
}

/** The sign-in page that uses the secret. It asks for the password, so that nobody confirms an account that another person has made with his address. */
export const confirmationLink = (publicUrl: string, emailAddress: string, token: string): string =>
  `${publicUrl}/signin?${new URLSearchParams({ username: emailAddress, confirm: token }).toString()}`

/** Sends the link that proves an address, unless one was sent a moment ago. Without a mail server nothing is sent. */
export async function sendConfirmation(ctx: Context, tx: Transaction, emailAddress: string): Promise<void> {
  const { config, clock, mail } = ctx
  if (config.mail.url === undefined) return
  const now = clock.now()
  const [last] = await tx
    .select({ createdUtc: emailConfirmation.createdUtc })
    .from(emailConfirmation)
    .where(eq(emailConfirmation.emailAddress, emailAddress.toLowerCase()))
  if (last && now.getTime() - last.createdUtc.getTime() < pauseMs) return
  const token = await issueConfirmation(tx, emailAddress, now)
  const link = confirmationLink(config.publicUrl, emailAddress, token)
  await mail.send(tx, { to: emailAddress, ...addressConfirmation(config.product, link) })
}

/** Uses the secret up and marks the address of the user as proven. False when it is not the valid one of this address. */
export async function confirmEmail(
  tx: Transaction,
  user: { readonly id: string; readonly emailAddress: string },
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<boolean> {
  const ofAddress = eq(emailConfirmation.emailAddress, user.emailAddress.toLowerCase())
  const [row] = await tx.select().from(emailConfirmation).where(ofAddress).for('update')
  if (!row || row.expiresUtc <= now) return false
  if (!timingSafeEqual(Buffer.from(row.tokenHash, 'base64url'), hashOf(token))) return false
  await tx.delete(emailConfirmation).where(ofAddress)
  await tx.update(appUser).set({ emailIsConfirmed: true }).where(eq(appUser.id, user.id))
  return true
}
