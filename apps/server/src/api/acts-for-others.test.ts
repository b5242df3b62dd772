import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { environment } from '../platform/database/schema/environments.ts'
import { job, jobEnvironment } from '../platform/database/schema/jobs.ts'
import { actsForOthers } from './testing/acts-for-others.ts'
import { callRoute, everyRoute } from './testing/every-route.ts'
import { createObjectTree, type ObjectTree } from './testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from './testing/test-app.ts'

const app = testApp()
let owner: SignedIn
let administrator: SignedIn
let contributor: SignedIn
let reader: SignedIn
let tree: ObjectTree

beforeAll(async () => {
  // The first account administers the installation and may do everything.
  await app.current.signIn()
  owner = await app.current.signIn()
  administrator = await app.current.signIn()
  contributor = await app.current.signIn()
  reader = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
  await tree.addMember(administrator.userId, 'Administrator')
  await tree.addMember(contributor.userId, 'Contributor')
  await tree.addMember(reader.userId, 'Reader')
})

test('every call that could act with the rights of another person says whose rights decide', () => {
  const concepts = /^(jobs|inquiries|conflicts|schedules|invitations)\.|^environments\.\w+Tag$/
  const acting = everyRoute.filter(({ name, route }) => concepts.test(name) && route.method !== 'GET')
  expect(Object.keys(actsForOthers).toSorted()).toEqual(acting.map(({ name }) => name).toSorted())
})

const movingCalls = everyRoute.filter(({ name }) => actsForOthers[name] === 'rights of the job')

describe.each(movingCalls)('$name', ({ route }) => {
  test.each([
    { commandName: 'DeleteEnvironment', who: 'a Contributor', missing: 'deleteEnvironment' },
    { commandName: 'FlowIn', who: 'a Reader who started it with a higher level', missing: 'startFlow' },
  ] as const)('refuses $who a job $commandName', async ({ commandName, missing }) => {
    const caller = missing === 'startFlow' ? reader : contributor
    const { workspaceId, jobId, environmentId } = tree.ids
    const createdByUserId = missing === 'startFlow' ? reader.userId : owner.userId
    await app.current.ctx.database.asSystem(async (tx) => {
      await tx
        .update(environment)
        .set({ createdByUserId: owner.userId })
        .where(eq(environment.id, environmentId))
      await tx.update(job).set({ commandName, isCheckOnly: false, createdByUserId }).where(eq(job.id, jobId))
      const target = { workspaceId, jobId, environmentId, role: 'Target' } as const
      await tx.insert(jobEnvironment).values(target).onConflictDoNothing()
    })
    const call = async ({ accessToken }: SignedIn) =>
      callRoute(app.current, route, { ids: tree.ids, accessToken })
    expect((await call(caller)).answer).toMatchObject({
      type: 'userNotAuthorized',
      missingAuthorizations: [{ operation: missing, resource: 'Environment' }],
    })
    expect((await call(administrator)).status).not.toBe(403)
  })
})

const deletion = async (environmentFilter: {
  include: { all?: boolean; tags?: Record<string, null> }
  thenExclude?: { tags: Record<string, null> }
}) =>
  owner.client.schedules.create({
    params: tree.ids,
    body: {
      name: 'Clean up',
      jobCommandName: 'DeleteEnvironment',
      jobTemplate: { environmentFilter },
      recurrence: '0 2 * * *',
      isEnabled: true,
    },
  })
const refused = {
  type: 'userNotAuthorized',
  missingAuthorizations: [{ operation: 'deleteEnvironment', resource: 'Environment' }],
}

describe('tags', () => {
  test('bring no environment under a schedule of another person whose jobs one may not start', async () => {
    await tree.giveTo(owner.userId)
    const { environments } = contributor.client
    const params = { ...tree.ids, tagName: 'temporary' }
    const byTag = await deletion({ include: { tags: { Temporary: null } } })
    expect(await problemOf(environments.setTag({ params, body: null }))).toMatchObject(refused)
    // With a value it is not the tag that the schedule means.
    await environments.setTag({ params, body: 'no' })
    expect(await problemOf(environments.setTag({ params, body: null }))).toMatchObject(refused)
    await administrator.client.environments.setTag({ params, body: null })
    await owner.client.schedules.delete({ params: { ...tree.ids, scheduleId: byTag.id } })
    await deletion({ include: { all: true }, thenExclude: { tags: { temporary: null } } })
    expect(await problemOf(environments.deleteTag({ params }))).toMatchObject(refused)
    await administrator.client.environments.deleteTag({ params })
  })
})
