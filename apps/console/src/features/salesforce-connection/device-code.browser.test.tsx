import type { AuthorizationResult, DeviceCodeInitiation } from '@sluice/contract/salesforce-sign-in'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { frames, framesUntil } from '../../testing/frames-until.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { approval, sampleInitiation, signInAnswers } from '../../testing/sample-sign-in.ts'
import { environmentAnswers, id, sampleStack } from '../../testing/samples.ts'
import { stopTime } from '../../testing/stop-time.ts'

const pending: AuthorizationResult = { status: 'Pending', tokenResponse: null, orgType: null, username: null }
const stillPending = (): AuthorizationResult => pending
const signInUrl = 'https://login.salesforce.com'
const username = approval.username ?? ''
const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const address = field('Salesforce sign-in URL')
const connect = page.getByRole('link', { name: 'Connect', exact: true })
const connected = page.getByText('Successfully connected to your Salesforce org')
const alert = page.getByRole('alert')
const spinners = () => document.querySelectorAll('form .animate-spin, main .animate-spin').length

/** The settings of a stack whose connection is made anew; its user is the one of `approval`. */
async function reconnect(stacks: Answers['stacks'] = {}) {
  const stack = sampleStack({ sfdcBaseSignInUrl: signInUrl, sfdcBaseUsernameClearText: username })
  const opened = await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    pushed: { stacks: [stack] },
    answers: { ...environmentAnswers, stacks: { ...environmentAnswers.stacks, ...stacks } },
  })
  await button('Edit Salesforce connection').click()
  return opened
}

test.for(['/onboarding', '/workspaces/acme/stacks/core-crm/settings'])(
  '[W-109] a spinner shows at %s while Salesforce is asked for a code, and no longer',
  async (place) => {
    const waiting: ((code: DeviceCodeInitiation) => void)[] = []
    const asked = () => new Promise<DeviceCodeInitiation>((resolve) => waiting.push(resolve))
    const stacks = {
      ...signInAnswers(pending),
      startDeviceCodeSignIn: asked,
      startDeviceCodeSignInOfStack: asked,
    }
    const { server } = await renderAt(place, { answers: { ...environmentAnswers, stacks } })
    if (place !== '/onboarding') await button('Edit Salesforce connection').click()
    const starts = () =>
      server.requests('stacks', 'startDeviceCodeSignIn').length +
      server.requests('stacks', 'startDeviceCodeSignInOfStack').length
    await expect.poll(starts).toBe(1)
    expect(spinners()).toBe(1)
    await expect.element(page.getByText('Contacting Salesforce')).toBeInTheDocument()
    for (const resolve of waiting) resolve(sampleInitiation)
    await expect.element(page.getByText(sampleInitiation.userCode)).toBeVisible()
    expect(page.getByText('Contacting Salesforce').elements()).toEqual([])
  },
)

test('[W-261] a sign-in URL is first the standard Salesforce login address', async () => {
  await renderAt('/onboarding', { answers: { stacks: signInAnswers(pending) } })
  await expect.element(address).toHaveValue('https://login.salesforce.com')
})

test('[W-215][W-236] the page shows every state of the sign-in, and what is authorized decides how it ends', async () => {
  let start: () => DeviceCodeInitiation | Promise<never> = forever
  let poll = stillPending
  await reconnect({ startDeviceCodeSignInOfStack: () => start(), pollDeviceCodeSignIn: () => poll() })
  const spinner = page.getByText('Contacting Salesforce')
  await expect.element(spinner).toBeInTheDocument()

  await address.fill('https://evil.example')
  await expect.poll(() => spinner.elements()).toEqual([])
  expect([alert.elements(), page.getByText(sampleInitiation.userCode).elements()]).toEqual([[], []])
  await expect.element(connect).toHaveAttribute('aria-disabled', 'true')

  start = () => {
    throw refusal('validationFailed')
  }
  await address.fill(signInUrl)
  await expect.element(alert).toHaveTextContent("This doesn't seem to be a working Salesforce sign-in URL")

  const again = async (heading: string) => {
    await button('Try again').click()
    await expect.element(alert).toHaveTextContent(heading)
  }
  start = () => {
    throw refusal('internalServerError')
  }
  await again("We couldn't connect to verify this URL")
  start = () => sampleInitiation
  poll = () => ({ ...approval, orgType: 'Sandbox' })
  await again('The connected org is not a Salesforce production org.')
  poll = () => ({ ...approval, username: 'other@northbeam.example' })
  await again('The authorization was made with the wrong username.')
  poll = () => {
    throw refusal('sfdcInternalError')
  }
  await again('The Salesforce authorization failed. Try again.')
  poll = () => {
    throw refusal('entityNotFound')
  }
  await again('The Salesforce authorization flow timed out.')
  poll = stillPending
  await button('Try again').click()
  await expect.element(page.getByText('Waiting for you to approve the connection')).toBeVisible()
  await expect.element(page.getByText(sampleInitiation.userCode)).toBeVisible()
  expect([connected.elements(), alert.elements()]).toEqual([[], []])
  poll = () => approval
  await expect.element(connected).toBeVisible()
})

const refuses = (type: Parameters<typeof refusal>[0], detail?: string) => ({
  startDeviceCodeSignInOfStack: refusal(type, detail ? { detail } : {}),
})
const polls = (pollDeviceCodeSignIn: NonNullable<Answers['stacks']>['pollDeviceCodeSignIn']) => ({
  startDeviceCodeSignInOfStack: sampleInitiation,
  pollDeviceCodeSignIn,
})

test.for([
  ['[W-376]', refuses('validationFailed'), /^This doesn't seem to be a working Salesforce sign-in URL$/],
  [
    '[W-377]',
    refuses('internalServerError', 'The server could not be reached.'),
    /^We couldn't connect to verify this URLThe server could not be reached\.$/,
  ],
  [
    '[W-241][W-378]',
    polls(refusal('entityNotFound')),
    /^The Salesforce authorization flow timed out\.The code is no longer valid\. Get a new one/,
  ],
  [
    '[W-243][W-380]',
    polls({ ...approval, username: 'other@northbeam.example' }),
    new RegExp(
      `^The authorization was made with the wrong username\\.Sign out of Salesforce in this browser, then approve the new code as ${username}\\.$`,
    ),
  ],
] as const)(
  '%s a failure is headed by the sentence of its state and says what to do',
  async ([, stacks, text]) => {
    await reconnect(stacks)
    await expect.element(alert).toHaveTextContent(text)
    await expect.element(button('Try again')).toBeVisible()
  },
)

test('another user than that of the stack is taken once a person allows it', async () => {
  await reconnect(polls({ ...approval, username: 'other@northbeam.example' }))
  await expect.element(alert).toBeVisible()
  await page.getByRole('checkbox', { name: `Stay with the user ${username}` }).click()
  await expect.element(connected).toBeVisible()
})

test('[W-237] the sign-in begins half a second after the last change of the address', async () => {
  const asked: string[] = []
  await renderAt('/onboarding', {
    answers: {
      stacks: {
        ...signInAnswers(pending),
        startDeviceCodeSignIn: ({ body }) => {
          asked.push(body.signInUrl)
          return sampleInitiation
        },
      },
    },
  })
  await expect.poll(() => asked.length).toBe(1)
  const input = address.element()
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  stopTime('waits')
  type('https://first.my.salesforce.com')
  type('https://second.my.salesforce.com')
  await vi.advanceTimersByTimeAsync(499)
  await frames(5)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await framesUntil(() => asked.length === 2)
  expect(asked[1]).toBe('https://second.my.salesforce.com')
})

test('[W-238] the page shows the code and leads to where it is entered, and goes on once it is approved', async () => {
  let result = pending
  await reconnect(polls(() => result))
  await expect.element(page.getByText(sampleInitiation.userCode)).toBeVisible()
  await expect
    .element(connect)
    .toHaveAttribute('href', `${sampleInitiation.verificationUrl}?user_code=${sampleInitiation.userCode}`)
  await expect.element(connect).toHaveAttribute('target', '_blank')
  result = approval
  await expect.element(connected).toBeVisible()
})

test('[W-213][W-248] either method ends in a connection that shows org, user and domain and is saved', async () => {
  let result = approval
  const { server } = await reconnect({
    ...polls(() => result),
    signInWithPassword: approval,
    setTokenData: null,
    update: null,
  })
  const shown = page.getByText('Northbeam · admin@northbeam.example · northbeam.my.salesforce.com')
  await expect.element(page.getByRole('radio', { name: /^Authorize in the browser/ })).toBeChecked()
  await expect.element(shown).toBeVisible()
  await button('Save').click()
  await expect.element(button('Edit Salesforce connection')).toBeVisible()
  await expect
    .poll(() => server.requests('stacks', 'setTokenData').map(({ body }) => body))
    .toEqual([{ encryptedToken: approval.tokenResponse?.encryptedToken }])

  // Approved again at once, the connection would be made before the other method is chosen.
  result = pending
  await button('Edit Salesforce connection').click()
  await page.getByRole('radio', { name: /^Username and password/ }).click()
  await field('Username').fill(username)
  await page.getByLabelText('Password', { exact: true }).fill('secret')
  await button('Connect').click()
  await expect.element(shown).toBeVisible()
  await button('Save').click()
  await expect.element(button('Edit Salesforce connection')).toBeVisible()
  await expect
    .poll(() => server.requests('stacks', 'update').map(({ params, body }) => [params.stackId, body]))
    .toEqual([[id(2), { sfdcBaseSignInUrl: signInUrl, sfdcBaseUsername: username, sfdcPassword: 'secret' }]])
})
