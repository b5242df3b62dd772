import { oneLine } from '../platform/mail.ts'
import type { MailText } from './mail-text.ts'

interface InvitationMail {
  readonly workspaceName: string
  /** The name and address of a member, which strangers chose. */
  readonly sender: string
  readonly accessLevel: string
  readonly link: string
  readonly validUntilUtc: Date
}

export function invitation(mail: InvitationMail): MailText {
  const workspaceName = oneLine(mail.workspaceName)
  return {
    subject: `You are invited to the workspace ${workspaceName}`,
    body: [
      `${oneLine(mail.sender)} invites you to the workspace ${workspaceName} with the role ${mail.accessLevel}.`,
      `Open this link to accept or to decline:\n\n${mail.link}`,
      `The link works once, until ${mail.validUntilUtc.toUTCString()}. Ignore this mail if you do not know the sender.\n`,
    ].join('\n\n'),
  }
}

/** Goes to the former owner and to the new one. */
export const ownerChanged = (workspaceName: string, to: 'former owner' | 'new owner'): MailText => ({
  subject: `The workspace ${workspaceName} has a new owner`,
  body: to === 'new owner' ? 'You are the owner now.' : 'You are no longer the owner.',
})
