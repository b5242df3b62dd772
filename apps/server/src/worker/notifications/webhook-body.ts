import type { NotificationMessage, WebhookFormat } from '@sluice/contract/notification'

/** A message with the id that stays the same over all attempts, and with the origin of the console. */
export interface Addressed {
  readonly id: string
  readonly message: NotificationMessage
  readonly publicUrl: string
}

const urlOf = ({ message, publicUrl }: Addressed): string | null =>
  message.path === null ? null : `${publicUrl}${message.path}`

/** The body of a call, the same bytes each time. */
export const webhookBody = (format: WebhookFormat, addressed: Addressed): string =>
  JSON.stringify(bodies[format](addressed))

const bodies: Readonly<Record<WebhookFormat, (addressed: Addressed) => object>> = {
  Sluice: (addressed) => {
    const { event, createdUtc, title, text, workspace, stack, environments, job, schedule, apexTestRun } =
      addressed.message
    const { id } = addressed
    const about = { workspace, stack, environments, job, schedule, apexTestRun }
    return { id, event, createdUtc, title, text, url: urlOf(addressed), ...about }
  },
  Slack: (addressed) => {
    const { title, text } = addressed.message
    const url = urlOf(addressed)
    const button = { type: 'button', text: plainText('Open'), url }
    return {
      // What notifications show, beside the blocks.
      text: escapeForSlack(title),
      mrkdwn: false,
      blocks: [
        { type: 'header', text: plainText(title.slice(0, longestHeader)) },
        ...(text === '' ? [] : [{ type: 'section', text: plainText(text) }]),
        ...(url === null ? [] : [{ type: 'actions', elements: [button] }]),
      ],
    }
  },
  Teams: (addressed) => {
    const url = urlOf(addressed)
    return {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: teamsLines(addressed.message),
            actions: url === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open', url }],
          },
        },
      ],
    }
  },
}

const longestHeader = 150

/** Names and error texts come from people and orgs: plain text lets none become a mention, a link or a format of the chat. */
const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false })

const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A text run is shown as it is, unlike a text block, which is read as Markdown. */
const teamsLine = (text: string, weight: 'Bolder' | 'Default') => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, weight }],
})

function teamsLines({ title, text }: NotificationMessage) {
  const lines = text === '' ? [] : text.split('\n')
  return [teamsLine(title, 'Bolder'), ...lines.map((line) => teamsLine(line, 'Default'))]
}
