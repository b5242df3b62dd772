import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { soapLogin } from '@sluice/salesforce/auth/soap-login'
import { SalesforceError } from '@sluice/salesforce/errors'
import { checkDeploy } from '@sluice/salesforce/metadata/deploy'
import { listMetadata } from '@sluice/salesforce/metadata/list'
import { checkRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { isTransientWhilePolling } from '@sluice/salesforce/polling'
import { queryAll } from '@sluice/salesforce/tooling/query'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { classFiles } from './archives.ts'
import { mara, OwnClient } from './own-client.ts'

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
})
afterAll(() => own.stop())
afterEach(() => own.removeFaults())

const files = classFiles('Met', 'public class Met {}')
const organization = (): Promise<unknown[]> => queryAll(own.connection, 'SELECT Id FROM Organization')

/** What a call is refused with; undefined when it succeeds. */
async function refusalOf(call: Promise<unknown>): Promise<SalesforceError | undefined> {
  const outcome = await call.catch((reason: unknown) => reason)
  return outcome instanceof SalesforceError ? outcome : undefined
}

/** True when the call succeeded or may be repeated: a kept connection that breaks is replaced without a word. */
async function passes(call: Promise<unknown>): Promise<boolean> {
  const refusal = await refusalOf(call)
  return refusal === undefined || isTransientWhilePolling(refusal)
}

/** A start whose outcome the caller cannot know; a connection that breaks early may prove that nothing happened. */
const unclear = [
  ['lostReply', 1],
  ['lostRequest', 0],
  ['serverUnavailable', 0],
  ['serverError', 0],
  ['badGateway', 0],
  ['gatewayTimeout', 0],
  ['orgMoved', 0],
  ['htmlPage', 0],
  ['unreadable', 0],
  ['servletState', 0],
] as const
const onlyOfPolls = ['invalidQueryLocator', 'queryCursor', 'invalidCrossReference'] as const

test.each([...unclear.map(([kind]) => kind), ...onlyOfPolls])(
  'a poll that meets %s is asked again, and it goes on',
  async (kind) => {
    const deployment = await own.start(files)
    await own.fault(kind, 'checkDeployStatus')
    expect(await passes(checkDeploy(own.connection, deployment))).toBe(true)
    expect((await own.endOf(deployment)).status).toBe('Succeeded')
    const retrieve = await own.startRetrieve({ ApexClass: ['Base'] })
    await own.fault(kind, 'checkRetrieveStatus')
    expect(await passes(checkRetrieve(own.connection, retrieve))).toBe(true)
    expect((await checkRetrieve(own.connection, retrieve)).errorMessage).toBeNull()
  },
)

test.each(unclear)(
  'the start of a deployment that meets %s is of unknown outcome',
  async (kind, accepted) => {
    for (const transport of ['rest', 'soap'] as const) {
      const before = await own.accepted()
      await own.fault(kind, 'deploy')
      const refusal = await refusalOf(own.start(files, { transport }))
      expect(kind === 'lostRequest' ? ['lostReply', 'network'] : ['lostReply']).toContain(refusal?.code)
      expect(refusal?.outcomeUnknown).toBe(refusal?.code === 'lostReply')
      await expect.poll(() => own.accepted()).toBe(before + accepted)
    }
  },
)

test.each([
  ['tooManyRequests', { code: 'requestLimitExceeded', status: 429, retryAfterSeconds: 1 }],
  ['requestLimit', { code: 'dailyLimitExceeded' }],
  ['concurrentRequestLimit', { code: 'requestLimitExceeded' }],
  ['insufficientAccess', { code: 'fault', salesforceCode: 'INSUFFICIENT_ACCESS' }],
  ['unsupportedApiVersion', { code: 'unsupportedApiVersion' }],
])('%s has a name of its own in every call', async (kind, expected) => {
  const deployment = await own.start(files)
  const calls: [string, () => Promise<unknown>][] = [
    ['checkDeployStatus', () => checkDeploy(own.connection, deployment)],
    ['listMetadata', () => listMetadata(own.connection, [{ type: 'ApexClass' }])],
    ['query', organization],
  ]
  for (const [operation, call] of calls) {
    await own.fault(kind, operation)
    await expect(call()).rejects.toMatchObject(expected)
  }
})

test('invalidSession: the session is refreshed once and the call repeated, a deployment too', async () => {
  const before = await own.accepted()
  for (const transport of ['rest', 'soap'] as const) {
    await own.fault('invalidSession', 'deploy')
    await own.start(files, { transport })
  }
  expect(await own.accepted()).toBe(before + 2)
  await own.fault('invalidSession', 'query', { times: 2 })
  await expect(organization()).rejects.toMatchObject({ code: 'invalidSession' })
})

test('invalidGrant: a session that cannot be refreshed is final, until it can', async () => {
  await own.call('DELETE', `/admin/sessions?org=${own.orgId}`)
  await own.fault('invalidGrant', 'token')
  await expect(organization()).rejects.toMatchObject({ code: 'invalidGrant' })
  expect(await organization()).toHaveLength(1)
})

test.each(['ipRestricted', 'appNotApproved', 'inactiveOrg'])(
  '%s ends a call whose session has to be renewed; when it is over the call succeeds',
  async (kind) => {
    await own.call('DELETE', `/admin/sessions?org=${own.orgId}`)
    await own.fault(kind, 'token')
    await expect(organization()).rejects.toMatchObject({ name: 'SalesforceError' })
    expect(await organization()).toHaveLength(1)
  },
)

test.each([
  ['loginAddress', 'addressNotAllowed'],
  ['loginHours', 'hoursNotAllowed'],
  ['securityTokenNeeded', 'securityTokenMissing'],
  ['userLockedOut', 'lockedOut'],
])('%s refuses user name and password as %s, once', async (kind, name) => {
  const signIn = () => soapLogin({ ...own.site, username: mara, password: 'practice1' })
  await own.fault(kind, 'login')
  const refusal = await refusalOf(signIn())
  expect(refusal && explainSignInRefusal(refusal)?.name).toBe(name)
  expect((await signIn()).sessionId).toMatch(/^00D/)
})

test('delay: a slow answer is waited for', async () => {
  await own.fault('delay', 'query', { delayMs: 300 })
  expect(await organization()).toHaveLength(1)
})

test('unlistableType: the list fails with the code of the service', async () => {
  await own.fault('unlistableType', '*', { component: 'Dashboard' })
  await expect(listMetadata(own.connection, [{ type: 'Dashboard' }])).rejects.toMatchObject({
    salesforceCode: 'UNKNOWN_EXCEPTION',
  })
})

test('a user who is frozen is refused when the session has to be refreshed', async () => {
  await own.admin('PATCH', `/users/${mara}`, { isActive: false })
  await own.call('DELETE', `/admin/sessions?org=${own.orgId}`)
  await expect(organization()).rejects.toMatchObject({ code: 'invalidGrant' })
  await own.admin('PATCH', `/users/${mara}`, { isActive: true })
})

test('an org that becomes a sandbox says so', async () => {
  await own.admin('PATCH', '', { isSandbox: true })
  expect((await fetchOrgInfo(own.connection)).isSandbox).toBe(true)
  await own.admin('PATCH', '', { isSandbox: false })
})
