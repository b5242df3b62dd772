import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../platform/config/read-config.ts'
import { GitHubError } from '../platform/github-error.ts'
import { openOutgoingAddresses } from '../platform/outgoing/outgoing-addresses.ts'
import { openGitHub } from './github.ts'
import { gitHubStandIn } from './testing/github-stand-in.ts'

const standIn = await gitHubStandIn()
const open = () => {
  const { config } = readConfig(standIn.settings)
  if (config.gitHub === null) throw new Error('GitHub is not configured.')
  return openGitHub(config.gitHub, openOutgoingAddresses(config).gitHub)
}
let gitHub = open()
beforeEach(() => {
  gitHub = open()
})
afterEach(() => {
  standIn.repositories.clear()
  standIn.requests.length = 0
  standIn.tokenSeconds = 3_600
})
const refusalOf = async (call: Promise<unknown>): Promise<GitHubError> => {
  const error: unknown = await call.then(
    () => null,
    (refusal: unknown) => refusal,
  )
  if (error instanceof GitHubError) return error
  throw new Error('GitHub did not refuse.', { cause: error })
}
const create = () => gitHub.createRepository({ name: 'lamps', description: 'of a stack' })

test('a repository is made private in the organization, found by its name and deleted', async () => {
  expect(await gitHub.findRepository('lamps')).toBeNull()
  const made = await create()
  expect(await gitHub.findRepository('lamps')).toEqual(made)
  expect([gitHub.urlOf('lamps'), made.description]).toEqual([
    `${standIn.settings['SLUICE_GITHUB_URL']}/acme/lamps.git`,
    'of a stack',
  ])
  expect([await gitHub.deleteRepository('lamps'), await gitHub.deleteRepository('lamps')]).toEqual([
    true,
    false,
  ])
})

test('people are invited, listed with picture and permission, and removed, whether they have accepted or not', async () => {
  await create()
  await gitHub.inviteCollaborator('lamps', { username: 'Grace', readOnly: true })
  standIn.repositories.get('lamps')?.people.push({ login: 'ada', canPush: true })
  expect(await gitHub.listCollaborators('lamps')).toEqual([
    { username: 'ada', avatarUrl: 'https://avatars.example/ada.png', isReadOnly: false, status: 'Active' },
    {
      username: 'Grace',
      avatarUrl: 'https://avatars.example/Grace.png',
      isReadOnly: true,
      status: 'InvitationPending',
    },
  ])
  const removed = [
    await gitHub.removeCollaborator('lamps', 'grace'),
    await gitHub.removeCollaborator('lamps', 'ADA'),
  ]
  expect([removed, await gitHub.removeCollaborator('lamps', 'ada')]).toEqual([[true, true], false])
  expect(await gitHub.listCollaborators('lamps')).toEqual([])
})

test('an invitation that has expired says so', async () => {
  const made = await standIn.addRepository('lamps', '')
  made.invitations.push({ id: 1, login: 'Grace', canPush: true, isExpired: true })
  expect(await gitHub.listCollaborators('lamps')).toMatchObject([
    { status: 'InvitationExpired', isReadOnly: false },
  ])
})

test('a token opens one repository, is used again while it is valid and replaced before it ends', async () => {
  const { id } = await create()
  const first = await gitHub.issueCredential(id)
  expect(await gitHub.issueCredential(id)).toEqual(first)
  const issued = standIn.tokens.find(({ token }) => token === first.password)
  expect(issued?.repositoryId).toBe(Number(id))
  standIn.tokenSeconds = 600
  const soon = open()
  const { password } = await soon.issueCredential(id)
  expect((await soon.issueCredential(id)).password).not.toBe(password)
})

test('a request goes out again with a new token where the old one was taken back', async () => {
  await create()
  standIn.revokeTokens()
  expect((await gitHub.findRepository('lamps'))?.name).toBe('lamps')
})

test('a key that GitHub does not accept is refused after two attempts', async () => {
  for (let times = 0; times < 2; times++)
    standIn.refuse('GET /orgs/acme/installation', { status: 401, body: { message: 'Bad credentials' } })
  const error = await refusalOf(gitHub.findRepository('lamps'))
  expect([error.refusal, error.retryable]).toEqual(['unauthorized', false])
})

const path = 'GET /users/Grace'
test.each([
  [
    { status: 403, headers: { 'retry-after': '7' } },
    { refusal: 'limited', retryAfterSeconds: 7, retryable: true },
  ],
  [
    { status: 429, headers: {} },
    { refusal: 'limited', retryable: true },
  ],
  [
    { status: 403, headers: {} },
    { refusal: 'forbidden', retryable: false },
  ],
  [
    { status: 422, headers: {} },
    { refusal: 'invalid', retryable: false },
  ],
  [
    { status: 502, headers: {} },
    { refusal: 'unavailable', retryable: true },
  ],
])('%j is told as what it is', async (answer, expected) => {
  standIn.refuse(path, answer)
  expect(await refusalOf(gitHub.findUser('Grace'))).toMatchObject(expected)
})

test('the end of an hourly limit is read from its moment', async () => {
  const reset = String(Math.ceil(Date.now() / 1_000) + 90)
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
  standIn.refuse(path, { status: 403, headers })
  const { retryAfterSeconds = 0 } = await refusalOf(gitHub.findUser('Grace'))
  expect(retryAfterSeconds).toBeGreaterThan(80)
  expect(retryAfterSeconds).toBeLessThan(93)
})

test('of a change that was answered by a failure nobody knows whether it happened', async () => {
  standIn.refuse('POST /orgs/acme/repos', { status: 502, isDone: true })
  const error = await refusalOf(create())
  expect([error.outcomeUnknown, error.retryable]).toEqual([true, false])
  expect(standIn.repositories.has('lamps')).toBe(true)
})

test('a GitHub in a private network is not called unless its range is allowed', async () => {
  const { config } = readConfig({ ...standIn.settings, SLUICE_GITHUB_URL: 'https://10.0.0.1' })
  if (config.gitHub === null) throw new Error('GitHub is not configured.')
  const hidden = openGitHub(config.gitHub, openOutgoingAddresses(config).gitHub)
  expect((await refusalOf(hidden.findUser('Grace'))).refusal).toBe('unavailable')
  expect(standIn.requests).toEqual([])
})

test('no error names a token', async () => {
  await create()
  standIn.refuse(path, { status: 422 })
  const error = await refusalOf(gitHub.findUser('Grace'))
  for (const { token } of standIn.tokens)
    expect(JSON.stringify([error.message, error.stack])).not.toContain(token)
})
