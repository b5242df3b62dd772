import { openStoredSession } from '@sluice/salesforce/auth/stored-session'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { beforeEach, expect, test, vi } from 'vitest'
import { createConnectedStack } from '../api/testing/connected-stack.ts'
import { countRequests } from '../api/testing/count-requests.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'
import { findEnvironment, updateEnvironment } from './environment-store.ts'
import { dataKeyOf, sealForStack } from '../stacks/stack-secrets.ts'
import { findStack, updateStack } from '../stacks/stack-store.ts'
import { storedCredentials } from './stored-credentials.ts'

const app = testApp({ withPractice: true })
const refusals = { missing: () => new Error('missing'), expired: () => new Error('expired') }
let user: SignedIn
let stack: { workspaceId: string; stackId: string }

beforeEach(async () => {
  user = await app.current.signIn()
  stack = await createConnectedStack(user, app.practice)
})

const connect = (credentialsOf = storedCredentials) =>
  openStoredSession({
    ...credentialsOf(app.current.ctx, { ...stack, environmentId: null }),
    refusals,
    addresses: app.current.ctx.outgoing.salesforce,
  })

/** The environment that the initialization makes, for calls that ask for one. */
async function addProduction(): Promise<string> {
  const environmentId = newId()
  await app.current.ctx.database.inWorkspace(stack.workspaceId, user.userId, async (tx) => {
    const named = { slug: 'production', name: 'Production', gitBranchName: 'main', isProduction: true }
    await tx.insert(environment).values({ id: environmentId, ...stack, ...named })
  })
  return environmentId
}

test('a token that was renewed is kept, and the next connection begins with it', async () => {
  const first = await connect()
  await app.practice.expireSessions()
  expect((await fetchOrgInfo(first)).isSandbox).toBe(false)
  const second = await connect()
  await app.practice.expireSessions()
  expect((await fetchOrgInfo(second)).isSandbox).toBe(false)
})

test('two connections renew one after the other although each refresh ends the token before it', async () => {
  const [first, second] = [await connect(), await connect()]
  await app.practice.expireSessions()
  await fetchOrgInfo(first)
  await app.practice.expireSessions()
  expect((await fetchOrgInfo(second)).isSandbox).toBe(false)
})

test('twenty connections of two processes that meet an expired session together end in one refresh', async () => {
  // Fresh modules know nothing of those of this file, as in another process.
  vi.resetModules()
  await import('../testing/forget-registrations.ts')
  const elsewhere = await import('./stored-credentials.ts')
  const connections = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      connect(index % 2 === 0 ? storedCredentials : elsewhere.storedCredentials),
    ),
  )
  await app.practice.expireSessions()
  const requests = countRequests((path) => path.endsWith('/oauth2/token'))
  const answers = await Promise.all(connections.map((connection) => fetchOrgInfo(connection)))
  expect(answers.map(({ isSandbox }) => isSandbox)).toEqual(Array.from({ length: 20 }, () => false))
  expect(requests.count).toBe(1)
})

test('an authorization that was taken back is refused in the words of the caller', async () => {
  const connection = await connect()
  await app.practice.revokeEverything()
  await expect(fetchOrgInfo(connection)).rejects.toThrow('expired')
})

test('what the org says of itself is asked with the stored authorization, also of an environment', async () => {
  const params = { ...stack, environmentId: await addProduction() }
  await app.practice.expireSessions()
  const info = await user.client.environments.getSalesforceInfo({ params })
  expect(info).toMatchObject({ orgInfo: { name: 'Northbeam Lighting' } })
})

test('and the call says when the org accepts it no more', async () => {
  const params = { ...stack, environmentId: await addProduction() }
  await app.practice.revokeEverything()
  const problem = await problemOf(user.client.environments.getSalesforceInfo({ params }))
  expect(problem).toMatchObject({
    type: 'sfdcCredentialsInvalid',
    detail: expect.stringContaining('expired or was taken back'),
  })
})

test('a renewal whose answer was lost is repeated once the org has shown that the refresh token stays', async () => {
  const connection = await connect()
  await app.practice.endSessions()
  await fetchOrgInfo(connection)
  await app.practice.endSessions()
  await app.practice.fault('lostReply', 'token')
  expect((await fetchOrgInfo(connection)).isSandbox).toBe(false)
})

test('before that, and where tokens rotate, it is not', async () => {
  const first = await connect()
  await app.practice.endSessions()
  await app.practice.fault('lostReply', 'token')
  await expect(fetchOrgInfo(first)).rejects.toMatchObject({ code: 'lostReply' })
  await app.practice.expireSessions()
  await fetchOrgInfo(first)
  await app.practice.expireSessions()
  await app.practice.fault('lostReply', 'token')
  await expect(fetchOrgInfo(await connect())).rejects.toMatchObject({ code: 'lostReply' })
})

/** Connects like `connect`; other credentials are saved while a renewed token comes back. */
const connectWhile = (environmentId: string | null, save: () => Promise<unknown>) => {
  const credentials = storedCredentials(app.current.ctx, { ...stack, environmentId })
  const store: typeof credentials.store = async (token, replaced) => {
    await save()
    await credentials.store(token, replaced)
  }
  return openStoredSession({
    ...credentials,
    store,
    refusals,
    addresses: app.current.ctx.outgoing.salesforce,
  })
}
const rows = async (environmentId: string) =>
  app.current.ctx.database.asSystem(async (tx) => ({
    stack: await findStack(tx, stack.workspaceId, stack.stackId),
    environment: await findEnvironment(tx, { ...stack, environmentId }),
  }))

test('a password that was saved while the token was renewed is not undone by the token', async () => {
  const connection = await connectWhile(null, () =>
    user.client.stacks.update({ params: stack, body: { sfdcPassword: 'new' } }),
  )
  await app.practice.endSessions()
  expect((await fetchOrgInfo(connection)).isSandbox).toBe(false)
  expect((await rows(newId())).stack).toMatchObject({
    sfdcPasswordSealed: expect.any(String),
    sfdcTokenSealed: null,
  })
})

test('nor does the token of an environment that was given up become that of the stack', async () => {
  const environmentId = await addProduction()
  const { ctx } = app.current
  const before = await rows(environmentId)
  if (before.stack === null) throw new Error('The stack is gone.')
  const { stack: row } = before
  const place = { table: 'environment', column: 'sfdc_token_sealed', rowId: environmentId }
  const token = (await storedCredentials(ctx, { ...stack, environmentId: null }).load())?.token
  const sfdcTokenSealed = ctx.secrets.seal(dataKeyOf(row), place, JSON.stringify(token))
  await ctx.database.asSystem(async (tx) => updateEnvironment(tx, environmentId, { sfdcTokenSealed }))
  const ofAnother = JSON.stringify({ ...token, accessToken: 'another' })
  const column = 'sfdc_token_sealed'
  const sealed = sealForStack(ctx.secrets, row, { column, clear: ofAnother })
  await ctx.database.asSystem(async (tx) => updateStack(tx, row.id, { sfdcTokenSealed: sealed }))
  const params = { ...stack, environmentId }
  const save = () => user.client.environments.update({ params, body: { sfdcPassword: 'new' } })
  const connection = await connectWhile(environmentId, save)
  await app.practice.endSessions()
  await fetchOrgInfo(connection)
  const after = await rows(environmentId)
  expect(after.environment?.sfdcTokenSealed).toBeNull()
  expect(after.stack?.sfdcTokenSealed).toBe(sealed)
})
