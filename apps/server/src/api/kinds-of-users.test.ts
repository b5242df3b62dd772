import { accessLevels } from '@sluice/contract/access-levels'
import { beforeAll, expect, test } from 'vitest'
import { HubClient } from '../hub/testing/hub-client.ts'
import { callRoute, workspaceRoutes } from './testing/every-route.ts'
import { createObjectTree, type ObjectTree } from './testing/object-tree.ts'
import { type SignedIn, testApp } from './testing/test-app.ts'

const app = testApp()
const members = [...accessLevels, 'Owner'] as const
type Principal = (typeof members)[number] | 'Outsider' | 'GlobalAdministrator'
const people = new Map<Principal, SignedIn>()
let mine: ObjectTree

const person = (who: Principal): SignedIn => {
  const found = people.get(who)
  if (!found) throw new Error(`Nobody is ${who}.`)
  return found
}

beforeAll(async () => {
  for (const who of ['GlobalAdministrator', ...members, 'Outsider'] as const) {
    people.set(who, await app.current.signIn())
  }
  mine = await createObjectTree(app.current, person('Owner'))
  for (const level of accessLevels) await mine.addMember(person(level).userId, level)
})

test('[W-021] a visitor, a signed-in user who is no member, a member, the owner and a global administrator differ', async () => {
  const calls = workspaceRoutes.filter(({ name }) => /^workspaces\.(getBilling|delete)$/.test(name))
  const rightsOf = async (who: Principal | null) => {
    const accessToken = who === null ? '' : person(who).accessToken
    const workspaces = await app.current.fetch('/workspaces', {}, accessToken)
    const text = await workspaces.text()
    const answers = await Promise.all(
      calls.map(async ({ route }) => callRoute(app.current, route, { ids: mine.ids, accessToken })),
    )
    const isAllowed = answers.map(({ status }) => ![401, 403, 404].includes(status))
    return [workspaces.status, text.includes(mine.ids.workspaceId), ...isAllowed]
  }
  expect(calls.map(({ name }) => name)).toEqual(['workspaces.delete', 'workspaces.getBilling'])
  const rights = {
    visitor: await rightsOf(null),
    signedIn: await rightsOf('Outsider'),
    member: await rightsOf('Administrator'),
    owner: await rightsOf('Owner'),
    globalAdministrator: await rightsOf('GlobalAdministrator'),
  }
  expect(rights).toEqual({
    visitor: [401, false, false, false],
    signedIn: [200, false, false, false],
    member: [200, true, false, true],
    owner: [200, true, true, true],
    globalAdministrator: [200, true, true, true],
  })
  const [own] = await person('Owner').client.workspaces.list()
  const listed = await person('GlobalAdministrator').client.workspaces.list()
  expect(own).toMatchObject({ ownerUserId: person('Owner').userId, accessLevel: 'Administrator' })
  expect(listed.find(({ id }) => id === own?.id)?.accessLevel).toBeNull()
})

test('[J-292] members of every level are given the same of jobs, inquiries, conflicts, test runs and schedules', async () => {
  const concepts = /^(jobs|inquiries|conflicts|apexTestRuns|schedules)\./
  const reads = workspaceRoutes.filter(
    ({ name, route }) => concepts.test(name) && route.method === 'GET' && !/artifact/i.test(name),
  )
  expect(reads.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'jobs.get',
      'inquiries.get',
      'conflicts.readFile',
      'apexTestRuns.get',
      'schedules.list',
    ]),
  )
  await mine.giveTo(person('Owner').userId)
  const given = await Promise.all(
    members.map(async (who) => {
      const { accessToken } = person(who)
      const answers = await Promise.all(
        reads.map(async ({ route }) => {
          const ids = new Map(Object.entries(mine.ids))
          const path = route.path.replace(/:(\w+)/g, (_, name: string) => ids.get(name) ?? '')
          const response = await app.current.fetch(path, {}, accessToken)
          return { status: response.status, text: await response.text() }
        }),
      )
      const hub = await HubClient.enter(app.current.origin, mine.ids.workspaceId, accessToken)
      hub.socket.terminate()
      const pushed = hub.messages.filter(({ type }) => !/^push(Workspace|Stacks)$/.test(type))
      return { answers, pushed }
    }),
  )
  const [ofReader] = given
  expect(ofReader?.answers.map(({ status }) => status)).toEqual(reads.map(() => 200))
  expect(ofReader?.pushed.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'pushJobs',
      'pushInquiries',
      'pushConflicts',
      'pushApexTestRuns',
      'pushSchedules',
    ]),
  )
  expect(given).toEqual(members.map(() => ofReader))
})
