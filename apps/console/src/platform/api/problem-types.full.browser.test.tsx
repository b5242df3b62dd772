import { ProblemError } from '@sluice/contract/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import type { TestServer } from '../../testing/test-server.ts'

const problemTypes = [
  'identityRegistrationValidationFailed',
  'identityDeletionFailed',
  'identityAccountLockedOut',
  'identityAccountNotConfirmed',
  'identityAccountRequiresTwoFactor',
  'identityCredentialsInvalid',
  'identityRefreshTokenInvalid',
  'identityRefreshTokenExpired',
  'identityResetPasswordTokenInvalid',
  'identityResetPasswordValidationFailed',
  'entityNotFound',
  'entityIdInvalid',
  'entityConflict',
  'gitCredentialsInvalid',
  'gitCredentialsMissing',
  'repositoryNotSupported',
  'collaboratorUsernameInvalid',
  'sfdcCredentialsInvalid',
  'sfdcCredentialsPasswordExpired',
  'sfdcCredentialsOrgTypeIncorrect',
  'sfdcCredentialsMissing',
  'sfdcInternalError',
  'validationFailed',
  'nonEmptyWorkspaceNotDeletable',
  'nonEmptyStackNotDeletable',
  'productionEnvironmentNotDeletable',
  'stackNotInitialized',
  'environmentNotInitialized',
  'environmentLocked',
  'workspaceAlreadyClaimed',
  'invitationExpired',
  'userAlreadyMember',
  'memberOwnerNotRemovable',
  'outputArtifactNotDeletable',
  'cronExpressionInvalid',
  'postPropertyNotAllowed',
  'patchPropertyNotAllowed',
  'patchPropertyInvalid',
  'encryptionKeyMissing',
  'invalidRequestData',
  'internalServerError',
  'userNotAuthorized',
  'conflictFilesInvalid',
  'conflictFileVersionMissing',
  'conflictFilesResolveFailed',
  'conflictFilesResetFailed',
  'tooManyRequests',
]
const alert = page.getByRole('alert')

/** The answers to one sign-in after another on the same page. */
async function signInAgainAndAgain(answer: () => never) {
  const { server } = await renderAt('/signin', { user: null, answers: { users: { login: answer } } })
  await page.getByRole('textbox', { name: 'Username' }).fill('alice@acme.example')
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  return server
}

const signIn = () => page.getByRole('button', { name: 'Sign in' }).click()
const typeShown = () => alert.query()?.querySelector('dd')?.textContent
const heading = 'There was a problem signing you in'
/** What the panel says below its heading. */
const sentences = () =>
  [...(alert.query()?.querySelectorAll('p') ?? [])]
    .map((each) => each.textContent)
    .filter((text) => text !== heading && text !== '')

test('[W-358] a page knows each type of problem: it has a sentence where the server sends none, and names the type', async () => {
  let type = ''
  await signInAgainAndAgain(() => {
    throw new ProblemError({ type, title: '', status: 400 })
  })
  const silent: string[] = []
  for (type of [...problemTypes, 'notOfTheCatalogue']) {
    await signIn()
    await expect.poll(typeShown).toBe(type)
    if (sentences().length === 0) silent.push(type)
  }
  expect(silent).toEqual(['notOfTheCatalogue'])
})

/** Lets the server answer a sign-in with something else than problem details. */
function answerLogins(server: TestServer, answer: () => Response) {
  const fetch = server.fetch.bind(server)
  server.fetch = (address, init) =>
    address.endsWith('/auth/login') ? Promise.resolve(answer()) : fetch(address, init)
}

test('[W-357] a failure without the shape of problem details shows its status', async () => {
  const server = await signInAgainAndAgain(() => {
    throw new Error('The other answers come first.')
  })
  for (const [body, status] of [
    ['<h1>Bad gateway</h1>', 502],
    ['', 404],
    [JSON.stringify({ message: 'No' }), 418],
  ] as const) {
    answerLogins(server, () => new Response(body, { status }))
    await signIn()
    await expect.poll(sentences).toContain(`Request failed with status ${status}`)
  }
})

test('the error panel says that a successful answer does not match the contract, and names the property that differs', async () => {
  const server = await signInAgainAndAgain(() => {
    throw new Error('The other answers come first.')
  })
  answerLogins(server, () => new Response(JSON.stringify({ accessToken: 7 })))
  await signIn()
  await expect
    .poll(sentences)
    .toEqual([
      'The server reported success, but it answered in a form that this page does not know. It may have been updated since the page was opened. Reload the page.',
      'The answer to POST /auth/login differs at accessToken: Invalid input: expected string, received number.',
    ])
})
