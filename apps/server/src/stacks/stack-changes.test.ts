import { stack as stackSchema } from '@sluice/contract/stack'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { everyRoute } from '../api/testing/every-route.ts'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { storeOrgInfo } from '../environments/org-info-store.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { openOutgoingAddresses } from '../platform/outgoing/outgoing-addresses.ts'
import { openOfStack } from './stack-secrets.ts'
import { openGitPassword } from './git-password.ts'
import { findStack } from './stack-store.ts'
import { toStack } from './stack-views.ts'

const app = testApp()
let owner: SignedIn
let params: ObjectTree['ids']

beforeEach(async () => {
  owner = await app.current.signIn()
  params = (await createObjectTree(app.current, owner)).ids
  const { ctx } = app.current
  ctx.outgoing = openOutgoingAddresses(ctx.config, async () => [{ address: '8.8.8.8', family: 4 }])
  const dataKeyWrapped = ctx.secrets.newDataKey(params.stackId)
  await ctx.database.asSystem((tx) =>
    tx.update(stack).set({ dataKeyWrapped }).where(eq(stack.id, params.stackId)),
  )
})

type Changes = Parameters<SignedIn['client']['stacks']['update']>[0]['body']
const update = (body: Changes) => owner.client.stacks.update({ params, body })
const row = async () => {
  const { workspaceId, stackId } = params
  const found = await app.current.ctx.database.asSystem((tx) => findStack(tx, workspaceId, stackId))
  if (!found) throw new Error('The stack is gone.')
  return found
}

test('[S-224] each property of a stack is changed alone or with others, and the rest stays', async () => {
  const before = await row()
  await update({ name: 'Renamed' })
  expect(await row()).toEqual({ ...before, name: 'Renamed' })
  await update({
    slug: 'renamed',
    metadataDirectoryRelativePath: '/metadata',
    ensureMetadataIsPortable: true,
  })
  const repository = 'https://git.example.com/other.git'
  await update({ gitRepositoryUrl: repository, gitUsername: 'bot', gitPassword: 'g1t' })
  const signInUrl = 'https://acme.my.salesforce.com'
  await update({ sfdcBaseSignInUrl: signInUrl, sfdcBaseUsername: 'a@acme.example', sfdcPassword: 's3cret' })
  await update({ sfdcApiVersionMode: 'Latest' })
  const after = await row()
  expect(toStack(after, 'acme')).toMatchObject({
    name: 'Renamed',
    slug: 'renamed',
    metadataDirectoryRelativePath: '/metadata',
    ensureMetadataIsPortable: true,
    gitRepositoryUrl: repository,
    gitUsernameClearText: 'bot',
    gitPasswordIsSet: true,
    sfdcBaseSignInUrl: signInUrl,
    sfdcBaseUsernameClearText: 'a@acme.example',
    sfdcPasswordIsSet: true,
    sfdcApiVersionMode: 'Latest',
  })
  const { secrets } = app.current.ctx
  const password = { column: 'sfdc_password_sealed', sealed: after.sfdcPasswordSealed } as const
  expect([openGitPassword(secrets, after), openOfStack(secrets, after, password)]).toEqual(['g1t', 's3cret'])
})

test('the view of a stack has the fields of the contract and tells no secret', async () => {
  await update({ gitPassword: 'g1t-pass', sfdcPassword: 's3cret-pass' })
  const shown = toStack(await row(), 'acme')
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(stackSchema.shape).toSorted())
  expect(JSON.stringify(shown)).not.toMatch(/g1t-pass|s3cret-pass|v1:/)
})

test('[S-189] the metadata path has at most 512 characters, and an empty one falls back to "/src"', async () => {
  const path = `/${'a'.repeat(511)}`
  await update({ metadataDirectoryRelativePath: path })
  expect((await row()).metadataDirectoryRelativePath).toBe(path)
  const tooLong = await problemOf(update({ metadataDirectoryRelativePath: `${path}a` }))
  expect(tooLong.validationErrors).toMatchObject([
    {
      property: 'metadataDirectoryRelativePath',
      description: 'Metadata path cannot be longer than 512 characters',
    },
  ])
  await update({ metadataDirectoryRelativePath: '' })
  expect((await row()).metadataDirectoryRelativePath).toBe('/src')
  await update({ metadataDirectoryRelativePath: path })
  await update({ metadataDirectoryRelativePath: null })
  expect((await row()).metadataDirectoryRelativePath).toBe('/src')
})

test('[S-179] the API version modes are Baseline and Latest, and no other', async () => {
  for (const sfdcApiVersionMode of ['Latest', 'Baseline'] as const) {
    await update({ sfdcApiVersionMode })
    expect((await row()).sfdcApiVersionMode).toBe(sfdcApiVersionMode)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller that does not keep to the contract
  const wrong = { sfdcApiVersionMode: 'Newest' } as unknown as Changes
  expect((await problemOf(update(wrong))).type).toBe('validationFailed')
})

test('[S-222] the calls of a stack live below the stacks of its workspace', () => {
  const prefix = '/workspaces/:workspaceId/stacks'
  const paths = everyRoute.map(({ route }) => route.path)
  const ofStacks = paths.filter((path) => path.includes(':stackId') || path.endsWith('/stacks'))
  expect(ofStacks.length).toBeGreaterThan(20)
  expect(ofStacks.filter((path) => path !== prefix && !path.startsWith(`${prefix}/:stackId`))).toEqual([])
})

const orgInfo = {
  orgId: '00D000000000001',
  instanceName: 'EU42',
  name: 'Acme',
  namespacePrefix: null,
  organizationType: 'Enterprise Edition',
  isSandbox: false,
}

test('[S-059] another API version mode shows at once in the Salesforce info of the environments', async () => {
  const { workspaceId, stackId, environmentId } = params
  await app.current.ctx.database.asSystem(async (tx) => {
    await tx.update(environment).set({ isInitialized: true }).where(eq(environment.id, environmentId))
    const versions = { platformVersion: '66.0', supportedApiVersions: ['65.0', '66.0'] }
    const of = { environmentId, workspaceId, stackId, lastFetchedUtc: new Date() }
    await storeOrgInfo(tx, { ...orgInfo, ...versions, ...of }, 68)
  })
  const mode = async () => {
    const info = await owner.client.environments.getSalesforceInfo({ params })
    return [info.apiVersionInfo.apiVersionMode, info.apiVersionInfo.apiVersionModeIsInferred]
  }
  expect(await mode()).toEqual(['Baseline', true])
  await update({ sfdcApiVersionMode: 'Latest' })
  expect(await mode()).toEqual(['Latest', true])
})
