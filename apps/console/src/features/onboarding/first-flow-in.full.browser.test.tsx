import type { AuthorizationResult } from '@sluice/contract/salesforce-sign-in'
import type { JobWithNotices } from '@sluice/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever, heldAnswer, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { approval, sampleInitiation, signInAnswers } from '../../testing/sample-sign-in.ts'
import { id, sampleJob } from '../../testing/samples.ts'
import { sampleSchedule } from '../../testing/sample-schedule.ts'

const pending: AuthorizationResult = { status: 'Pending', tokenResponse: null, orgType: null, username: null }
const workspace = { name: 'Acme Corp', slug: 'acme' }
const stack = { name: 'Core CRM', slug: 'core-crm', gitRepositoryUrl: 'https://sluice.example/git/core.git' }
const started = { workspace, stack, repositoryUserWasInvited: false, jobs: [] }
const stepOf = () => page.getByRole('list', { name: 'Steps' }).element().querySelector('[aria-current=step]')
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const initializeId = id(70)
const jobs = [
  { wasProvisioned: true, jobCommandName: 'InitializeStack' as const, id: initializeId },
  { wasProvisioned: true, jobCommandName: 'Onboarding' as const, id: id(71) },
]
const initialization = (changes: Parameters<typeof sampleJob>[0] = {}) =>
  sampleJob({ id: initializeId, commandName: 'InitializeStack', ...changes })

const creation = (number: number, environmentName: string, changes: Parameters<typeof sampleJob>[0] = {}) =>
  sampleJob({
    id: id(number),
    commandName: 'CreateEnvironment',
    commandInput: { environmentName },
    ...changes,
  })

/** The last step, while the first flow in runs. */
async function watching(pushed: JobWithNotices[] = [initialization()]) {
  const opened = await renderAt('/onboarding', {
    answers: { stacks: signInAnswers(), onboarding: { start: { ...started, jobs } } },
    pushed: { jobs: pushed },
  })
  await page.getByRole('button', { name: 'Initialize now' }).click()
  await expect.element(heading('Your first flow in')).toBeVisible()
  return opened
}

test('[W-245] the page connects, asks, sets up, and is done; after a refusal it asks again', async () => {
  const [began, finished] = [heldAnswer(sampleInitiation), heldAnswer(started)]
  let isRefused = true
  await renderAt('/onboarding', {
    answers: {
      stacks: {
        startDeviceCodeSignIn: began.answer,
        pollDeviceCodeSignIn: approval,
      },
      onboarding: {
        start: () => {
          if (isRefused) throw refusal('internalServerError')
          return finished.answer()
        },
      },
    },
  })
  await expect.element(heading('Connect to Salesforce')).toBeVisible()
  began.release()
  await expect.element(heading('Set up your workspace')).toBeVisible()
  const initialize = page.getByRole('button', { name: 'Initialize now' })
  await initialize.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(heading('Set up your workspace')).toBeVisible()
  isRefused = false
  await initialize.click()
  await expect.element(heading('Setting up your workspace')).toBeVisible()
  finished.release()
  await expect.element(heading("You're all set")).toBeVisible()
})

test('[W-268] the company name is prefilled from the org, and required', async () => {
  const { server } = await renderAt('/onboarding', {
    answers: { stacks: signInAnswers(), onboarding: { start: forever } },
  })
  const name = page.getByRole('textbox', { name: 'Company name' })
  await expect.element(name).toHaveValue('Northbeam')
  await name.fill('')
  await page.getByRole('button', { name: 'Initialize now' }).click()
  await expect.element(page.getByText('Company name is required')).toBeVisible()
  expect(server.requests('onboarding', 'start')).toEqual([])
})

test('a newcomer sees three steps, and which one this is', async () => {
  await renderAt('/onboarding', { answers: { stacks: signInAnswers(pending) } })
  await expect.poll(() => stepOf()?.textContent).toContain('Connect')
  expect(
    page
      .getByRole('list', { name: 'Steps' })
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Account, done', '2Connect', '3First flow in'])
})

test('[W-118][W-212] "You\'re all set" is said once the first flow in has succeeded, and its job is one click away before', async () => {
  const { server, path } = await watching()
  await expect.poll(() => stepOf()?.textContent).toContain('First flow in')
  expect(heading("You're all set").elements()).toEqual([])
  await expect
    .element(page.getByRole('link', { name: 'Watch the job' }))
    .toHaveAttribute('href', `/workspaces/acme/stacks/core-crm/jobs/${initializeId}`)
  server.push({ type: 'pushJobs', jobs: [initialization({ status: 'Ended', outcome: 'Succeeded' })] })
  await expect.element(heading("You're all set")).toBeVisible()
  for (const text of ['Acme Corp', 'Core CRM', 'https://sluice.example/git/core.git'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Start exploring' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks/core-crm/jobs')
})

test('a first flow in that failed is told with its reason, and never as all set', async () => {
  const { server } = await watching()
  const error = { message: 'The org refused the sign-in.', details: null }
  server.push({ type: 'pushJobs', jobs: [initialization({ status: 'Ended', outcome: 'Failed', error })] })
  await expect.element(heading('The first flow in failed')).toBeVisible()
  await expect.element(page.getByText('The org refused the sign-in.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open the job' })).toBeVisible()
  expect(page.getByText("You're all set").elements()).toEqual([])
})

test('sandboxes that are still in the making are named when all else is set', async () => {
  const { server } = await watching()
  await expect.element(page.getByText('Your two sandboxes are made once')).toBeVisible()
  server.push({
    type: 'pushJobs',
    jobs: [
      initialization({ status: 'Ended', outcome: 'Succeeded' }),
      creation(72, 'dev1'),
      creation(73, 'dev2', { status: 'Ended', outcome: 'Succeeded' }),
    ],
  })
  const sandboxes = page.getByRole('region', { name: 'Sandboxes' })
  await expect.element(heading("You're all set")).toBeVisible()
  await expect
    .element(sandboxes.getByRole('listitem').first())
    .toHaveTextContent(/Sandbox dev1.*in the making/)
  await expect.element(sandboxes.getByRole('listitem').nth(1)).toHaveTextContent(/Sandbox dev2.*made/)
})

test('when the set-up has ended without sandboxes the page says so, and its job is one click away', async () => {
  const { server } = await watching()
  const ended = { status: 'Ended', outcome: 'Succeeded' } as const
  server.push({
    type: 'pushJobs',
    jobs: [initialization(ended), sampleJob({ id: id(71), commandName: 'Onboarding', ...ended })],
  })
  await expect.element(page.getByText('No sandboxes were made')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'See why' }))
    .toHaveAttribute('href', `/workspaces/acme/stacks/core-crm/jobs/${id(71)}`)
  expect(page.getByText('Your two sandboxes are made once').elements()).toEqual([])
})

test('the nightly flow in that the stack begins with is named where it is made', async () => {
  const { server } = await watching()
  server.push({
    type: 'pushSchedules',
    schedules: [sampleSchedule({ name: 'Nightly flow in', recurrence: '0 2 * * *', isEnabled: true })],
  })
  await expect
    .element(page.getByText('Switched on already: Nightly flow in (0 2 * * *, in UTC).'))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Schedules' })).toBeVisible()
})

test('a first flow in that was refused is not waited for', async () => {
  const refused = [{ wasProvisioned: false, jobCommandName: 'InitializeStack' as const, id: null }]
  await renderAt('/onboarding', {
    answers: { stacks: signInAnswers(), onboarding: { start: { ...started, jobs: refused } } },
  })
  await page.getByRole('button', { name: 'Initialize now' }).click()
  await expect.element(heading('The first flow in was not started')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Start exploring' })).toBeVisible()
})

test('somebody who has a workspace finds the way back', async () => {
  const { path } = await renderAt('/onboarding', { answers: { stacks: signInAnswers(pending) } })
  await page.getByRole('link', { name: 'Back to your workspace' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
})

test('somebody without a workspace can sign out', async () => {
  const { path } = await renderAt('/onboarding', {
    answers: { stacks: signInAnswers(pending), workspaces: { list: [] }, users: { logout: null } },
  })
  await expect.element(heading('Connect to Salesforce')).toBeVisible()
  expect(page.getByRole('link', { name: 'Back to your workspace' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(path).toBe('/signin')
})
