import type { AuthorizationResult } from '@sluice/contract/salesforce-sign-in'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleInitiation, signInAnswers } from '../../testing/sample-sign-in.ts'
import { environmentAnswers, id } from '../../testing/samples.ts'
import { handOver } from './callback-channel.ts'

const pending: AuthorizationResult = { status: 'Pending', tokenResponse: null, orgType: null, username: null }
const signedIn: AuthorizationResult = {
  status: 'Completed',
  tokenResponse: {
    encryptedToken: 'sealed',
    orgName: 'Northbeam',
    domain: 'northbeam.my.salesforce.com',
    username: 'robot@northbeam.example',
  },
  orgType: 'Production',
  username: 'robot@northbeam.example',
}
const sandbox: AuthorizationResult = { ...signedIn, orgType: 'Sandbox' }
const signInUrl = 'https://login.salesforce.com'

const field = (name: string) => page.getByRole('textbox', { name })
const secret = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const radio = (name: RegExp) => page.getByRole('radio', { name })
const openStep = () => document.querySelector('[aria-current=step] h2')?.textContent
const connected = page.getByText('Successfully connected to your Salesforce org')
const alert = page.getByRole('alert')

/** The wizard at its Salesforce step. Nobody approves the device code that the step begins with. */
async function atSalesforceStep(stacks: Answers['stacks'] = {}) {
  const answers = { ...environmentAnswers.stacks, ...signInAnswers(pending), ...stacks }
  const opened = await renderAt('/workspaces/acme/create-stack', {
    answers: { ...environmentAnswers, stacks: answers },
  })
  await field('Stack name').fill('Sales')
  for (const step of ['Git connection', 'Version control settings', 'Salesforce connection']) {
    await button('Next').click()
    await expect.poll(openStep).toBe(step)
  }
  return opened
}

async function create() {
  for (const step of ['Salesforce API settings', 'Finalize']) {
    await button('Next').click()
    await expect.poll(openStep).toBe(step)
  }
  await button('Create').click()
}

async function typeCredentials(changes: { token?: string } = {}) {
  await radio(/Username and password/).click()
  await field('Username').fill('admin@acme.example')
  await secret('Password').fill('secret')
  if (changes.token) await secret('Security token (optional)').fill(changes.token)
}

test('[S-024][S-025] the step offers both methods of the specification and says what each means', async () => {
  await atSalesforceStep()
  const inBrowser = radio(/^Authorize in the browser/)
  await expect.element(inBrowser).toBeChecked()
  await expect
    .element(inBrowser)
    .toHaveTextContent('Browser-based authorization: Sluice never knows your password.')
  await expect
    .element(radio(/^Username and password/))
    .toHaveTextContent('Stored credentials, which allow unattended sandbox management.')
})

test('[S-026] "Connect" yields a token, whose domain and user show, and enables "Next"', async () => {
  const { server } = await atSalesforceStep({
    signInWithPassword: signedIn,
    create: { id: id(3), slug: 'core-crm' },
  })
  await typeCredentials()
  await expect.element(button('Next')).toBeDisabled()
  await button('Connect').click()
  await expect.element(connected).toBeVisible()
  await expect
    .element(page.getByText('Northbeam · robot@northbeam.example · northbeam.my.salesforce.com'))
    .toBeVisible()
  await expect.element(button('Next')).toBeEnabled()
  expect(server.requests('stacks', 'signInWithPassword').map(({ body }) => body)).toEqual([
    { signInUrl, username: 'admin@acme.example', password: 'secret' },
  ])
})

test('[S-138][S-191] the security token is optional; it is appended to the password and not sent by itself', async () => {
  const { server } = await atSalesforceStep({
    signInWithPassword: signedIn,
    create: { id: id(3), slug: 'core-crm' },
  })
  await typeCredentials({ token: 'T0KEN' })
  await button('Connect').click()
  await expect.element(connected).toBeVisible()
  await create()
  await expect.poll(() => server.requests('stacks', 'create').length).toBe(1)
  const body = server.requests('stacks', 'create')[0]?.body
  expect(body).toMatchObject({
    sfdcBaseSignInUrl: signInUrl,
    sfdcBaseUsername: 'admin@acme.example',
    sfdcPassword: 'secretT0KEN',
    sfdcEncryptedToken: null,
  })
  expect(Object.keys(body ?? {}).filter((name) => /securityToken/i.test(name))).toEqual([])
})

test('[S-190] stored credentials need a sign-in URL, a username and a password', async () => {
  const { server } = await atSalesforceStep()
  await radio(/Username and password/).click()
  await field('Salesforce sign-in URL').fill('')
  await button('Connect').click()
  await expect.element(page.getByText('Salesforce sign-in URL must end with')).toBeVisible()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  await expect.element(page.getByText('Password is required')).toBeVisible()
  await field('Username').fill('admin@acme.example')
  await secret('Password').fill('secret')
  await button('Connect').click()
  expect(server.requests('stacks', 'signInWithPassword')).toEqual([])
})

test('[S-028] a failed connection shows the heading, the sentence of its type and what to change', async () => {
  await atSalesforceStep({
    signInWithPassword: refusal('sfdcCredentialsInvalid', { detail: 'Append the security token.' }),
  })
  await typeCredentials()
  await button('Connect').click()
  await expect.element(alert).toHaveTextContent('There was a problem connecting to your Salesforce org')
  await expect.element(alert).toHaveTextContent('We could not establish a connection to your org.')
  await expect.element(alert).toHaveTextContent('Append the security token.')
  await expect.element(button('Next')).toBeDisabled()
})

test('a sandbox that is signed in to with a password is refused with the sentence of the specification', async () => {
  await atSalesforceStep({ signInWithPassword: sandbox })
  await typeCredentials()
  await button('Connect').click()
  await expect.element(alert).toHaveTextContent('The connection was established to a sandbox org.')
  await expect.element(alert).toHaveTextContent('Sign in as a user of the production org.')
  await expect.element(button('Next')).toBeDisabled()
})

test('a key in a field connects, and does not go on', async () => {
  const { server } = await atSalesforceStep({ signInWithPassword: signedIn })
  await typeCredentials()
  const input = secret('Password').element()
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await expect.element(connected).toBeVisible()
  expect([openStep(), server.requests('stacks', 'signInWithPassword').length]).toEqual([
    'Salesforce connection',
    1,
  ])
})

const initiation = {
  authorizationUrl: 'https://login.salesforce.com/services/oauth2/authorize?state=S1',
  state: 'S1',
  expiresUtc: '2030-01-01T00:00:00.000Z',
}

async function typeApp() {
  await radio(/Your own connected app/).click()
  await field('Client ID').fill('own-app')
  await secret('Client secret (optional)').fill('c0nsumer')
}

test('with an app of its own the team signs in on a page of Salesforce, and the callback page ends it', async () => {
  const { server } = await atSalesforceStep({
    startWebServerSignIn: initiation,
    completeWebServerSignIn: signedIn,
    create: { id: id(3), slug: 'core-crm' },
  })
  await typeApp()
  const connect = page.getByRole('link', { name: 'Connect', exact: true })
  await expect.element(connect).toHaveAttribute('href', initiation.authorizationUrl)
  await expect.element(connect).toHaveAttribute('rel', 'noreferrer')
  const redirectUri = `${location.origin}/salesforce/callback`
  await expect.element(page.getByText(redirectUri)).toBeVisible()
  expect(await handOver({ state: 'S1', code: 'C1' })).toBe(true)
  await expect.element(connected).toBeVisible()
  expect(server.requests('stacks', 'startWebServerSignIn').at(-1)?.body).toEqual({
    signInUrl,
    redirectUri,
    clientId: 'own-app',
  })
  expect(server.requests('stacks', 'completeWebServerSignIn').map(({ body }) => body)).toEqual([
    { state: 'S1', code: 'C1', clientSecret: 'c0nsumer' },
  ])
  await create()
  await expect
    .poll(() => server.requests('stacks', 'create')[0]?.body)
    .toMatchObject({
      sfdcEncryptedToken: 'sealed',
      sfdcPassword: null,
    })
})

test('a callback that this page did not begin is left alone', async () => {
  const { server } = await atSalesforceStep({ startWebServerSignIn: initiation })
  await typeApp()
  await expect
    .element(page.getByRole('link', { name: 'Connect', exact: true }))
    .toHaveAttribute('href', initiation.authorizationUrl)
  expect(await handOver({ state: 'of somebody else', code: 'C1' })).toBe(false)
  expect(server.requests('stacks', 'completeWebServerSignIn')).toEqual([])
})

test('what Salesforce refuses at the callback is explained', async () => {
  const { server } = await atSalesforceStep({
    startWebServerSignIn: initiation,
    completeWebServerSignIn: refusal('sfdcCredentialsInvalid', { detail: 'Press Allow there.' }),
  })
  await typeApp()
  await expect
    .element(page.getByRole('link', { name: 'Connect', exact: true }))
    .toHaveAttribute('href', initiation.authorizationUrl)
  const begun = server.requests('stacks', 'startWebServerSignIn').length
  await handOver({ state: 'S1', error: 'access_denied', errorDescription: 'end-user denied' })
  await expect.element(alert).toHaveTextContent('There was a problem connecting to your Salesforce org')
  await expect.element(alert).toHaveTextContent('Press Allow there.')
  expect(server.requests('stacks', 'completeWebServerSignIn').map(({ body }) => body)).toEqual([
    { state: 'S1', error: 'access_denied', errorDescription: 'end-user denied' },
  ])
  await expect.poll(() => server.requests('stacks', 'startWebServerSignIn').length).toBe(begun + 1)
})

test('a private key signs in without a page of Salesforce', async () => {
  const { server } = await atSalesforceStep({ signInWithJwt: signedIn })
  await radio(/Your own connected app/).click()
  await radio(/Private key/).click()
  await button('Connect').click()
  for (const missing of ['Username', 'Client ID', 'Private key'])
    await expect.element(page.getByText(`${missing} is required`)).toBeVisible()
  await field('Username').fill('robot@northbeam.example')
  await field('Client ID').fill('own-app')
  await field('Private key').fill('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----')
  await button('Connect').click()
  await expect.element(connected).toBeVisible()
  expect(server.requests('stacks', 'signInWithJwt').map(({ body }) => body)).toEqual([
    {
      signInUrl,
      username: 'robot@northbeam.example',
      clientId: 'own-app',
      privateKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
    },
  ])
})

test('a key that Salesforce refuses is explained', async () => {
  await atSalesforceStep({
    signInWithJwt: refusal('sfdcCredentialsInvalid', { detail: 'Upload the certificate of this key.' }),
  })
  await radio(/Your own connected app/).click()
  await radio(/Private key/).click()
  for (const [name, text] of [
    ['Username', 'robot@northbeam.example'],
    ['Client ID', 'own-app'],
    ['Private key', 'of another app'],
  ] as const)
    await field(name).fill(text)
  await button('Connect').click()
  await expect.element(alert).toHaveTextContent('There was a problem connecting to your Salesforce org')
  await expect.element(alert).toHaveTextContent('Upload the certificate of this key.')
  await expect.element(button('Next')).toBeDisabled()
})

const begins = (polled: NonNullable<Answers['stacks']>['pollDeviceCodeSignIn']) =>
  atSalesforceStep({ startDeviceCodeSignIn: sampleInitiation, pollDeviceCodeSignIn: polled })

test('a denied device code keeps the sentence of its state as heading and says what to do', async () => {
  await begins(refusal('sfdcCredentialsInvalid', { detail: 'Connect again and press Allow there.' }))
  await expect
    .element(alert)
    .toHaveTextContent(
      /^The Salesforce authorization failed\. Try again\.Connect again and press Allow there\.$/,
    )
})

test('[W-242][W-379] a sandbox behind a device code keeps the sentence of its state and says what to do', async () => {
  await begins(sandbox)
  await expect
    .element(alert)
    .toHaveTextContent(
      /^The connected org is not a Salesforce production org\.Sign in as a user of the production org\./,
    )
})

test('an app that the org refuses is not called a wrong address', async () => {
  await atSalesforceStep({
    startDeviceCodeSignIn: refusal('sfdcCredentialsInvalid', { detail: 'Install the app.' }),
  })
  await expect.element(alert).toHaveTextContent('The Salesforce authorization failed. Try again.')
  await expect.element(alert).toHaveTextContent('Install the app.')
})
