import { beforeEach, describe, expect, test } from 'vitest'
import { createConnectedStack } from '../api/testing/connected-stack.ts'
import { countRequests } from '../api/testing/count-requests.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { member } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'
import { createTestClock } from '../testing/test-clock.ts'

const clock = createTestClock()
// The clock moves on while the test waits for the org, and the sign-in must outlast that.
const settings = { SLUICE_ACCESS_TOKEN_SECONDS: '86400' }
const app = testApp({ withPractice: true, clock, settings })
let user: SignedIn
let params: { workspaceId: string; stackId: string }

beforeEach(async () => {
  user = await app.current.signIn()
  params = await createConnectedStack(user, app.practice)
})

const list = (as = user) => as.client.stacks.listSandboxes({ params })
const remoteCalls = () => countRequests((path) => path.includes('/tooling/query'))

/** Makes a sandbox in the production org and waits until the org says this of it. */
async function makeSandbox(name: string, fields: object, status: string) {
  await app.practice.createSandbox({ SandboxName: name, ...fields })
  const find = async () => {
    clock.advance(60_000)
    return (await list()).find((each) => each.name === name)
  }
  await expect.poll(async () => (await find())?.status).toBe(status)
  return find()
}

async function addReader(): Promise<SignedIn> {
  const reader = await app.current.signIn()
  const { workspaceId } = params
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.insert(member).values({
      id: newId(),
      workspaceId,
      userId: reader.userId,
      accessLevel: 'Reader',
      status: 'Active',
    }),
  )
  return reader
}

describe('the sandboxes of the production org', () => {
  test('[S-230][S-146] are listed with their state', async () => {
    const made = await makeSandbox(
      'dev1',
      { LicenseType: 'DEVELOPER', Description: 'Where features are built' },
      'Completed',
    )
    expect(made).toEqual({
      id: expect.stringMatching(/^0GQ/),
      orgId: expect.stringMatching(/^00D/),
      stackId: params.stackId,
      name: 'dev1',
      licenseType: 'Developer',
      description: 'Where features are built',
      status: 'Completed',
      statusGroup: 'succeeded',
      startedUtc: expect.stringMatching(/^20/),
      isCompleted: true,
      completedUtc: expect.stringMatching(/^20/),
      activatedUtc: expect.stringMatching(/^20/),
      isRefreshable: true,
      isDeletable: true,
    })
  })

  test('[S-177][S-178] show that a copy waits for its activation', async () => {
    const made = await makeSandbox(
      'dev2',
      { LicenseType: 'DEVELOPER', AutoActivate: false },
      'PendingActivation',
    )
    expect(made).toMatchObject({
      statusGroup: 'pending',
      isCompleted: false,
      completedUtc: null,
      isRefreshable: false,
    })
  })

  test('cost the org one poll a minute, however many browsers of members are open', async () => {
    const calls = remoteCalls()
    const reader = await addReader()
    await Promise.all(Array.from({ length: 10 }, (_, index) => list(index % 2 === 0 ? user : reader)))
    const once = calls.count
    await list(reader)
    // The test clock also advances in real time, by seconds on a busy machine.
    clock.advance(50_000)
    await list()
    expect([once, calls.count]).toEqual([2, 2])
    clock.advance(10_000)
    await list()
    expect(calls.count).toBe(4)
  })

  test('are asked for again at once when the connection or its app was changed', async () => {
    await list()
    const calls = remoteCalls()
    const counts: number[] = []
    for (const body of [
      { sfdcBaseUsername: 'other@example.com' },
      { sfdcClientId: 'an app' },
      { sfdcClientSecret: 'of the app' },
    ]) {
      await user.client.stacks.update({ params, body })
      await list()
      counts.push(calls.count)
    }
    expect(counts).toEqual([2, 4, 6])
  })

  test('are refused to strangers, also while they are kept', async () => {
    await list()
    expect((await problemOf(list(await app.current.signIn()))).status).toBeGreaterThanOrEqual(403)
  })

  test('are not known when the org takes the authorization back, and ten browsers ask it once', async () => {
    await app.practice.revokeEverything()
    const calls = countRequests((path) => path.endsWith('/oauth2/token'))
    const problems = await Promise.all(Array.from({ length: 10 }, () => problemOf(list())))
    expect(new Set(problems.map(({ type }) => type))).toEqual(new Set(['sfdcCredentialsInvalid']))
    expect(calls.count).toBe(1)
  })
})

describe('what a new sandbox can be made with', () => {
  const group = { name: 'Release team', developerName: 'Release_Team' }
  const questions = {
    'access groups': () => user.client.stacks.listSandboxPublicGroups({ params }),
    templates: () => user.client.stacks.listSandboxTemplates({ params }),
  }

  test('[S-231][S-151] lists the public groups and no queue', async () => {
    await app.practice.createGroup({ Name: group.name, DeveloperName: group.developerName, Type: 'Regular' })
    await app.practice.createGroup({ Name: 'Calls', DeveloperName: 'Calls', Type: 'Queue' })
    expect(await questions['access groups']()).toEqual([group])
  })

  test('[S-232][S-152] lists the sandbox templates', async () => {
    expect(await questions.templates()).toEqual([{ developerName: 'Recent_Service_Data' }])
  })

  test.each(['access groups', 'templates'] as const)(
    'asks once for %s, and again after a minute',
    async (what) => {
      const calls = countRequests((path) => path.includes('/query'))
      await Promise.all([questions[what](), questions[what]()])
      await questions[what]()
      expect(calls.count).toBe(1)
      clock.advance(60_000)
      await questions[what]()
      expect(calls.count).toBe(2)
    },
  )
})
