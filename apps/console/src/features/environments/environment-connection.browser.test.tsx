import type { Environment } from '@sluice/contract/environment'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { sampleSalesforceInfo } from '../../testing/samples.ts'
import { sampleSandboxEnvironment, visitEnvironments } from '../../testing/visit-environments.ts'

const own: Partial<Environment> = {
  sfdcSignInUrl: 'https://qa.my.salesforce.com',
  sfdcUsernameClearText: 'qa@acme.example',
  sfdcUsernameIsSet: true,
  sfdcPasswordIsSet: true,
  sfdcInferredSignInUrl: 'https://test.salesforce.com',
  sfdcInferredUsernameClearText: 'admin@acme.example.qa',
}
const none: Partial<Environment> = {
  ...own,
  sfdcSignInUrl: null,
  sfdcUsernameClearText: null,
  sfdcUsernameIsSet: false,
  sfdcPasswordIsSet: false,
}
const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const field = (name: string) => main.getByLabelText(name, { exact: true })
const visit = async (
  changes: Partial<Environment>,
  environments: Answers['environments'] = { update: null },
) => {
  const visited = await visitEnvironments([sampleSandboxEnvironment(changes)], {
    below: '/qa/settings',
    answers: { environments },
  })
  await expect.element(page.getByRole('heading', { name: 'Salesforce connection' })).toBeVisible()
  return visited
}
const editConnection = async () => {
  await button('Edit Salesforce connection').click()
  await expect.element(field('Salesforce sign-in URL')).toBeVisible()
}

test('[S-192] what is left empty is sent as nothing, and then is inferred from the stack', async () => {
  const { server } = await visit(own)
  await editConnection()
  await field('Salesforce sign-in URL').fill('')
  await field('Username').fill('')
  await button('Save').click()
  for (const value of [own.sfdcInferredSignInUrl, own.sfdcInferredUsernameClearText])
    await expect.element(main.getByText(`${value} · Inferred from stack`)).toBeVisible()
  await expect
    .poll(() => server.requests('environments', 'update').map(({ body }) => body))
    .toEqual([{ sfdcSignInUrl: null, sfdcUsername: null, sfdcPassword: null }])
})

test('[S-220] the browser knows that the fields hold an address and an e-mail address', async () => {
  await visit(own)
  await editConnection()
  await expect.element(field('Salesforce sign-in URL')).toHaveAttribute('type', 'url')
  await expect.element(field('Username')).toHaveAttribute('type', 'email')
})

test.for([
  [
    'Salesforce sign-in URL',
    'https://evil.example',
    'Salesforce sign-in URL must end with ".salesforce.com"',
  ],
  ['Username', 'nobody', 'Username must be a valid email address'],
] as const)('[S-221] an error of %s shows after the field was touched', async ([label, value, message]) => {
  await visit(none)
  await editConnection()
  await field(label).fill(value)
  expect(main.getByText(message).elements()).toEqual([])
  await userEvent.tab()
  await expect.element(main.getByText(message)).toBeVisible()
})

test('a username of its own needs a password', async () => {
  const { server } = await visit(none)
  await editConnection()
  await field('Username').fill('qa@acme.example')
  await button('Save').click()
  await expect.element(main.getByText('Password is required when a username is set')).toBeVisible()
  expect(server.requests('environments', 'update')).toEqual([])
})

test('[S-246] the security token goes at the end of the password, and nowhere else', async () => {
  const { server } = await visit(none)
  await editConnection()
  await field('Username').fill('qa@acme.example')
  await field('Password').fill('secret')
  await field('Security token').fill('TOKEN')
  await button('Save').click()
  await expect.element(button('Edit Salesforce connection')).toBeVisible()
  await expect
    .poll(() => server.requests('environments', 'update').map(({ body }) => body))
    .toEqual([{ sfdcUsername: 'qa@acme.example', sfdcPassword: 'secretTOKEN' }])
})

test('[S-237] a save without changes sends nothing', async () => {
  const { server } = await visit(own)
  await editConnection()
  await button('Save').click()
  await expect.element(button('Edit Salesforce connection')).toBeVisible()
  await button('Edit API version').click()
  await button('Save').click()
  await expect.element(button('Edit API version')).toBeVisible()
  expect(server.requests('environments', 'update')).toEqual([])
})

test('[S-239] after new credentials the org info is fetched again, and its failure shows beside them', async () => {
  let isRefused = false
  const { server } = await visit(own, {
    update: () => {
      isRefused = true
      return null
    },
    getSalesforceInfo: () => {
      if (isRefused) throw refusal('sfdcCredentialsInvalid')
      return sampleSalesforceInfo
    },
  })
  const count = () => server.requests('environments', 'getSalesforceInfo').length
  await expect.poll(count).toBeGreaterThan(0)
  await editConnection()
  const before = count()
  await field('Password').fill('wrong')
  await button('Save').click()
  await expect.element(main.getByText('There was a problem fetching org info')).toBeVisible()
  expect(count()).toBeGreaterThan(before)
})

test('[S-253] a failed save of the credentials shows the panel above them', async () => {
  await visit(own, { update: refusal('userNotAuthorized') })
  await editConnection()
  await field('Password').fill('secret')
  await button('Save').click()
  await expect
    .element(main.getByRole('alert').first())
    .toHaveTextContent('There is a problem saving the Salesforce credentials')
  await expect.element(field('Password')).toHaveValue('secret')
})

test('[S-141][S-180] the mode of the API version is inferred, recommended or latest', async () => {
  const { server } = await visit({ sfdcApiVersionMode: null })
  await expect.element(main.getByText('Recommended · Inferred from stack')).toBeVisible()
  const titles = () =>
    main
      .getByRole('radio')
      .elements()
      .map((each) => each.firstElementChild?.textContent)
  for (const [choice, mode] of [
    ['Latest', 'Latest'],
    ['Recommended', 'Baseline'],
    ['Inferred from stack', null],
  ] as const) {
    await button('Edit API version').click()
    await expect.poll(titles).toEqual(['Inferred from stack', 'Recommended', 'Latest'])
    await main.getByRole('radio', { name: new RegExp(`^${choice}`) }).click()
    await button('Save').click()
    await expect.element(button('Edit API version')).toBeVisible()
    await expect
      .poll(() => server.requests('environments', 'update').at(-1)?.body)
      .toEqual({ sfdcApiVersionMode: mode })
  }
})

test('[S-254] a failed save of the mode shows the panel above the choices', async () => {
  await visit({ sfdcApiVersionMode: null }, { update: refusal('internalServerError') })
  await button('Edit API version').click()
  await main.getByRole('radio', { name: /^Latest/ }).click()
  await button('Save').click()
  await expect
    .element(main.getByRole('alert'))
    .toHaveTextContent('There was a problem saving the Salesforce API settings')
})
