import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { expectShown } from '../../testing/expect-shown.ts'
import { recordConsole } from '../../testing/record-console.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleInitiation, signInAnswers } from '../../testing/sample-sign-in.ts'
import {
  id,
  sampleEnvironment,
  sampleMember,
  sampleSalesforceInfo,
  sampleStack,
  sampleWorkspace,
} from '../../testing/samples.ts'

const custom = sampleStack({
  environments: [sampleEnvironment(), sampleEnvironment({ id: id(31), isInitialized: false })],
  gitRepositoryIsManaged: false,
  gitRepositoryUrl: 'https://git.example/core.git',
  gitUsernameIsSet: true,
  gitUsernameClearText: 'bot',
  gitPasswordIsSet: true,
  sfdcPasswordIsSet: true,
  sfdcBaseUsernameClearText: 'admin@northbeam.example',
})
const visit = (stacks: Answers['stacks'] = {}, stack = custom) =>
  renderAt('/workspaces/acme/stacks/core-crm/settings', {
    pushed: { stacks: [stack], workspace: sampleWorkspace({ members: [sampleMember()] }) },
    answers: { stacks, environments: { getSalesforceInfo: sampleSalesforceInfo } },
  })
const main = page.getByRole('main')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })
const secret = (name: string) => page.getByLabelText(name, { exact: true })
const form = (name: string) => page.getByRole('form', { name })
const alert = page.getByRole('alert')
const masked = '*'.repeat(16)

test('[S-054] secrets that are set show as 16 asterisks', async () => {
  await visit()
  await expect.poll(() => main.getByText(masked, { exact: true }).elements().length).toBe(2)
})

const portability = page.getByRole('switch', { name: 'Portable metadata' })

test('[S-052] the switch of portability saves at once, and goes back when that fails', async () => {
  const { server } = await visit({ update: null })
  await expect.element(portability).not.toBeChecked()
  await portability.click()
  await expect.element(portability).toBeChecked()
  await expect
    .poll(() => server.requests('stacks', 'update').map(({ body }) => body))
    .toEqual([{ ensureMetadataIsPortable: true }])
})

test('a portability that cannot be saved stays what it was and says so', async () => {
  await visit({ update: refusal('internalServerError') })
  await portability.click()
  await expect.element(alert).toHaveTextContent('There was a problem saving the portability of the metadata')
  await expect.element(portability).not.toBeChecked()
})

test('new Git credentials are tried, then saved', async () => {
  const { server } = await visit({ validateGitCredentials: null, update: null })
  await button('Edit Git connection').click()
  await expect.element(field('Repository URL')).toHaveValue('https://git.example/core.git')
  await field('Username').fill('robot')
  await secret('Password or token').fill('fresh')
  await button('Save').click()
  await expect.element(main.getByText('robot')).toBeVisible()
  await expect
    .poll(() => server.requests('stacks', 'validateGitCredentials').map(({ body }) => body))
    .toEqual([{ repositoryUrl: 'https://git.example/core.git', username: 'robot', password: 'fresh' }])
  await expect
    .poll(() => server.requests('stacks', 'update').map(({ body }) => body))
    .toEqual([
      { gitRepositoryUrl: 'https://git.example/core.git', gitUsername: 'robot', gitPassword: 'fresh' },
    ])
})

test('a password that is left empty stays what it is', async () => {
  const { server } = await visit({ update: null })
  await button('Edit Git connection').click()
  await field('Username').fill('robot')
  await button('Save').click()
  await expect.element(main.getByText('robot')).toBeVisible()
  await expect
    .poll(() => server.requests('stacks', 'update').map(({ body }) => body))
    .toEqual([{ gitRepositoryUrl: 'https://git.example/core.git', gitUsername: 'robot' }])
})

test('[S-055][W-372] a failed save of the Git connection shows the heading and keeps the form', async () => {
  const { server } = await visit({ validateGitCredentials: refusal('gitCredentialsInvalid'), update: null })
  await button('Edit Git connection').click()
  await secret('Password or token').fill('wrong')
  await button('Save').click()
  await expect.element(alert).toHaveTextContent('There was a problem saving the Git connection details')
  await expectShown(
    'We could not establish a connection to your repository. Check the connection details and try again.',
    alert,
  )
  expect(server.requests('stacks', 'update')).toEqual([])
  await button('Cancel').click()
  await expect.element(button('Edit Git connection')).toBeVisible()
})

const { startDeviceCodeSignIn: _, ...polled } = signInAnswers() ?? {}
const ofStack = { ...polled, startDeviceCodeSignInOfStack: sampleInitiation }

test('a connection in the browser uses the app of the stack, and is saved when the person says so', async () => {
  const { server } = await visit({ ...ofStack, setTokenData: null })
  await button('Edit Salesforce connection').click()
  await expect.element(page.getByText('Successfully connected to your Salesforce org')).toBeVisible()
  const before = server.requests('stacks', 'setTokenData').length
  await button('Save').click()
  await expect.element(button('Edit Salesforce connection')).toBeVisible()
  const saved = server.requests('stacks', 'setTokenData').map(({ body }) => body)
  expect([before, saved]).toEqual([0, [{ encryptedToken: 'sealed' }]])
})

test('[S-228] a token that cannot be stored is only logged; the page asks for another sign-in', async () => {
  const logged = recordConsole('error')
  const { server } = await visit({ ...ofStack, setTokenData: refusal('sfdcCredentialsInvalid') })
  await button('Edit Salesforce connection').click()
  await expect.element(page.getByText('Successfully connected to your Salesforce org')).toBeVisible()
  await button('Save').click()
  await expect.poll(() => logged.length).toBe(1)
  await expect.element(page.getByRole('radiogroup', { name: 'Connection method' })).toBeVisible()
  expect(alert.elements()).toEqual([])
  await expect.poll(() => server.requests('stacks', 'setTokenData').length).toBe(1)
})

const signedIn = {
  status: 'Completed' as const,
  tokenResponse: { encryptedToken: 's', orgName: 'Acme', domain: 'acme.example', username: 'a@acme.example' },
  orgType: 'Production' as const,
  username: 'a@acme.example',
}

async function signInWithPassword() {
  await button('Edit Salesforce connection').click()
  await page.getByRole('radio', { name: /Username and password/ }).click()
  await field('Username').fill('a@acme.example')
  await secret('Password').fill('secret')
  await button('Connect').click()
  await expect.element(page.getByText('Successfully connected to your Salesforce org')).toBeVisible()
  await button('Save').click()
}

test('stored credentials are tried, then saved as what they are', async () => {
  const { server } = await visit({
    startDeviceCodeSignInOfStack: forever,
    signInWithPassword: signedIn,
    update: null,
  })
  await signInWithPassword()
  await expect.element(button('Edit Salesforce connection')).toBeVisible()
  await expect
    .poll(() => server.requests('stacks', 'update').map(({ body }) => body))
    .toEqual([
      {
        sfdcBaseSignInUrl: 'https://login.salesforce.com',
        sfdcBaseUsername: 'a@acme.example',
        sfdcPassword: 'secret',
      },
    ])
})

test('[S-056] a failed save of the Salesforce connection shows the heading', async () => {
  await visit({
    startDeviceCodeSignInOfStack: forever,
    signInWithPassword: signedIn,
    update: refusal('internalServerError'),
  })
  await signInWithPassword()
  await expect.element(alert).toHaveTextContent('There is a problem saving the Salesforce connection details')
})

test('[S-057] the username of the Salesforce connection is an input for e-mail addresses', async () => {
  await visit({ startDeviceCodeSignInOfStack: forever })
  await button('Edit Salesforce connection').click()
  await page.getByRole('radio', { name: /Username and password/ }).click()
  await expect.element(field('Username')).toHaveAttribute('type', 'email')
})

test('[S-059] another API version mode asks again what is known of the orgs of the stack', async () => {
  const { server } = await visit({ update: null })
  await button('Edit API version').click()
  await page.getByRole('radio', { name: /Latest/ }).click()
  const before = server.requests('environments', 'getSalesforceInfo').length
  await button('Save').click()
  await expect.element(button('Edit API version')).toBeVisible()
  await expect
    .poll(() =>
      server
        .requests('environments', 'getSalesforceInfo')
        .slice(before)
        .map(({ params }) => params.environmentId),
    )
    .toEqual([id(30)])
  await expect
    .poll(() => server.requests('stacks', 'update').map(({ body }) => body))
    .toEqual([{ sfdcApiVersionMode: 'Latest' }])
  await expect.element(main.getByText('Latest', { exact: true })).toBeVisible()
})

test('[S-058] a failed save of the API version mode shows the heading', async () => {
  await visit({ update: refusal('internalServerError') })
  await button('Edit API version').click()
  await button('Save').click()
  await expect.element(alert).toHaveTextContent('There was a problem saving the Salesforce API version mode')
  await form('API version').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(button('Edit API version')).toBeVisible()
})

test('an app of its own is named before it has a secret and a key', async () => {
  const { server } = await visit({ update: null })
  expect(main.getByText('Client secret').elements()).toEqual([])
  await button('Edit client id').click()
  await field('Client ID').fill('own-app')
  await button('Save').click()
  await expect.element(main.getByText('own-app')).toBeVisible()
  await button('Edit private key').click()
  const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'
  await field('Private key').fill(key)
  await button('Save').click()
  await expect.poll(() => main.getByText(masked, { exact: true }).elements().length).toBe(3)
  await expect
    .poll(() => server.requests('stacks', 'update').map(({ body }) => body))
    .toEqual([{ sfdcClientId: 'own-app' }, { sfdcPrivateKey: key }])
})

test('a stack without a key of its own says what the sign-in with a key needs', async () => {
  await visit({ startDeviceCodeSignInOfStack: forever })
  await button('Edit Salesforce connection').click()
  await page.getByRole('radio', { name: /Your own connected app/ }).click()
  await expect.element(page.getByText('Save the client ID of your app below first.')).toBeVisible()
  await page.getByRole('radio', { name: /Private key/ }).click()
  await expect
    .element(page.getByText('Save the client ID and the private key of your app below first.'))
    .toBeVisible()
})

test('somebody who may not change the stack sees its connections and cannot edit them', async () => {
  await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    pushed: {
      stacks: [{ ...custom, createdByUserId: null }],
      workspace: sampleWorkspace({ ownerUserId: id(99), members: [sampleMember({ accessLevel: 'Reader' })] }),
    },
  })
  for (const name of [
    'Edit Git connection',
    'Edit Salesforce connection',
    'Edit API version',
    'Edit client id',
  ])
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(portability).toBeDisabled()
})
