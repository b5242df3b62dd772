import { limits } from '@sluice/contract/limits'
import type { UndeliveredMail } from '@sluice/contract/users'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleUser } from '../../testing/samples.ts'

const sampleMail = (changes: Partial<UndeliveredMail> = {}): UndeliveredMail => ({
  id: id(60),
  createdUtc: '2026-01-30T12:00:00.000Z',
  toAddress: 'bob@acme.example',
  subject: 'Reset your password',
  attempts: 8,
  failedUtc: '2026-01-31T12:00:00.000Z',
  lastError: '550 no such mailbox',
  ...changes,
})

const visit = (
  listUndeliveredMail: NonNullable<Answers['users']>['listUndeliveredMail'],
  address = '/undelivered-mail',
) =>
  renderAt(address, {
    user: sampleUser({ isGlobalAdministrator: true }),
    answers: { users: { listUndeliveredMail } },
  })
const table = page.getByRole('table', { name: 'Undelivered mail' })

test('a global administrator comes from the user menu to the mail that was given up', async () => {
  const second = sampleMail({
    id: id(61),
    toAddress: 'carol@acme.example',
    subject: 'Welcome',
    lastError: null,
  })
  const { path } = await visit([sampleMail(), second], '/workspaces/acme/stacks')
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Undelivered mail' }).click()
  await expect.poll(path).toBe('/undelivered-mail')
  await expect.element(page.getByRole('heading', { name: 'Undelivered mail' })).toBeVisible()
  await expect.poll(() => document.title).toBe('Undelivered mail · Sluice')
  for (const text of [
    'bob@acme.example',
    'Reset your password',
    '550 no such mailbox',
    'carol@acme.example',
    'Welcome',
  ])
    await expect.element(table.getByText(text)).toBeVisible()
  expect(table.getByRole('row').elements()).toHaveLength(3)
})

test('the page is for nobody else', async () => {
  const { path, server } = await renderAt('/undelivered-mail')
  await expect.element(page.getByRole('heading', { name: "That's a 404, sorry." })).toBeVisible()
  expect(path()).toBe('/404')
  expect(server.requests('users', 'listUndeliveredMail')).toEqual([])
})

test('the user menu of others does not lead there', async () => {
  await renderAt('/workspaces/acme/stacks')
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Undelivered mail' }).elements()).toEqual([])
})

test('without undelivered mail the page says so', async () => {
  await visit([])
  await expect.element(page.getByText('No mail was given up')).toBeVisible()
})

test('a list that was cut off says so', async () => {
  const listed = Array.from({ length: limits.undeliveredMail }, (_, index) =>
    sampleMail({ id: id(1000 + index) }),
  )
  await visit(listed)
  await expect.element(page.getByText(`Only the newest ${limits.undeliveredMail} are listed.`)).toBeVisible()
})

test('a list that could not be loaded is loaded again', async () => {
  let isAway = true
  await visit(() => {
    if (isAway) throw refusal('userNotAuthorized', { detail: 'Not now.' })
    return [sampleMail()]
  })
  await expect.element(page.getByText('There was a problem loading the mail')).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table.getByText('bob@acme.example')).toBeVisible()
})

test('without a mail server the page shows the mail that waits, with its text and its link', async () => {
  const body = 'Open this link within 60 minutes:\n\nhttps://sluice.example/password/reset/a/b/c\n'
  const mail = { id: id(62), createdUtc: '2026-01-30T12:00:00.000Z', toAddress: 'bob@acme.example' }
  const { server } = await renderAt('/workspaces/acme/stacks', {
    user: sampleUser({ isGlobalAdministrator: true }),
    config: { sendsMail: false },
    answers: { users: { listWaitingMail: [{ ...mail, subject: 'Reset your password', body }] } },
  })
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Outbox' }).click()
  await expect.element(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  for (const text of [
    'Reset your password',
    'bob@acme.example',
    'https://sluice.example/password/reset/a/b/c',
  ])
    await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(server.requests('users', 'listUndeliveredMail')).toEqual([])
})

test('an empty outbox says so', async () => {
  await renderAt('/undelivered-mail', {
    user: sampleUser({ isGlobalAdministrator: true }),
    config: { sendsMail: false },
    answers: { users: { listWaitingMail: [] } },
  })
  await expect.element(page.getByText('No mail waits')).toBeVisible()
})
