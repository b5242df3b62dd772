import type { JobWithNotices } from '@sluice/contract/job'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { stackPath } from '../../../features/current-stack/stack-paths.ts'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { forever } from '../../../testing/answers.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { environmentAnswers, id, sampleJob } from '../../../testing/samples.ts'

const stack = '/workspaces/acme/stacks/core-crm'
const mine = { createdByUserId: id(90), commandName: 'FlowIn', status: 'Running' } as const
const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: '2026-01-31T12:00:00.000Z' } as const
const toast = page.getByRole('article', { name: 'Flow in Production' })
const announcement = page.getByLabelText('Jobs', { exact: true }).and(page.getByRole('status'))

/** Opens a page while a job runs; the returned function pushes what happens to the job. */
async function visit(address: string, job: Partial<JobWithNotices> = mine) {
  const { server, path } = await renderAt(address, {
    pushed: { jobs: [sampleJob({ ...mine, ...job })] },
    answers: { ...environmentAnswers, jobs: { subscribeToProgress: forever } },
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const happen = (changes: Partial<JobWithNotices>) =>
    server.push({ type: 'pushJobs', jobs: [sampleJob({ ...mine, ...job, ...changes })] })
  return { happen, path, server }
}

test('a job that one has started ends: a toast leads to it, and the live region says it', async () => {
  const { happen, path } = await visit(`${stack}/schedules`)
  happen(ended)
  await expect.element(toast.getByText('Succeeded · Core CRM')).toBeVisible()
  await expect.element(announcement).toHaveTextContent('Flow in Production: succeeded')
  // A toast under the pointer stays for as long as the check takes.
  await toast.hover()
  await expectAccessible()
  await toast.getByRole('link', { name: 'Flow in Production' }).click()
  await expect.poll(path).toBe(`${stack}/jobs/${id(70)}`)
  await expect.element(toast).not.toBeInTheDocument()
})

test('a job that asks stays until it is dismissed', async () => {
  const { happen } = await visit(`${stack}/schedules`)
  happen({ hasPendingInquiries: true })
  await expect.element(toast.getByText('Waits for your input · Core CRM')).toBeVisible()
  await expectAccessible()
  await toast.getByRole('button', { name: 'Dismiss Flow in Production' }).click()
  await expect.element(toast).not.toBeInTheDocument()
})

test('the page of the job itself has no toast, and still says that the job ended', async () => {
  const { happen } = await visit(`${stack}/jobs/${id(70)}`, { createdByUserId: id(91) })
  happen({ ...ended, outcome: 'Failed' })
  await expect.element(announcement).toHaveTextContent('Flow in Production: failed')
  await expect.element(toast).not.toBeInTheDocument()
})

test('jobs of others, and jobs that had ended before, are no news', async () => {
  const { server, happen } = await visit(`${stack}/schedules`, { createdByUserId: id(91) })
  happen(ended)
  const old = sampleJob({ ...mine, ...ended, id: id(71) })
  server.push({ type: 'pushJobs', jobs: [old] })
  const last = sampleJob({ ...mine, id: id(72), hasPendingInquiries: true })
  server.push({ type: 'pushJobs', jobs: [last] })
  await expect.element(toast.getByText('Waits for your input · Core CRM')).toBeVisible()
  expect(page.getByRole('link', { name: 'Flow in Production' }).elements()).toHaveLength(1)
})

interface Shown {
  title: string
  body: string | undefined
}

/** Takes the place of the browser's notifications, which no page may show without a person's consent. */
function recordNotifications(permission: NotificationPermission) {
  const shown: Shown[] = []
  class Recorded extends EventTarget {
    static permission: NotificationPermission = 'default'
    static requestPermission() {
      Recorded.permission = permission
      return Promise.resolve(permission)
    }
    constructor(title: string, options?: NotificationOptions) {
      super()
      shown.push({ title, body: options?.body })
    }
    close() {
      shown.length = 0
    }
  }
  const original = globalThis.Notification
  const hasFocus = document.hasFocus.bind(document)
  Object.assign(globalThis, { Notification: Recorded })
  Object.assign(document, { hasFocus: () => false })
  onTestFinished(() => {
    Object.assign(globalThis, { Notification: original })
    Object.assign(document, { hasFocus })
  })
  return shown
}

const browserNotifications = page.getByRole('switch', { name: 'Notifications of this browser' })
test('browser notifications are off until a person switches them on', async () => {
  const shown = recordNotifications('granted')
  const { server, router } = await renderAt('/profile', { answers: environmentAnswers })
  await expect.element(browserNotifications).not.toBeChecked()
  for (const [end, notifications] of [
    [id(71), []],
    [id(72), [{ title: 'Flow in Production', body: 'succeeded' }]],
  ] as const) {
    await router.navigate({
      to: `${stackPath}/schedules`,
      params: { workspaceSlug: 'acme', stackSlug: 'core-crm' },
    })
    await expect.element(page.getByRole('heading', { name: 'Schedules' })).toBeVisible()
    server.push({ type: 'pushJobs', jobs: [sampleJob({ ...mine, id: end })] })
    server.push({ type: 'pushJobs', jobs: [sampleJob({ ...mine, ...ended, id: end })] })
    await expect.element(toast.first()).toBeVisible()
    expect(shown).toEqual(notifications)
    await router.navigate({ to: '/profile' })
    await browserNotifications.click()
  }
})

test('a browser that refuses notifications is told, and the switch stays off', async () => {
  recordNotifications('denied')
  await renderAt('/profile')
  await browserNotifications.click()
  await expect.element(browserNotifications).not.toBeChecked()
  await expect.element(browserNotifications).toHaveAccessibleDescription(/does not allow notifications/)
})
