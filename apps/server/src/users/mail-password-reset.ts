import type { Context } from '../context.ts'
import { passwordReset } from '../mail-texts/account-mails.ts'
import type { Transaction } from '../platform/database/database.ts'
import { issueResetToken, resetLink } from './password-reset.ts'
import type { UserRow } from './user.ts'

/** Sends the owner of an account the only valid link that sets a new password. */
export async function mailPasswordReset(
  ctx: Pick<Context, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'emailAddress'>,
): Promise<void> {
  const { clock, config, mail } = ctx
  const minutes = config.tokens.passwordResetMinutes
  const issued = { userId: user.id, now: clock.now(), minutes, wasMailed: true }
  const link = resetLink(config.publicUrl, user, await issueResetToken(tx, issued))
  await mail.send(tx, { to: user.emailAddress, ...passwordReset(config.product, { link, minutes }) })
}
