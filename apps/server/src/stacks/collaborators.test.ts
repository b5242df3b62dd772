import { repositoryCollaborator as collaboratorSchema } from '@sluice/contract/repository-collaborator'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { callRoute, everyRoute } from '../api/testing/every-route.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { auditEvent } from '../platform/database/schema/audit.ts'
import {
  managedRepository,
  repositoryCollaborator,
  repositoryCredential,
} from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'

const app = testApp()
let owner: SignedIn
let params: ObjectTree['ids']

beforeEach(async () => {
  owner = await app.current.signIn()
  params = (await createObjectTree(app.current, owner)).ids
  const { workspaceId, stackId } = params
  const folder = `${newId()}.git`
  const row = { id: newId(), workspaceId, stackId, name: newId(), folder }
  await app.current.ctx.database.asSystem((tx) => tx.insert(managedRepository).values(row))
})

const list = () => owner.client.stacks.listCollaborators({ params })
const invite = (username: string, readOnly = true) =>
  owner.client.stacks.inviteCollaborator({ params, body: { username, readOnly } })
const remove = (username: string) =>
  owner.client.stacks.removeCollaborator({ params: { ...params, username } })
const credentials = () =>
  app.current.ctx.database.asSystem((tx) =>
    tx
      .select({ username: repositoryCredential.username, repositoryId: repositoryCredential.repositoryId })
      .from(repositoryCredential)
      .where(eq(repositoryCredential.workspaceId, params.workspaceId)),
  )

test('[S-150] [S-233] the list has name, picture, read-only flag and status of each', async () => {
  expect(await list()).toEqual([])
  await invite('zoe')
  await invite('Grace', false)
  expect(Object.keys(collaboratorSchema.shape)).toEqual(['username', 'avatarUrl', 'isReadOnly', 'status'])
  expect(await list()).toEqual([
    { username: 'Grace', avatarUrl: null, isReadOnly: false, status: 'InvitationPending' },
    { username: 'zoe', avatarUrl: null, isReadOnly: true, status: 'InvitationPending' },
  ])
})

test('[S-234] an invitation is good for a week, and its token is for one repository', async () => {
  const { token, validUntilUtc } = await invite('grace')
  expect(token).toMatch(/^slgit_[\w-]{43}$/)
  const days = (Date.parse(validUntilUtc ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  expect(await credentials()).toEqual([{ username: 'grace', repositoryId: expect.any(String) }])
})

test('an invitation that was not accepted in time shows as expired', async () => {
  await invite('grace')
  const invitationExpiresUtc = new Date(Date.now() - 1000)
  await app.current.ctx.database.asSystem((tx) =>
    tx
      .update(repositoryCollaborator)
      .set({ invitationExpiresUtc })
      .where(eq(repositoryCollaborator.stackId, params.stackId)),
  )
  expect(await list()).toMatchObject([{ username: 'grace', status: 'InvitationExpired' }])
})

test('[S-235] a removed collaborator is gone with the token, and may be invited again', async () => {
  await invite('Grace')
  await invite('ada')
  await remove('grace')
  expect((await list()).map(({ username }) => username)).toEqual(['ada'])
  expect((await credentials()).map(({ username }) => username)).toEqual(['ada'])
  expect(await problemOf(remove('grace'))).toMatchObject({ status: 404, type: 'entityNotFound' })
  await invite('grace')
})

test('[S-193] the username is required, has at most 39 characters, and is one that GitHub could have', async () => {
  const descriptions = async (username: string) =>
    (await problemOf(invite(username))).validationErrors?.map(({ description }) => description)
  expect(await descriptions(' ')).toEqual(['GitHub username is required'])
  expect(await descriptions('a'.repeat(40))).toEqual(['GitHub username cannot be longer than 39 characters'])
  expect((await problemOf(invite('a--b'))).type).toBe('collaboratorUsernameInvalid')
  await invite('a'.repeat(39))
})

test('[S-194] read-only must be said', async () => {
  const route = everyRoute.find(({ name }) => name === 'stacks.inviteCollaborator')?.route
  if (!route) throw new Error('The contract has no such call.')
  const { accessToken } = owner
  const post = (body: unknown) => callRoute(app.current, route, { ids: params, accessToken, body })
  expect(await post({ username: 'grace' })).toMatchObject({ status: 400, type: 'validationFailed' })
  expect(await post({ username: 'grace', readOnly: 'yes' })).toMatchObject({ type: 'validationFailed' })
  expect(await post({ username: 'grace', readOnly: true })).toMatchObject({ status: 200 })
})

test('nobody is invited twice, in whatever case', async () => {
  await invite('grace')
  expect(await problemOf(invite('GRACE'))).toMatchObject({
    type: 'entityConflict',
    detail: expect.stringContaining('Remove the access first'),
  })
})

test('the host of a repository that the stack brought knows who may use it', async () => {
  await app.current.ctx.database.asSystem((tx) =>
    tx.delete(managedRepository).where(eq(managedRepository.stackId, params.stackId)),
  )
  for (const call of [list, () => invite('grace'), () => remove('grace')])
    expect((await problemOf(call())).type).toBe('repositoryNotSupported')
})

test('another workspace neither sees nor changes collaborators', async () => {
  await invite('grace')
  const stranger = await app.current.signIn()
  const own = (await createObjectTree(app.current, stranger)).ids
  for (const ids of [params, { ...own, stackId: params.stackId }]) {
    const listed = stranger.client.stacks.listCollaborators({ params: ids })
    expect((await problemOf(listed)).status).toBe(404)
    const removed = stranger.client.stacks.removeCollaborator({ params: { ...ids, username: 'grace' } })
    expect((await problemOf(removed)).status).toBe(404)
  }
  expect(await list()).toHaveLength(1)
})

test('invitations and removals are written down, without the token', async () => {
  const { token } = await invite('grace')
  await remove('grace')
  const events = await app.current.ctx.database.asSystem((tx) =>
    tx.select().from(auditEvent).where(eq(auditEvent.subjectId, params.stackId)),
  )
  expect(events.map(({ action, details }) => [action, details])).toEqual([
    ['stack.collaboratorInvited', { username: 'grace', readOnly: true }],
    ['stack.collaboratorRemoved', { username: 'grace' }],
  ])
  expect(JSON.stringify(events)).not.toContain(token)
})
