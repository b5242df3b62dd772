import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createConnectedStack, signInToPractice } from '../api/testing/connected-stack.ts'
import { countRequests } from '../api/testing/count-requests.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import type { Context } from '../context.ts'
import { git } from '../git-host/testing/plain-git.ts'
import { gitHubStandIn } from '../github/testing/github-stand-in.ts'
import type { StandInRepository } from '../github/testing/stand-in-answers.ts'
import { viewStacks } from '../environments/environment-views.ts'
import { auditEvent } from '../platform/database/schema/audit.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { managedRepository } from '../platform/database/schema/stacks.ts'
import { sweepGitHubRepositories } from '../worker/github-sweep.ts'
import { keepGitHubRepository } from './managed-repository-store.ts'

const standIn = await gitHubStandIn()
const app = testApp({ withPractice: true, settings: standIn.settings })
const origin = standIn.settings['SLUICE_GITHUB_URL']

let owner: SignedIn
let params: { workspaceId: string; stackId: string }
let made: StandInRepository

beforeEach(async () => {
  owner = await app.current.signIn()
  await addStack()
})

/** A stack whose repository was made. */
async function addStack(): Promise<void> {
  params = await createConnectedStack(owner, app.practice)
  standIn.requests.length = 0
  made = await standIn.addRepository(`of-${params.stackId}`, `kept (${params.stackId})`)
  const columns = { gitHubId: String(made.id), name: made.name, url: `${origin}/acme/${made.name}.git` }
  await app.current.ctx.database.asSystem((tx) => keepGitHubRepository(tx, params.stackId, columns))
}

const branches = () => owner.client.stacks.listBranches({ params })
const list = () => owner.client.stacks.listCollaborators({ params })
const invite = (username: string, readOnly = true) =>
  owner.client.stacks.inviteCollaborator({ params, body: { username, readOnly } })
const remove = (username: string) =>
  owner.client.stacks.removeCollaborator({ params: { ...params, username } })
const shown = async () => {
  const views = await app.current.ctx.database.asSystem((tx) => viewStacks(tx, params.workspaceId))
  return views[0]
}

test('a new stack waits for its repository, which its initialization makes', async () => {
  const other = await createConnectedStack(owner, app.practice)
  const of = eq(managedRepository.stackId, other.stackId)
  const [kept] = await app.current.ctx.database.asSystem((tx) =>
    tx.select().from(managedRepository).where(of),
  )
  expect(kept).toMatchObject({ gitHubUrl: `${origin}/acme`, gitHubId: null, folder: null })
  expect(standIn.requests).toEqual([])
  const refused = owner.client.stacks.listCollaborators({ params: other })
  expect(await problemOf(refused)).toMatchObject({
    type: 'repositoryNotSupported',
    detail: expect.stringContaining('initialized'),
  })
})

test('the links of a repository lead to its pages at GitHub', async () => {
  const base = `${origin}/acme/${made.name}`
  expect(await shown()).toMatchObject({
    managedRepositoryHost: 'GitHub',
    gitRepositoryIsManaged: true,
    gitDisplayInfo: {
      providerDisplayName: 'GitHub',
      repositoryDisplayUrl: base,
      commitDetailsDisplayUrlTemplate: `${base}/commit/{hash}`,
      commitCompareDisplayUrlTemplate: `${base}/compare/{from}...{to}`,
    },
  })
})

test('GitHub invites and lists people and takes their access away', async () => {
  expect(await invite('grace', false)).toEqual({ token: null, validUntilUtc: null })
  expect(made.invitations).toMatchObject([{ login: 'Grace', canPush: true }])
  made.people.push({ login: 'ada', canPush: false })
  expect(await list()).toMatchObject([
    { username: 'ada', isReadOnly: true, status: 'Active' },
    { username: 'Grace', isReadOnly: false, status: 'InvitationPending' },
  ])
  await remove('ada')
  await remove('Grace')
  expect([await list(), made.people, made.invitations]).toEqual([[], [], []])
  expect(await problemOf(remove('ada'))).toMatchObject({ status: 404, type: 'entityNotFound' })
  const { database } = app.current.ctx
  const events = await database.asSystem((tx) =>
    tx.select().from(auditEvent).where(eq(auditEvent.workspaceId, params.workspaceId)),
  )
  const actions = events.map(({ action }) => action).filter((action) => action.includes('ollaborator'))
  expect(actions.toSorted()).toEqual([
    'stack.collaboratorInvited',
    'stack.collaboratorRemoved',
    'stack.collaboratorRemoved',
  ])
})

test('nobody is invited whom GitHub does not know, nor twice unless the invitation has expired', async () => {
  expect((await problemOf(invite('nobody-of-this-name'))).type).toBe('collaboratorUsernameInvalid')
  await invite('ada')
  expect(await problemOf(invite('ADA'))).toMatchObject({ status: 409, type: 'entityConflict' })
  made.invitations = made.invitations.map((one) => ({ ...one, isExpired: true }))
  await invite('ada')
  expect(made.invitations).toMatchObject([{ login: 'ada', isExpired: false }])
})

test.each([
  [{ status: 403, headers: { 'retry-after': '9' } }, 'tooManyRequests', '9 seconds'],
  [{ status: 403 }, 'repositoryNotSupported', 'permissions Administration and Contents'],
  [{ status: 404 }, 'repositoryNotSupported', 'does not have this repository'],
] as const)('a refusal of GitHub is told: %j', async (answer, type, detail) => {
  standIn.refuse(`GET /repos/acme/${made.name}/collaborators`, answer)
  expect(await problemOf(list())).toMatchObject({ type, detail: expect.stringContaining(detail) })
})

test('the branches are those at GitHub', async () => {
  const tree = await git(made.gitDir, 'hash-object', '-t', 'tree', '-w', '/dev/null')
  const commit = await git(made.gitDir, 'commit-tree', '-m', 'First', tree)
  await git(made.gitDir, 'update-ref', 'refs/heads/main', commit)
  expect(await branches()).toMatchObject([{ shortName: 'main', targetIdentifier: commit }])
  expect(
    (await problemOf(owner.client.repository.listCommits({ params, query: { revision: 'main', skip: '0' } })))
      .type,
  ).toBe('repositoryNotSupported')
})

test('ten open browsers ask GitHub for the branches as often as one does', async () => {
  const calls = countRequests((path) => path.includes('/info/refs'))
  await branches()
  const ofOne = calls.count
  await addStack()
  await Promise.all(Array.from({ length: 10 }, branches))
  expect([ofOne > 0, calls.count - ofOne]).toEqual([true, ofOne])
})

const inDays = (days: number): Context => ({
  ...app.current.ctx,
  clock: { ...app.current.ctx.clock, now: () => new Date(Date.now() + days * 86_400_000) },
})

test('the repository of a deleted stack is deleted at GitHub after the days of grace, and no other one of its name', async () => {
  await owner.client.stacks.delete({ params })
  await sweepGitHubRepositories(inDays(6.9))
  expect(standIn.repositories.has(made.name)).toBe(true)
  standIn.refuse(`DELETE /repos/acme/${made.name}`, { status: 403 })
  await sweepGitHubRepositories(inDays(7.1))
  expect(standIn.repositories.has(made.name)).toBe(true)
  await sweepGitHubRepositories(inDays(7.1))
  expect(standIn.repositories.has(made.name)).toBe(false)
  await standIn.addRepository(made.name, 'Of somebody else')
  await sweepGitHubRepositories(inDays(30))
  expect(standIn.repositories.has(made.name)).toBe(true)
})

test('a repository that has taken the name of a deleted one stays', async () => {
  await owner.client.stacks.delete({ params })
  await standIn.addRepository(made.name, 'Of somebody else')
  await sweepGitHubRepositories(inDays(8))
  expect(standIn.repositories.get(made.name)?.description).toBe('Of somebody else')
})

const onboard = async (repositoryUsernameToInvite: string) => {
  const sfdcEncryptedToken = await signInToPractice(owner, app.practice)
  const body = { companyName: 'Lamps', sfdcEncryptedToken, repositoryUsernameToInvite }
  return owner.client.onboarding.start({ body })
}

test('the first set-up refuses a GitHub user that does not exist before it makes anything', async () => {
  const before = await owner.client.workspaces.list()
  expect((await problemOf(onboard('nobody-of-this-name'))).type).toBe('collaboratorUsernameInvalid')
  expect(await owner.client.workspaces.list()).toEqual(before)
})

test('[W-269] the first set-up hands the GitHub user to the job that ends it, and an empty name is none', async () => {
  const started = [await onboard('ada'), await onboard('')]
  const inputs = await app.current.ctx.database.asSystem((tx) => tx.select().from(job))
  const invited = started.map(({ jobs }) => {
    const found = inputs.find(({ id }) => id === jobs[1]?.id)
    return found?.commandInput['repositoryUsernameToInvite']
  })
  expect(invited).toEqual(['ada', null])
  expect((await problemOf(onboard('a'.repeat(40)))).type).toBe('validationFailed')
})

test('the console is told where managed repositories are kept', async () => {
  const response = await fetch(`${app.current.origin}/console-config.json`)
  expect(await response.json()).toMatchObject({ gitHubOrganizationUrl: `${origin}/acme` })
})
