import type { ProblemType } from '@sluice/contract/problems'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { approval } from '../../testing/sample-sign-in.ts'
import { environmentAnswers } from '../../testing/samples.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })
const secret = (name: string) => page.getByLabelText(name, { exact: true })
const alert = page.getByRole('alert')

/** The settings of a stack, with a user and a password that wait to be tried. */
async function enterCredentials(signInWithPassword: NonNullable<Answers['stacks']>['signInWithPassword']) {
  const stacks = { ...environmentAnswers.stacks, startDeviceCodeSignInOfStack: forever, signInWithPassword }
  const opened = await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    answers: { ...environmentAnswers, stacks },
  })
  await button('Edit Salesforce connection').click()
  await page.getByRole('radio', { name: /Username and password/ }).click()
  await field('Username').fill('a@acme.example')
  await secret('Password').fill('secret')
  return opened
}

test('[W-373][W-374][W-375] a refused connection shows the sentence of its problem', async () => {
  let type: ProblemType = 'internalServerError'
  await enterCredentials(() => {
    throw refusal(type)
  })
  for (const [refused, text] of [
    [
      'sfdcCredentialsInvalid',
      'We could not establish a connection to your org. Check the connection details and try again.',
    ],
    ['sfdcCredentialsPasswordExpired', 'The password has expired in Salesforce.'],
    [
      'sfdcCredentialsOrgTypeIncorrect',
      'The connection was established to a sandbox org. Ensure that the connection details are for your production org and try again.',
    ],
  ] as const) {
    type = refused
    await button('Connect').click()
    await expect.element(alert.getByText(text, { exact: true })).toBeVisible()
  }
})

test('[W-260][W-393] a connection is tried with a sign-in URL of the host and a security token of at most 64 characters', async () => {
  const { server } = await enterCredentials(approval)
  const urlMessage = page.getByText('Salesforce sign-in URL must end with ".salesforce.com"', { exact: true })
  for (const url of [
    'https://evil.example',
    'https://a.salesforce.com.evil.example',
    'https://a.salesforce.com//',
  ]) {
    await field('Salesforce sign-in URL').fill('https://a.my.salesforce.com')
    await expect.element(urlMessage).not.toBeInTheDocument()
    await field('Salesforce sign-in URL').fill(url)
    await expect.element(urlMessage).toBeVisible()
    await button('Connect').click()
  }
  await field('Salesforce sign-in URL').fill('https://a.my.salesforce.com/')
  await expect.element(urlMessage).not.toBeInTheDocument()
  await secret('Security token (optional)').fill('t'.repeat(65))
  await button('Connect').click()
  await expect
    .element(page.getByText('Security token cannot be longer than 64 characters', { exact: true }))
    .toBeVisible()
  expect(server.requests('stacks', 'signInWithPassword')).toEqual([])
  await secret('Security token (optional)').fill('t'.repeat(64))
  await button('Connect').click()
  await expect
    .poll(() => server.requests('stacks', 'signInWithPassword').map(({ body }) => body))
    .toEqual([
      {
        signInUrl: 'https://a.my.salesforce.com/',
        username: 'a@acme.example',
        password: `secret${'t'.repeat(64)}`,
      },
    ])
})
