import { expect, test } from 'vitest'
import { api } from './api.ts'
import { createClient, isAborted, ProblemError, UnexpectedAnswerError } from './client.ts'
import { toOpenApi } from './openapi.ts'
import { isProblemType, problems } from './problems.ts'

const answering = (response: Response) => {
  const calls: { path: string; init: RequestInit }[] = []
  const client = createClient(api, async (path, init) => {
    calls.push({ path, init })
    return response
  })
  return { client, calls }
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refusal = async (call: Promise<unknown>) => call.catch((error: unknown) => error)

test('fills the address and sends JSON', async () => {
  const { client, calls } = answering(new Response(null, { status: 204 }))
  await client.environments.setTag({
    params: { workspaceId: 'w', stackId: 's', environmentId: 'e', tagName: 'a/b' },
    body: 'blue',
  })
  expect(calls[0]).toMatchObject({
    path: '/workspaces/w/stacks/s/environments/e/tags/a%2Fb',
    init: { method: 'PUT', body: '"blue"', headers: { 'content-type': 'application/json' } },
  })
})

test('[W-356] a problem becomes a ProblemError', async () => {
  const { client } = answering(json({ type: 'entityNotFound', title: 'Gone', status: 404 }, 404))
  const error = await refusal(client.workspaces.list())
  expect(error).toBeInstanceOf(ProblemError)
  expect(error).toMatchObject({ problem: { type: 'entityNotFound' }, message: 'Gone' })
})

test('[W-357] a failure of another shape becomes a generic one', async () => {
  const { client } = answering(new Response('<html>', { status: 502 }))
  expect(await refusal(client.workspaces.list())).toMatchObject({ message: 'Request failed with status 502' })
})

test('an answer that does not match the contract raises an error with the call and the property', async () => {
  const { client } = answering(json([{ id: 7 }]))
  const error = await refusal(client.workspaces.list())
  expect(error).toBeInstanceOf(UnexpectedAnswerError)
  expect(error).toMatchObject({
    message: expect.stringMatching(/^The server answered in a form that this page does not know\. .* Reload/),
    detail:
      'The answer to GET /workspaces differs at [0].id: Invalid input: expected string, received number.',
  })
})

test('a successful answer that is not JSON raises an error with the call', async () => {
  const { client } = answering(new Response('<html>'))
  const error = await refusal(client.workspaces.list())
  expect(error).toMatchObject({
    name: 'UnexpectedAnswerError',
    detail: 'The answer to GET /workspaces is not JSON.',
  })
})

test('the error for an unexpected answer to a write says that the server reported success', async () => {
  const { client } = answering(json({ id: 7 }))
  const error = await refusal(client.users.login({ body: { username: 'alice', password: 'secret' } }))
  expect(error).toMatchObject({
    message: expect.stringMatching(/^The server reported success, but it answered in a form/),
  })
})

test('a connection that breaks off within an answer keeps its own error', async () => {
  const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
  const { client } = answering(new Response(broken))
  expect(await refusal(client.workspaces.list())).toMatchObject({ name: 'TypeError' })
})

test('a call that was given up is told apart', () => {
  expect(isAborted(new DOMException('gone', 'AbortError'))).toBe(true)
  expect(isAborted(new Error('other'))).toBe(false)
})

test('every route names problems of the catalogue', () => {
  const named = Object.values(api).flatMap((routes) =>
    Object.values(routes).flatMap((route) => [...route.problems]),
  )
  expect(named.filter((type) => !isProblemType(type))).toEqual([])
})

test('[W-358] the catalogue has the specified problem types and no others', () => {
  expect(Object.keys(problems).toSorted()).toEqual([
    'collaboratorUsernameInvalid',
    'conflictFileVersionMissing',
    'conflictFilesInvalid',
    'conflictFilesResetFailed',
    'conflictFilesResolveFailed',
    'cronExpressionInvalid',
    'encryptionKeyMissing',
    'entityConflict',
    'entityIdInvalid',
    'entityNotFound',
    'environmentLocked',
    'environmentNotInitialized',
    'gitCredentialsInvalid',
    'gitCredentialsMissing',
    'identityAccountLockedOut',
    'identityAccountNotConfirmed',
    'identityAccountRequiresTwoFactor',
    'identityCredentialsInvalid',
    'identityDeletionFailed',
    'identityRefreshTokenExpired',
    'identityRefreshTokenInvalid',
    'identityRegistrationValidationFailed',
    'identityResetPasswordTokenInvalid',
    'identityResetPasswordValidationFailed',
    'internalServerError',
    'invalidRequestData',
    'invitationExpired',
    'memberOwnerNotRemovable',
    'nonEmptyStackNotDeletable',
    'nonEmptyWorkspaceNotDeletable',
    'outputArtifactNotDeletable',
    'patchPropertyInvalid',
    'patchPropertyNotAllowed',
    'postPropertyNotAllowed',
    'productionEnvironmentNotDeletable',
    'repositoryNotSupported',
    'sfdcCredentialsInvalid',
    'sfdcCredentialsMissing',
    'sfdcCredentialsOrgTypeIncorrect',
    'sfdcCredentialsPasswordExpired',
    'sfdcInternalError',
    'stackNotInitialized',
    'tooManyRequests',
    'userAlreadyMember',
    'userNotAuthorized',
    'validationFailed',
    'workspaceAlreadyClaimed',
  ])
})

test('the OpenAPI document holds every route once', () => {
  const routes = Object.values(api).flatMap((group) => Object.values(group))
  const document = toOpenApi(api, { title: 'API', version: '1' })
  const operations = Object.values(document.paths).flatMap((path) => Object.keys(path))
  expect(operations).toHaveLength(routes.length)
})
