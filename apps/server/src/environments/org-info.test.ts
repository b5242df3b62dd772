import { orgDisplayName, orgDisplayType } from '@sluice/contract/environment'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createConnectedStack, signInToPractice } from '../api/testing/connected-stack.ts'
import { countRequests } from '../api/testing/count-requests.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { salesforceOrgInfo } from '../platform/database/schema/environment-state.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { dataKeyOf, openOfStack } from '../stacks/stack-secrets.ts'
import { findStack } from '../stacks/stack-store.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { viewStacks } from './environment-views.ts'
import { findOrgInfo } from './org-info-store.ts'

const clock = createTestClock()
const app = testApp({ withPractice: true, clock })
let user: SignedIn
let params: { workspaceId: string; stackId: string; environmentId: string }

beforeEach(async () => {
  user = await app.current.signIn()
  const connected = await createConnectedStack(user, app.practice)
  params = { ...connected, environmentId: newId() }
  const { environmentId: id, ...owner } = params
  const named = { slug: 'production', name: 'Production', gitBranchName: 'main', isProduction: true }
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.insert(environment).values({ id, ...owner, ...named, isInitialized: true }),
  )
})

const getInfo = () => user.client.environments.getSalesforceInfo({ params })
const questions = () => countRequests((path) => /query.*Organization/.test(path))
const setBaseline = async (sfdcApiVersionBaseline: number) =>
  app.current.ctx.database.asSystem(async (tx) =>
    tx.update(stack).set({ sfdcApiVersionBaseline }).where(eq(stack.id, params.stackId)),
  )
const baselineOf = async () => (await getInfo()).apiVersionInfo.baselineApiVersion.versionString

/** A sandbox of the stack; its org has said which version it supports, or nothing yet. */
const addSandbox = async (platformVersion: string | null, isInitialized = true) => {
  const { environmentId: _production, ...owner } = params
  const id = newId()
  const named = { slug: `s-${id}`, name: id, gitBranchName: id, isProduction: false }
  const org = { orgId: '00D000000000002', instanceName: 'EU42', name: 'Box', namespacePrefix: null }
  const said = { ...org, organizationType: 'Enterprise Edition', isSandbox: true, supportedApiVersions: [] }
  await app.current.ctx.database.asSystem(async (tx) => {
    await tx.insert(environment).values({ id, ...owner, ...named, isInitialized })
    const times = { insertedUtc: clock.now(), lastFetchedUtc: clock.now() }
    if (platformVersion === null) return
    await tx
      .insert(salesforceOrgInfo)
      .values({ environmentId: id, ...owner, ...said, platformVersion, ...times })
  })
}
const version = { label: expect.stringMatching(/^(Spring|Summer|Winter) '\d\d$/), versionString: '68.0' }

const modes = async () => {
  const { apiVersionMode, apiVersionModeIsInferred, effectiveIsAheadBaseline } = (await getInfo())
    .apiVersionInfo
  return [apiVersionMode, apiVersionModeIsInferred, effectiveIsAheadBaseline]
}

/** As if another org had answered before: its id stands in the stored info, which is old. */
const answeredBefore = async (orgId: string) => {
  await app.current.ctx.database.asSystem(async (tx) => tx.update(salesforceOrgInfo).set({ orgId }))
  clock.advance(601_000)
}
const storedOrgId = async () =>
  app.current.ctx.database.asSystem(async (tx) => (await findOrgInfo(tx, params.environmentId))?.orgId)

/** How many questions the next look costs when this has happened since the one before. */
async function questionsAfter(change: () => Promise<unknown>): Promise<number> {
  await getInfo()
  await change()
  // Later than answers are kept, and sooner than the info grows old.
  clock.advance(60_000)
  const asked = questions()
  await getInfo()
  return asked.count
}

describe('the Salesforce info of an environment', () => {
  test('[S-240][S-142][S-143][S-144] says what the org is and which API versions are in play', async () => {
    await setBaseline(67)
    await addSandbox('67.0')
    expect(await getInfo()).toEqual({
      environmentId: params.environmentId,
      stackId: params.stackId,
      orgInfo: {
        orgId: expect.stringMatching(/^00D/),
        instanceName: expect.any(String),
        name: 'Northbeam Lighting',
        namespacePrefix: null,
        organizationType: 'Enterprise Edition',
        platformVersion: '68.0',
        supportedApiVersions: expect.arrayContaining(['67.0', '68.0']),
      },
      apiVersionInfo: {
        apiVersionMode: 'Baseline',
        apiVersionModeIsInferred: true,
        platformApiVersion: version,
        baselineApiVersion: { ...version, versionString: '67.0' },
        latestRulesApiVersion: version,
        effectiveApiVersion: { ...version, versionString: '67.0' },
        effectiveIsAheadBaseline: false,
        effectiveIsBehindPlatform: true,
      },
      lastFetchedUtc: expect.any(String),
      insertedUtc: expect.any(String),
    })
  })

  test('[S-141][S-180] follows the mode of the stack until the environment has one of its own', async () => {
    await setBaseline(67)
    await addSandbox('67.0')
    const change = (sfdcApiVersionMode: 'Baseline' | 'Latest' | null) =>
      user.client.environments.update({ params, body: { sfdcApiVersionMode } })
    expect(await modes()).toEqual(['Baseline', true, false])
    await user.client.stacks.update({ params, body: { sfdcApiVersionMode: 'Latest' } })
    expect(await modes()).toEqual(['Latest', true, true])
    await change('Baseline')
    expect(await modes()).toEqual(['Baseline', false, false])
    await change('Latest')
    expect(await modes()).toEqual(['Latest', false, true])
    await change(null)
    expect(await modes()).toEqual(['Latest', true, true])
  })

  test('raises the baseline once every initialized org supports a newer version', async () => {
    await setBaseline(66)
    await addSandbox('67.0')
    await addSandbox('60.0', false)
    expect(await baselineOf()).toBe('67.0')
  })

  test('leaves the baseline where it is while an org has not said what it supports', async () => {
    await setBaseline(66)
    await addSandbox(null)
    expect(await baselineOf()).toBe('66.0')
  })

  test('never lowers the baseline', async () => {
    await setBaseline(68)
    await addSandbox('67.0')
    expect(await baselineOf()).toBe('68.0')
  })

  test('costs the org one question in ten minutes, however many ask', async () => {
    const asked = questions()
    await Promise.all(Array.from({ length: 10 }, getInfo))
    // The test clock also advances in real time, by seconds on a busy machine.
    clock.advance(590_000)
    await getInfo()
    expect(asked.count).toBe(1)
    clock.advance(10_000)
    await getInfo()
    expect(asked.count).toBe(2)
  })

  test('is asked for again after new credentials, and the time of the first answer stays', async () => {
    const { insertedUtc } = await getInfo()
    const asked = questions()
    await user.client.environments.update({ params, body: { sfdcSignInUrl: app.practice.origin } })
    expect((await getInfo()).insertedUtc).toBe(insertedUtc)
    expect(asked.count).toBe(1)
  })

  test('is asked for again after another connection of the stack', async () => {
    const { workspaceId, stackId } = params
    const of = { params: { workspaceId, stackId } }
    const sfdcBaseSignInUrl = app.practice.origin
    const updated = await questionsAfter(() =>
      user.client.stacks.update({ ...of, body: { sfdcBaseSignInUrl } }),
    )
    const encryptedToken = await signInToPractice(user, app.practice)
    const saved = await questionsAfter(() =>
      user.client.stacks.setTokenData({ ...of, body: { encryptedToken } }),
    )
    expect([updated, saved]).toEqual([1, 1])
  })

  test('is not asked for again after another change', async () => {
    await getInfo()
    const asked = questions()
    await user.client.environments.update({ params, body: { name: 'Live' } })
    await getInfo()
    expect(asked.count).toBe(0)
  })

  test('is refused where another production org answers, and jobs still find the first one stored', async () => {
    await getInfo()
    await answeredBefore('00D000000000001')
    const problem = await problemOf(getInfo())
    const detail = expect.stringMatching(/open the org 00D.*belongs to the org 00D000000000001/)
    expect(problem).toMatchObject({ type: 'sfdcCredentialsInvalid', detail })
    expect(await storedOrgId()).toBe('00D000000000001')
  })

  test('is why a sign-in to another production org is not saved', async () => {
    await getInfo()
    await answeredBefore('00D000000000001')
    const { workspaceId, stackId } = params
    const encryptedToken = await signInToPractice(user, app.practice)
    const saved = user.client.stacks.setTokenData({
      params: { workspaceId, stackId },
      body: { encryptedToken },
    })
    const detail = expect.stringContaining('belongs to the org 00D000000000001')
    expect(await problemOf(saved)).toMatchObject({ type: 'sfdcCredentialsInvalid', detail })
  })

  test.each([
    ['a sandbox, because a refresh gives it another one', { isProduction: false }],
    ['a stack that is not initialized', { isInitialized: false }],
  ])('takes another org of %s', async (_, state) => {
    const { orgId } = (await getInfo()).orgInfo
    const { ctx } = app.current
    await ctx.database.asSystem(async (tx) => {
      const row = await findStack(tx, params.workspaceId, params.stackId)
      if (row === null) throw new Error('The stack is gone.')
      const column = 'sfdc_token_sealed'
      const token = openOfStack(ctx.secrets, row, { column, sealed: row.sfdcTokenSealed }) ?? ''
      const place = { table: 'environment', column, rowId: params.environmentId }
      const sfdcTokenSealed = ctx.secrets.seal(dataKeyOf(row), place, token)
      await tx
        .update(environment)
        .set({ ...state, sfdcTokenSealed })
        .where(eq(environment.id, params.environmentId))
    })
    await answeredBefore('00D000000000001')
    await getInfo()
    expect(await storedOrgId()).toBe(orgId)
  })

  test('is refused to all with one question when the org says no', async () => {
    await app.practice.revokeEverything()
    const refusals = countRequests((path) => path.endsWith('/oauth2/token'))
    const problems = await Promise.all(Array.from({ length: 10 }, () => problemOf(getInfo())))
    expect(new Set(problems.map(({ type }) => type))).toEqual(new Set(['sfdcCredentialsInvalid']))
    expect(refusals.count).toBe(1)
  })
})

test('[S-139] an environment is shown with all its fields', async () => {
  const [shown] = await app.current.ctx.database.asSystem(async (tx) => viewStacks(tx, params.workspaceId))
  const [found] = shown?.environments ?? []
  expect(Object.keys(found ?? {})).toEqual(
    expect.arrayContaining([
      'id',
      'stackId',
      'slug',
      'name',
      'createdUtc',
      'createdByUserId',
      'isProduction',
      'isInitialized',
      'isLocked',
      'gitBranchName',
      'gitBranchDisplayUrl',
      'gitBranchEditorUrl',
      'sfdcSandboxName',
      'sfdcInferredSignInUrl',
      'sfdcInferredUsernameClearText',
      'sfdcSignInUrl',
      'sfdcUsernameIsSet',
      'sfdcUsernameClearText',
      'sfdcPasswordIsSet',
      'sfdcInferredApiVersionMode',
      'sfdcApiVersionMode',
      'tags',
      'latestKnownParityCommitHash',
      'latestKnownParityCommitHashOutbound',
      'latestKnownParityRevisionNumber',
      'latestKnownParityIncludeSpecsHash',
      'latestExternalDeploymentIdOnLastFullRetrieve',
      'latestExternalDeploymentCheckedUtc',
      'componentStateRevisionId',
    ]),
  )
  expect(found && [orgDisplayName(found), orgDisplayType(found)]).toEqual(['Production', 'production'])
  const sandbox = { sfdcSandboxName: 'dev' }
  expect([orgDisplayName(sandbox), orgDisplayType(sandbox)]).toEqual(['dev', 'sandbox'])
})
