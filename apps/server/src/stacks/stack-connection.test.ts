import { expect, test } from 'vitest'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { newId } from '../platform/ids.ts'
import { openGitPassword } from './git-password.ts'
import { openOfStack } from './stack-secrets.ts'
import { findStack } from './stack-store.ts'

const app = testApp({ withPractice: true })
const signInUrl = () => app.practice.origin
const newStack = { name: 'Main', gitRepositoryIsManaged: true }

/** Signs in to the org and returns the sealed token. */
async function connect({ client }: SignedIn): Promise<string> {
  const body = { signInUrl: signInUrl() }
  const { deviceCode, userCode } = await client.stacks.startDeviceCodeSignIn({ body })
  await app.practice.approve(userCode)
  const polled = await client.stacks.pollDeviceCodeSignIn({ params: { deviceCode }, query: body })
  return polled.tokenResponse?.encryptedToken ?? ''
}

async function workspaceOf({ client }: SignedIn) {
  const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555 01' }
  return client.workspaces.create({ body: { name: newId(), ...contact } })
}

test('[S-190] stored credentials need sign-in URL, username and password', async () => {
  const given = { signInUrl: signInUrl(), username: 'a@b.example', password: 'secret' }
  const refused = async (missing: object) => {
    const body = { ...given, ...missing }
    const call = app.current.client().stacks.signInWithPassword({ body })
    return (await problemOf(call)).validationErrors?.map(({ description }) => description)
  }
  expect(await refused({ signInUrl: ' ' })).toEqual(['Salesforce sign-in URL is required'])
  expect(await refused({ username: '' })).toEqual(['Username is required'])
  expect(await refused({ password: '' })).toEqual(['Password is required'])
  const user = await app.current.signIn()
  const { id: workspaceId } = await workspaceOf(user)
  const stored = { sfdcBaseSignInUrl: signInUrl(), sfdcBaseUsername: 'a@b.example', sfdcPassword: 'secret' }
  const make = (without: keyof typeof stored | null) => {
    const body = {
      name: 'Main',
      gitRepositoryIsManaged: true,
      ...stored,
      ...(without && { [without]: null }),
    }
    return user.client.stacks.create({ params: { workspaceId }, body })
  }
  for (const name of ['sfdcBaseSignInUrl', 'sfdcBaseUsername', 'sfdcPassword'] as const)
    expect((await problemOf(make(name))).type).toBe('sfdcCredentialsMissing')
  await make(null)
})

test('[S-227] stores the token of another sign-in, once', async () => {
  const user = await app.current.signIn()
  const { id: workspaceId } = await workspaceOf(user)
  const body = { ...newStack, sfdcEncryptedToken: await connect(user) }
  const { id: stackId } = await user.client.stacks.create({ params: { workspaceId }, body })
  const stored = async () => {
    const row = await app.current.ctx.database.asSystem((tx) => findStack(tx, workspaceId, stackId))
    const column = { column: 'sfdc_token_sealed', sealed: row?.sfdcTokenSealed ?? null } as const
    return row && openOfStack(app.current.ctx.secrets, row, column)
  }
  const before = await stored()
  const encryptedToken = await connect(user)
  const save = () =>
    user.client.stacks.setTokenData({ params: { workspaceId, stackId }, body: { encryptedToken } })
  await save()
  const after = await stored()
  expect(after).toContain('accessToken')
  expect(after).not.toBe(before)
  expect((await problemOf(save())).type).toBe('sfdcCredentialsInvalid')
  expect(await stored()).toBe(after)
})

test('[S-137] is made of the whole payload', async () => {
  const user = await app.current.signIn()
  const { id: workspaceId } = await workspaceOf(user)
  const common = {
    name: 'Sales',
    slug: 'sales-cloud',
    gitRepositoryIsManaged: false,
    // An address that needs no look-up of its name.
    gitRepositoryUrl: 'https://8.8.8.8/sales.git',
    gitUsername: 'bot',
    gitPassword: 'g1t',
    metadataDirectoryRelativePath: '/metadata',
    ensureMetadataIsPortable: true,
    sfdcApiVersionMode: 'Latest' as const,
  }
  const make = async (changes: object) => {
    const body = { ...common, ...changes }
    const { id, slug } = await user.client.stacks.create({ params: { workspaceId }, body })
    const row = await app.current.ctx.database.asSystem((tx) => findStack(tx, workspaceId, id))
    if (!row) throw new Error('The stack was not made.')
    return { slug, row }
  }
  const stored = {
    sfdcBaseSignInUrl: signInUrl(),
    sfdcBaseUsername: 'a@acme.example',
    sfdcPassword: 's3cret',
  }
  const { slug, row } = await make({ ...stored, sfdcEncryptedToken: null, encryptedToken: null })
  const { secrets } = app.current.ctx
  const sealed = { column: 'sfdc_password_sealed', sealed: row.sfdcPasswordSealed } as const
  expect([openGitPassword(secrets, row), openOfStack(secrets, row, sealed)]).toEqual(['g1t', 's3cret'])
  const { gitPassword: _, ...shown } = common
  expect({ ...row, slug }).toMatchObject({ ...shown, sfdcBaseUsername: 'a@acme.example' })
  const byToken = { name: 'By token', sfdcEncryptedToken: await connect(user) }
  const byOlderName = { name: 'By older name', encryptedToken: await connect(user) }
  for (const changes of [byToken, byOlderName])
    expect((await make(changes)).row.sfdcTokenSealed).toMatch(/^v1:/)
})
