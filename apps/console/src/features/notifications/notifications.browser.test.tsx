import { limits } from '@sluice/contract/limits'
import { defaultChoices, type NotificationDelivery, type Webhook } from '@sluice/contract/notification'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleMember, sampleUser, sampleWorkspace } from '../../testing/samples.ts'

const sampleWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: id(70),
  workspaceId: id(1),
  createdUtc: '2026-01-30T12:00:00.000Z',
  createdByUserId: id(90),
  name: 'Team chat',
  format: 'Slack',
  events: ['JobFailed', 'ScheduleProblem'],
  isEnabled: true,
  addressShown: 'https://hooks.slack.com/…Xy12',
  waiting: 0,
  givenUp: 0,
  lastDeliveredUtc: null,
  ...changes,
})
const sampleDelivery = (changes: Partial<NotificationDelivery> = {}): NotificationDelivery => ({
  id: id(71),
  createdUtc: '2026-01-31T12:00:00.000Z',
  event: 'JobFailed',
  title: 'Flow in uat failed',
  path: '/workspaces/acme/stacks/main/jobs/1',
  webhookId: id(70),
  receiver: 'Team chat',
  status: 'GivenUp',
  attempts: 8,
  nextAttemptUtc: null,
  endedUtc: '2026-02-01T12:00:00.000Z',
  lastError: 'The receiver answered with status 503.',
  ...changes,
})

type Notifications = NonNullable<Answers['notifications']>
const visit = (notifications: Notifications, address = '/workspaces/acme/settings') =>
  renderAt(address, { answers: { notifications } })
const log = '/workspaces/acme/notification-deliveries'
const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const choose = async (name: string) => {
  await button('More actions for Team chat').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('a webhook is added with its format and events, and its secret is shown once', async () => {
  const { server } = await visit({ createWebhook: { id: id(70), secret: 'whsec_abc' } })
  await button('Add webhook').click()
  await dialog.getByLabelText('Name').fill('Team chat')
  await dialog.getByLabelText('Address').fill('https://hooks.slack.com/services/T/B/X')
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'Slack' }).click()
  await dialog.getByRole('checkbox', { name: 'Test run failed' }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(dialog.getByText('whsec_abc')).toBeVisible()
  await expect
    .poll(() => server.requests('notifications', 'createWebhook'))
    .toMatchObject([
      {
        params: { workspaceId: id(1) },
        body: {
          name: 'Team chat',
          address: 'https://hooks.slack.com/services/T/B/X',
          format: 'Slack',
          events: ['JobFailed', 'JobWaitingForInput', 'ScheduleProblem'],
        },
      },
    ])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText('whsec_abc')).not.toBeInTheDocument()
})

test('what is wrong with a new webhook stands at its fields, and nothing is sent', async () => {
  const { server } = await visit({})
  await button('Add webhook').click()
  await dialog.getByLabelText('Address').fill('ftp://example.com/x')
  for (const event of ['Job failed', 'Job waiting for input', 'Schedule problem', 'Test run failed'])
    await dialog.getByRole('checkbox', { name: event }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  for (const message of ['Name is required', 'Address must be an https address', 'Choose at least one event'])
    await expect.element(dialog.getByText(message)).toBeVisible()
  expect(server.requests('notifications', 'createWebhook')).toEqual([])
})

test('a webhook keeps its address when it is edited without one', async () => {
  const { server } = await visit({ listWebhooks: [sampleWebhook()], updateWebhook: null })
  await choose('Edit')
  await dialog.getByLabelText('Name').fill('Night chat')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(() => server.requests('notifications', 'updateWebhook').map(({ body }) => body))
    .toEqual([{ name: 'Night chat', events: ['JobFailed', 'ScheduleProblem'] }])
})

test('a test message is sent, and what fails is said at the webhook', async () => {
  let isAway = true
  const { server } = await visit({
    listWebhooks: [sampleWebhook()],
    sendTestMessage: () => {
      if (isAway) throw refusal('tooManyRequests')
      return { deliveryId: id(72) }
    },
  })
  await button('Send test message').click()
  await expect.element(page.getByText('There was a problem with the webhook')).toBeVisible()
  isAway = false
  await button('Send test message').click()
  await expect.element(page.getByText('There was a problem with the webhook')).not.toBeInTheDocument()
  await expect.poll(() => server.requests('notifications', 'sendTestMessage')).toHaveLength(2)
})

test('a webhook is disabled and enabled, gets a new secret, and is deleted after a confirmation', async () => {
  let isEnabled = true
  let isThere = true
  const { server } = await visit({
    listWebhooks: () => (isThere ? [sampleWebhook({ isEnabled })] : []),
    updateWebhook: () => {
      isEnabled = !isEnabled
      return null
    },
    replaceSecret: { secret: 'whsec_next' },
    deleteWebhook: () => {
      isThere = false
      return null
    },
  })
  await choose('Disable')
  await expect.element(page.getByText('Disabled', { exact: true })).toBeVisible()
  await expect.element(button('Send test message')).toHaveAttribute('aria-disabled', 'true')
  await choose('Enable')
  await expect.element(page.getByText('Enabled', { exact: true })).toBeVisible()
  await expect
    .poll(() => server.requests('notifications', 'updateWebhook').map(({ body }) => body))
    .toEqual([{ isEnabled: false }, { isEnabled: true }])
  await choose('New secret')
  await expect.element(dialog.getByText('whsec_next')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await choose('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect.element(page.getByText('No webhooks')).toBeVisible()
})

test('a webhook says how many messages were given up, also while others wait', async () => {
  await visit({ listWebhooks: [sampleWebhook({ waiting: 3, givenUp: 2 })] })
  await expect.element(page.getByText('2 given up, 3 waiting')).toBeVisible()
})

test('whoever is no administrator sees neither webhooks nor log, and why', async () => {
  const surroundings = {
    user: sampleUser({ id: id(91) }),
    pushed: {
      workspace: sampleWorkspace({
        members: [sampleMember({ userId: id(91), accessLevel: 'Contributor' as const })],
      }),
    },
  }
  const { server } = await renderAt('/workspaces/acme/settings', surroundings)
  await expect.element(page.getByText('Only administrators see the webhooks of a workspace.')).toBeVisible()
  await expect.element(button('Add webhook')).toHaveAttribute('aria-disabled', 'true')
  expect(server.requests('notifications', 'listWebhooks')).toEqual([])
})

test('the log lists each message with its receiver and fate; what was given up is sent again', async () => {
  let isSent = false
  const mail = sampleDelivery({
    id: id(73),
    webhookId: null,
    receiver: 'Alice Moreau',
    status: 'Delivered',
    lastError: null,
    attempts: 1,
  })
  const { server } = await visit(
    {
      listDeliveries: () => [
        ...(isSent ? [sampleDelivery({ id: id(74), status: 'Waiting', attempts: 0, lastError: null })] : []),
        sampleDelivery(),
        mail,
      ],
      sendAgain: () => {
        isSent = true
        return null
      },
    },
    log,
  )
  const table = page.getByRole('table', { name: 'Deliveries' })
  await expect.element(table.getByText('The receiver answered with status 503.')).toBeVisible()
  await expect.element(table.getByText('by mail')).toBeVisible()
  await expect
    .element(table.getByRole('link', { name: 'Flow in uat failed' }).first())
    .toHaveAttribute('href', '/workspaces/acme/stacks/main/jobs/1')
  expect(table.getByRole('button', { name: 'Send again: Flow in uat failed' }).elements()).toHaveLength(1)
  await table.getByRole('button', { name: 'Send again: Flow in uat failed' }).click()
  await expect.element(table.getByText('Waiting', { exact: true })).toBeVisible()
  await expect
    .poll(() => server.requests('notifications', 'sendAgain'))
    .toMatchObject([{ params: { workspaceId: id(1), deliveryId: id(71) } }])
})

test('an empty log and one that was cut off say so', async () => {
  await visit({ listDeliveries: [] }, log)
  await expect.element(page.getByText('No notifications yet')).toBeVisible()
})

test('a log that was cut off says so', async () => {
  const many = Array.from({ length: limits.listedDeliveries }, (_, index) =>
    sampleDelivery({ id: id(1000 + index) }),
  )
  await visit({ listDeliveries: many }, log)
  await expect.element(page.getByText(`Only the newest ${limits.listedDeliveries} are listed.`)).toBeVisible()
})

test('the profile offers what to get by mail from each workspace, and stores a choice at once', async () => {
  let choices = defaultChoices
  const { server } = await visit(
    {
      listChoices: () => [
        { workspaceId: id(1), workspaceName: 'Acme Corp', choices },
        { workspaceId: id(2), workspaceName: 'Beta', choices: defaultChoices },
      ],
      setChoices: ({ body }) => {
        choices = body
        return null
      },
    },
    '/profile',
  )
  const select = page.getByRole('combobox', { name: 'Job failed, Acme Corp' })
  await expect.element(select).toHaveTextContent('My jobs and schedules')
  await select.click()
  await page.getByRole('option', { name: 'No mail' }).click()
  await expect.element(select).toHaveTextContent('No mail')
  await expect
    .poll(() => server.requests('notifications', 'setChoices'))
    .toMatchObject([{ params: { workspaceId: id(1) }, body: { ...defaultChoices, JobFailed: 'None' } }])
})

test('a choice that could not be stored goes back and says so', async () => {
  await visit(
    {
      listChoices: [{ workspaceId: id(1), workspaceName: 'Acme Corp', choices: defaultChoices }],
      setChoices: refusal('userNotAuthorized'),
    },
    '/profile',
  )
  const select = page.getByRole('combobox', { name: 'Schedule problem, Acme Corp' })
  await select.click()
  await page.getByRole('option', { name: 'All jobs and schedules' }).click()
  await expect.element(page.getByText('There was a problem saving the choice')).toBeVisible()
  await expect.element(select).toHaveTextContent('My jobs and schedules')
})
