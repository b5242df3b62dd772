import type { Context } from '../context.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { confirmationLink, issueConfirmation } from '../users/email-confirmation.ts'
import { findUserByEmail } from '../users/user-store.ts'

/**
 * Without a mail server nobody can prove an address by mail. For each named global administrator whose address is not proven the start
 * prints a link that proves it once; it goes to the operator's terminal and never into the log.
 */
export async function printAdministratorLinks(ctx: Context, print: (line: string) => void): Promise<void> {
  const { clock, config, database } = ctx
  if (config.mail.url !== undefined) return
  for (const emailAddress of config.globalAdministrators ?? []) {
    const link = await database.asSystem(async (tx) => {
      const user = await findUserByEmail(tx, emailAddress)
      if (user?.emailIsConfirmed === true) return null
      const token = await issueConfirmation(tx, emailAddress, clock.now())
      await recordAudit(tx, {
        action: 'server.administratorLinkPrinted',
        actorUserId: null,
        details: { emailAddress },
      })
      return confirmationLink(config.publicUrl, emailAddress, token)
    })
    if (link === null) continue
    print(
      `${emailAddress} becomes a global administrator once the address is proven: register it, then sign in with this link (valid once, for 7 days): ${link}`,
    )
  }
}
