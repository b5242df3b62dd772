import type { NotificationMessage, WebhookFormat } from '@sluice/contract/notification'
import { expect, test } from 'vitest'
import { webhookBody } from './webhook-body.ts'

const hostile: NotificationMessage = {
  event: 'JobFailed',
  createdUtc: '2026-01-31T02:00:07.000Z',
  title: 'Flow in <!channel> failed',
  text: 'See [this](https://evil.example) & *that*\n<https://evil.example|Sluice>',
  path: '/workspaces/acme/stacks/main/jobs/1',
  workspace: { id: '1', name: 'Acme' },
  stack: { id: '2', name: 'Main' },
  environments: [],
  job: null,
  schedule: null,
  apexTestRun: null,
}
const bodyOf = (format: WebhookFormat, message = hostile): unknown =>
  JSON.parse(webhookBody(format, { id: '7', message, publicUrl: 'https://sluice.example' }))

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
const line = (text: string) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] })

test('the own format has the fields of the documentation with the full address of the page', () => {
  expect(bodyOf('Sluice')).toEqual({
    id: '7',
    event: 'JobFailed',
    createdUtc: '2026-01-31T02:00:07.000Z',
    title: hostile.title,
    text: hostile.text,
    url: 'https://sluice.example/workspaces/acme/stacks/main/jobs/1',
    workspace: { id: '1', name: 'Acme' },
    stack: { id: '2', name: 'Main' },
    environments: [],
    job: null,
    schedule: null,
    apexTestRun: null,
  })
})

test('a message to Slack shows names as plain text, which can hold no mention, link or format', () => {
  const url = 'https://sluice.example/workspaces/acme/stacks/main/jobs/1'
  expect(bodyOf('Slack')).toEqual({
    text: 'Flow in &lt;!channel&gt; failed',
    mrkdwn: false,
    blocks: [
      { type: 'header', text: plain(hostile.title) },
      { type: 'section', text: plain(hostile.text) },
      { type: 'actions', elements: [{ type: 'button', text: plain('Open'), url }] },
    ],
  })
})

test('a message to Teams shows names as text runs, which are read as no Markdown', () => {
  const card = { type: 'AdaptiveCard', version: '1.4' }
  expect(bodyOf('Teams')).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          ...card,
          body: [line(hostile.title), ...hostile.text.split('\n').map(line)],
          actions: [{ type: 'Action.OpenUrl' }],
        },
      },
    ],
  })
  expect(JSON.stringify(bodyOf('Teams'))).not.toContain('"TextBlock"')
})

test.each(['Slack', 'Teams'] as const)('a message to %s without a page has no button', (format) => {
  expect(JSON.stringify(bodyOf(format, { ...hostile, path: null }))).not.toContain('"Open"')
})
