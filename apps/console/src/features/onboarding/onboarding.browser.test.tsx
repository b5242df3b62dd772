import type { AuthorizationResult } from '@sluice/contract/salesforce-sign-in'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { recordConsole } from '../../testing/record-console.ts'
import { recordAnalytics } from '../../testing/record-analytics.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { approval, sampleInitiation, signInAnswers } from '../../testing/sample-sign-in.ts'
import { sampleWorkspace } from '../../testing/samples.ts'
import { framesUntil } from '../../testing/frames-until.ts'
import { stopTime } from '../../testing/stop-time.ts'

const pending: AuthorizationResult = { status: 'Pending', tokenResponse: null, orgType: null, username: null }
const workspace = { name: 'Acme Corp', slug: 'acme' }
const stack = { name: 'Core CRM', slug: 'core-crm', gitRepositoryUrl: 'https://sluice.example/git/core.git' }
const started = { workspace, stack, repositoryUserWasInvited: false, jobs: [] }

const steps = [
  'Creating Git repository',
  'Creating stack',
  'Creating schedules',
  'Initializing stack',
  'Initializing jobs',
  'Waiting for Salesforce',
  'Applying final touches',
  'Finishing up',
  'Verifying',
  'Waiting for Salesforce',
  'Still waiting for Salesforce',
]

const status = () => document.querySelector('output')?.textContent ?? ''

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

test('[W-116][W-210][W-211][W-270] "Initialize now" sends the connected org, the company name, the wish for sandboxes and nobody to invite', async () => {
  const { server } = await connected(forever)
  await expect.element(page.getByRole('progressbar', { name: 'Setting up' })).toBeVisible()
  await expect
    .poll(() => server.requests('onboarding', 'start').map(({ body }) => body))
    .toEqual([
      {
        companyName: 'Northbeam',
        sfdcEncryptedToken: 'sealed',
        createSandboxEnvironments: true,
        emailAddressesToInvite: [],
        repositoryUsernameToInvite: null,
      },
    ])
})

test('[W-024] the guided set-up leads from the sign-in to the workspace that the server has made', async () => {
  const { server } = await renderAt('/onboarding', {
    answers: { stacks: signInAnswers(), onboarding: { start: started } },
  })
  await page.getByRole('textbox', { name: 'Company name' }).fill('Acme Corp')
  await page.getByRole('checkbox', { name: 'Create two developer sandboxes' }).click()
  await page.getByRole('button', { name: 'Initialize now' }).click()
  await expect.element(page.getByText('Acme Corp', { exact: true })).toBeVisible()
  await expect
    .poll(() => server.requests('onboarding', 'start')[0]?.body)
    .toMatchObject({
      companyName: 'Acme Corp',
      createSandboxEnvironments: false,
    })
})

test('[W-114] "Change" begins the Salesforce connection anew', async () => {
  let isApproved = true
  const { server } = await renderAt('/onboarding', {
    answers: {
      stacks: {
        startDeviceCodeSignIn: sampleInitiation,
        pollDeviceCodeSignIn: () => (isApproved ? approval : pending),
      },
    },
  })
  const change = page.getByRole('button', { name: 'Change', exact: true })
  await expect.element(change).toBeVisible()
  isApproved = false
  const before = server.requests('stacks', 'startDeviceCodeSignIn').length
  await change.click()
  await expect.element(page.getByText('ABCD1234')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Connect to Salesforce' })).toBeVisible()
  await expect.poll(() => server.requests('stacks', 'startDeviceCodeSignIn').length).toBeGreaterThan(before)
})

test('[W-117][W-394][W-395] the text advances every 900 ms through eleven steps, and the bar shows ten percent for each', async () => {
  stopTime('clock')
  await connected(forever)
  const bar = page.getByRole('progressbar', { name: 'Setting up' })
  await framesUntil(() => bar.query() !== null)
  const seen: string[] = []
  const shown = () => `${bar.element().getAttribute('aria-valuenow')} ${status()}`
  for (const text of steps) {
    const expected = `${seen.length * 10} ${text}`
    await framesUntil(() => shown() === expected)
    seen.push(expected)
    vi.advanceTimersByTime(899)
    expect(shown()).toBe(expected)
    vi.advanceTimersByTime(1)
  }
  await framesUntil(() => shown() === '100 Still waiting for Salesforce')
})

test('[W-121] a refused start shows the panel and keeps the form', async () => {
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

test('[W-118] the summary names what was made and has a link to it', async () => {
  await connected(started)
  await expect.element(page.getByRole('heading', { name: "You're all set" })).toBeVisible()
  for (const text of ['Acme Corp', 'Core CRM', 'https://sluice.example/git/core.git'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Start exploring' })).toBeVisible()
})

test('[W-328] the list of workspaces is loaded again after the call', async () => {
  const { server } = await renderAt('/onboarding', {
    answers: { stacks: signInAnswers(), onboarding: { start: started } },
  })
  const button = page.getByRole('button', { name: 'Initialize now' })
  await expect.element(button).toBeVisible()
  const before = server.requests('workspaces', 'list').length
  await button.click()
  await expect.element(page.getByRole('heading', { name: "You're all set" })).toBeVisible()
  await expect.poll(() => server.requests('workspaces', 'list')).toHaveLength(before + 1)
})

test('[W-108] the sign-in address can be typed, and the sign-in begins there', async () => {
  const { server } = await renderAt('/onboarding', { answers: { stacks: signInAnswers(pending) } })
  const address = 'https://acme.my.salesforce.com'
  await page.getByRole('textbox', { name: 'Salesforce sign-in URL' }).fill(address)
  await expect
    .poll(() => server.requests('stacks', 'startDeviceCodeSignIn').at(-1)?.body.signInUrl)
    .toBe(address)
})

test('[W-120] "Advanced setup" leads to the wizard for a workspace', async () => {
  const { path } = await renderAt('/onboarding', { answers: { stacks: signInAnswers(pending) } })
  await page.getByRole('link', { name: 'Advanced setup' }).click()
  await expect.poll(path).toBe('/create-workspace')
})

const withGitHub = { gitHubOrganizationUrl: 'https://github.com/acme' }

test('[W-115] step 2 has the company name, a sandbox checkbox and an optional GitHub username', async () => {
  const { server } = await renderAt('/onboarding', {
    config: withGitHub,
    answers: { stacks: signInAnswers(), onboarding: { start: forever } },
  })
  await expect.element(page.getByRole('textbox', { name: 'Company name' })).toHaveValue('Northbeam')
  await expect.element(page.getByRole('checkbox', { name: 'Create two developer sandboxes' })).toBeChecked()
  await page.getByRole('textbox', { name: 'GitHub username' }).fill('grace')
  await page.getByRole('button', { name: 'Initialize now' }).click()
  await expect.element(page.getByRole('progressbar', { name: 'Setting up' })).toBeVisible()
  await expect
    .poll(() => server.requests('onboarding', 'start')[0]?.body)
    .toMatchObject({
      repositoryUsernameToInvite: 'grace',
    })
})

test('[W-269] the GitHub username may be empty, which is sent as null, and has at most 39 characters', async () => {
  const { server } = await renderAt('/onboarding', {
    config: withGitHub,
    answers: { stacks: signInAnswers(), onboarding: { start: forever } },
  })
  const username = page.getByRole('textbox', { name: 'GitHub username' })
  const submit = page.getByRole('button', { name: 'Initialize now' })
  await username.fill('a'.repeat(40))
  await submit.click()
  await expect.element(page.getByText('GitHub username cannot be longer than 39 characters')).toBeVisible()
  await username.fill(' ')
  await submit.click()
  await expect.element(page.getByRole('progressbar', { name: 'Setting up' })).toBeVisible()
  const sent = () => server.requests('onboarding', 'start').map(({ body }) => body.repositoryUsernameToInvite)
  await expect.poll(sent).toEqual([null])
})

test('nothing speaks of GitHub where it keeps no repositories', async () => {
  await renderAt('/onboarding', { answers: { stacks: signInAnswers() } })
  await expect.element(page.getByRole('textbox', { name: 'Company name' })).toBeVisible()
  expect(document.body.textContent).not.toContain('GitHub')
})

test('[W-353] the analytics event "onboarding_completed" is fired once the onboarding has completed', async () => {
  const fired = recordAnalytics()
  let isRefused = true
  await connected(() => {
    if (isRefused) throw refusal('internalServerError')
    return started
  })
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(fired).toEqual([])
  isRefused = false
  await page.getByRole('button', { name: 'Initialize now' }).click()
  await expect.element(page.getByRole('link', { name: 'Start exploring' })).toBeVisible()
  expect(fired).toEqual([{ name: 'onboarding_completed' }])
})
