import type { AuthorizationResult } from '@sluice/contract/salesforce-sign-in'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { recordConsole } from '../../testing/record-console.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleInitiation, signInAnswers } from '../../testing/sample-sign-in.ts'
import { sampleWorkspace } from '../../testing/samples.ts'

const pending: AuthorizationResult = { status: 'Pending', tokenResponse: null, orgType: null, username: null }
const workspace = { name: 'Acme Corp', slug: 'acme' }
const stack = { name: 'Core CRM', slug: 'core-crm', gitRepositoryUrl: 'https://sluice.example/git/core.git' }
const started = { workspace, stack, repositoryUserWasInvited: false, jobs: [] }

/** The page after the sign-in, with what the server answers to "Initialize now". */
async function connected(start: NonNullable<Answers['onboarding']>['start']) {
  const opened = await renderAt('/onboarding', {
    answers: { stacks: signInAnswers(), onboarding: { start } },
  })
  await page.getByRole('button', { name: 'Initialize now' }).click()
  return opened
}

test('a visitor is sent to the sign-in and comes back from there', async () => {
  const { router } = await renderAt('/onboarding', { user: null })
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(router.state.location.search).toEqual({ returnTo: '/onboarding' })
})

test('[W-110][W-111][W-112] Connect becomes active with the code, and opens the verification page in a new tab', async () => {
  await renderAt('/onboarding', { answers: { stacks: signInAnswers(pending) } })
  const connect = page.getByRole('link', { name: 'Connect', exact: true })
  await expect.element(connect).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText('ABCD1234')).toBeVisible()
  await expect
    .element(connect)
    .toHaveAttribute('href', `${sampleInitiation.verificationUrl}?user_code=ABCD1234`)
  await expect.element(connect).toHaveAttribute('target', '_blank')
  expect(document.title).toBe('Onboarding · Sluice')
})

test('[W-113][W-244] a refused address is reported, and "Try again" starts a new sign-in', async () => {
  let isRefused = true
  await renderAt('/onboarding', {
    answers: {
      stacks: {
        ...signInAnswers(pending),
        startDeviceCodeSignIn: () => {
          if (isRefused) throw refusal('sfdcCredentialsInvalid')
          return sampleInitiation
        },
      },
    },
  })
  await expect
    .element(page.getByText("This doesn't seem to be a working Salesforce sign-in URL"))
    .toBeVisible()
  isRefused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('ABCD1234')).toBeVisible()
})

test('an address of another host is refused before the server is asked', async () => {
  const { server } = await renderAt('/onboarding', { answers: { stacks: signInAnswers(pending) } })
  await page.getByRole('textbox', { name: 'Salesforce sign-in URL' }).fill('https://evil.example')
  await expect.element(page.getByText('Salesforce sign-in URL must end with ".salesforce.com"')).toBeVisible()
  const asked = server.requests('stacks', 'startDeviceCodeSignIn').map(({ body }) => body.signInUrl)
  expect(asked).not.toContain('https://evil.example')
})

test('[W-299] a call that the page gives up is ignored', async () => {
  const logged = recordConsole('error')
  const { server } = await renderAt('/onboarding', {
    answers: {
      stacks: {
        ...signInAnswers(pending),
        startDeviceCodeSignIn: ({ body }) =>
          body.signInUrl.includes('second') ? sampleInitiation : forever(),
      },
    },
  })
  await expect.poll(() => server.requests('stacks', 'startDeviceCodeSignIn').length).toBeGreaterThan(0)
  await page.getByRole('textbox', { name: 'Salesforce sign-in URL' }).fill('https://second.my.salesforce.com')
  await expect.element(page.getByText('ABCD1234')).toBeVisible()
  expect([page.getByRole('alert').elements(), logged]).toEqual([[], []])
})

test('the connected org and the company name are sent, and the page shows that it works', async () => {
  const { server } = await connected(forever)
  await expect.element(page.getByRole('progressbar', { name: 'Setting up' })).toBeVisible()
  expect(server.requests('onboarding', 'start')[0]?.body).toMatchObject({
    companyName: 'Northbeam',
    sfdcEncryptedToken: 'sealed',
  })
})

test('a refused start shows the panel and keeps the form', async () => {
  await connected(refusal('sfdcCredentialsInvalid'))
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem starting the initialization process')
  await expect.element(page.getByRole('textbox', { name: 'Company name' })).toHaveValue('Northbeam')
})

test('[W-119] "Start exploring" leads to the jobs page of the stack that was created', async () => {
  const { path } = await connected(started)
  await page.getByRole('link', { name: 'Start exploring' }).click()
  await expect.element(page.getByRole('heading', { name: 'Jobs', exact: true })).toBeVisible()
  expect(path()).toBe('/workspaces/acme/stacks/core-crm/jobs')
})

test('[W-119] without a stack "Start exploring" leads to the workspace', async () => {
  const { path } = await connected({ ...started, stack: null })
  await page.getByRole('link', { name: 'Start exploring' }).click()
  await expect.element(page.getByRole('heading', { name: 'Stacks', exact: true })).toBeVisible()
  expect(path()).toBe('/workspaces/acme/stacks')
  expect(localStorage.getItem('sluice.workspace')).toBe(sampleWorkspace().id)
})

test('"Advanced setup" leads to the wizard for a workspace', async () => {
  const { path } = await renderAt('/onboarding', { answers: { stacks: signInAnswers(pending) } })
  await page.getByRole('link', { name: 'Advanced setup' }).click()
  await expect.poll(path).toBe('/create-workspace')
})
