import type { NotificationMessage } from '@sluice/contract/notification'
import type { MailText } from './mail-text.ts'

interface NotificationMail {
  readonly workspaceName: string
  readonly messages: readonly NotificationMessage[]
  readonly publicUrl: string
}

/** One mail that holds all that a member was not told yet, one message after the other. */
export function notificationMail({ workspaceName, messages, publicUrl }: NotificationMail): MailText {
  const [first] = messages
  const parts = messages.map(({ title, text, path, stack, createdUtc }) =>
    [
      title,
      ...(text === '' ? [] : [text]),
      `${stack === null ? workspaceName : `${workspaceName}, stack ${stack.name}`}, ${new Date(createdUtc).toUTCString()}`,
      ...(path === null ? [] : [`${publicUrl}${path}`]),
    ].join('\n'),
  )
  const subject =
    messages.length === 1 ? `${first?.title}` : `${messages.length} notifications from ${workspaceName}`
  const footer = `You get this mail because you are a member of the workspace ${workspaceName}.\nChoose what you get: ${publicUrl}/profile`
  return { subject, body: [...parts, footer].join('\n\n--\n\n') }
}
