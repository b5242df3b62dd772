import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { problemOf } from '../api/testing/test-app.ts'
import { stack as stackTable } from '../platform/database/schema/stacks.ts'
import { appOfStack } from './stack-app.ts'
import { toStack } from './stack-views.ts'
import {
  appOfStackWorld,
  certificate,
  clientSecret,
  ownApp,
  privateKey,
  robot,
  username,
} from './testing/app-of-stack.ts'

const redirectUri = 'http://localhost:1717/OauthRedirect'
const { app, world, signInUrl, approved, newStack, update, save, storedRow, connect } = appOfStackWorld()
const all = { sfdcClientId: ownApp, sfdcClientSecret: clientSecret, sfdcPrivateKey: privateKey }

/** What a person does in the browser, which Salesforce then sends to the callback URL. */
async function allow(authorizationUrl: string): Promise<{ code: string; state: string }> {
  const { searchParams } = new URL(authorizationUrl)
  const { orgId, userId } = await app.practice.someone()
  const said = Object.entries({ org: orgId, user: userId, decision: 'approve' })
  const body = new URLSearchParams([...searchParams, ...said])
  const address = `${app.practice.origin}/services/oauth2/authorize`
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  const callback = new URL(response.headers.get('location') ?? '')
  const { code = '', state = '' } = Object.fromEntries(callback.searchParams)
  return { code, state }
}

const begin = () =>
  world.user.client.stacks.startWebServerSignInOfStack({
    params: world.params,
    body: { signInUrl: signInUrl(), redirectUri },
  })
const complete = (body: { code: string; state: string }, { client } = world.user, params = world.params) =>
  client.stacks.completeWebServerSignInOfStack({ params, body })
const newToken = async () =>
  (await complete(await allow((await begin()).authorizationUrl))).tokenResponse?.encryptedToken ?? ''

describe('the app of a stack', () => {
  test('is stored sealed, and told as "is set" only', async () => {
    await update(all)
    const row = await storedRow()
    expect(row.sfdcClientSecretSealed).toMatch(/^v1:/)
    expect(row.sfdcPrivateKeySealed).toMatch(/^v1:/)
    const shown = toStack(row, 'acme')
    const set = { sfdcClientId: ownApp, sfdcClientSecretIsSet: true, sfdcPrivateKeyIsSet: true }
    expect(shown).toMatchObject(set)
    expect(JSON.stringify([row, shown])).not.toMatch(/c0nsumer|PRIVATE KEY/)
    expect(appOfStack(app.current.ctx, row)).toMatchObject({ clientSecret, privateKey: privateKey.trim() })
  })

  test('loses secret and private key with its client id, and each of them alone', async () => {
    await update(all)
    await update({ sfdcClientSecret: null })
    expect(await storedRow()).toMatchObject({
      sfdcClientSecretSealed: null,
      sfdcPrivateKeySealed: expect.any(String),
    })
    await update({ sfdcClientId: robot })
    expect(await storedRow()).toMatchObject({ sfdcClientId: robot, sfdcPrivateKeySealed: null })
    await update(all)
    await update({ sfdcClientId: ownApp, name: 'Renamed' })
    expect(await storedRow()).toMatchObject({ sfdcPrivateKeySealed: expect.any(String) })
    await update({ sfdcClientId: null })
    const none = { sfdcClientId: null, sfdcClientSecretSealed: null, sfdcPrivateKeySealed: null }
    expect(await storedRow()).toMatchObject(none)
  })

  test('needs a client id before it has secrets', async () => {
    for (const body of [{ sfdcClientSecret: clientSecret }, { sfdcPrivateKey: privateKey }]) {
      const { validationErrors } = await problemOf(update(body))
      expect(validationErrors).toMatchObject([{ property: 'sfdcClientId' }])
    }
  })

  test('takes no text as private key that cannot sign, and does not repeat it', async () => {
    const problem = await problemOf(update({ sfdcClientId: robot, sfdcPrivateKey: certificate }))
    expect(problem.validationErrors).toMatchObject([{ property: 'sfdcPrivateKey' }])
    expect(JSON.stringify(problem)).not.toContain(certificate.slice(40, 80))
  })
})

describe('a sign-in in the browser with it', () => {
  beforeEach(() => update({ sfdcClientId: ownApp, sfdcClientSecret: clientSecret }))

  test('by the web server flow sends client id and secret, and renews its token with them', async () => {
    const { authorizationUrl } = await begin()
    expect(new URL(authorizationUrl).searchParams.get('client_id')).toBe(ownApp)
    const completed = await complete(await allow(authorizationUrl))
    await save(completed.tokenResponse?.encryptedToken ?? '')
    const connection = await connect()
    await app.practice.endSessions()
    expect((await fetchOrgInfo(connection)).isSandbox).toBe(false)
    await app.practice.endSessions()
    expect((await fetchOrgInfo(await connect())).isSandbox).toBe(false)
  })

  test('by the web server flow is refused when the stored secret is wrong', async () => {
    const callback = await allow((await begin()).authorizationUrl)
    await update({ sfdcClientSecret: 'another' })
    expect((await problemOf(complete(callback))).detail).toContain('consumer secret')
  })

  test('by device code asks as the app of the stack', async () => {
    await app.practice.blockDeviceFlow(true)
    onTestFinished(() => app.practice.blockDeviceFlow(false))
    const { client } = world.user
    const body = { signInUrl: signInUrl() }
    const ofServer = await problemOf(client.stacks.startDeviceCodeSignIn({ body }))
    expect(ofServer.detail).toContain('External Client App')
    const { params } = world
    await save(await approved(client, await client.stacks.startDeviceCodeSignInOfStack({ params, body })))
    const connection = await connect()
    await app.practice.endSessions()
    expect((await fetchOrgInfo(connection)).isSandbox).toBe(false)
  })

  test('is completed at its stack only, and with its permission only', async () => {
    const other = await newStack(world.user, world.params.workspaceId)
    const callback = await allow((await begin()).authorizationUrl)
    const elsewhere = await problemOf(complete(callback, world.user, other))
    expect(elsewhere.type).toBe('sfdcCredentialsInvalid')
    const anonymous = world.user.client.stacks.completeWebServerSignIn({ body: callback })
    expect((await problemOf(anonymous)).type).toBe('sfdcCredentialsInvalid')
    const stranger = await app.current.signIn()
    expect((await problemOf(complete(callback, stranger))).status).toBe(404)
    expect((await complete(callback)).status).toBe('Completed')
  })

  test('is saved at its stack only', async () => {
    const other = await newStack(world.user, world.params.workspaceId)
    expect((await problemOf(save(await newToken(), other))).type).toBe('sfdcCredentialsInvalid')
    const body = { companyName: 'Elsewhere', sfdcEncryptedToken: await newToken() }
    const onboarded = world.user.client.onboarding.start({ body })
    expect((await problemOf(onboarded)).type).toBe('sfdcCredentialsInvalid')
    await save(await newToken())
  })

  test('goes to no address but those of Salesforce', async () => {
    const { params } = world
    const { stacks } = world.user.client
    const elsewhere = { signInUrl: 'https://evil.example', redirectUri }
    const begun = stacks.startWebServerSignInOfStack({ params, body: elsewhere })
    expect((await problemOf(begun)).type).toBe('validationFailed')
    await update({ sfdcPrivateKey: privateKey })
    const inside = { signInUrl: 'https://169.254.169.254', username }
    const jwt = stacks.signInWithJwtOfStack({ params, body: inside })
    expect((await problemOf(jwt)).type).toBe('validationFailed')
  })
})

test('a token of the app of the server is renewed with that app after the stack has got its own', async () => {
  await update({ sfdcClientId: ownApp, sfdcClientSecret: 'a secret that no app has' })
  const connection = await connect()
  await app.practice.endSessions()
  expect((await fetchOrgInfo(connection)).isSandbox).toBe(false)
})

describe('another workspace', () => {
  test('neither sees nor uses app and key of the stack', async () => {
    await update({ sfdcClientId: robot, sfdcPrivateKey: privateKey })
    const stranger = await app.current.signIn()
    const own = await newStack(stranger)
    const { stacks } = stranger.client
    const asked = { signInUrl: signInUrl(), username }
    for (const params of [world.params, { ...own, stackId: world.params.stackId }]) {
      expect((await problemOf(stacks.signInWithJwtOfStack({ params, body: asked }))).status).toBe(404)
      const changed = stacks.update({ params, body: { sfdcClientSecret: null } })
      expect((await problemOf(changed)).status).toBe(404)
    }
    await stacks.update({ params: own, body: { sfdcClientId: robot } })
    const signIn = stacks.signInWithJwtOfStack({ params: own, body: asked })
    expect((await problemOf(signIn)).type).toBe('sfdcCredentialsMissing')
    expect(toStack(await storedRow(own), 'acme')).toMatchObject({ sfdcPrivateKeyIsSet: false })
  })

  test('cannot open a key that was copied into its own row', async () => {
    await update({ sfdcClientId: robot, sfdcPrivateKey: privateKey })
    const { sfdcPrivateKeySealed } = await storedRow()
    const stranger = await app.current.signIn()
    const own = await newStack(stranger)
    const copy = { sfdcClientId: robot, sfdcPrivateKeySealed }
    await app.current.ctx.database.inWorkspace(own.workspaceId, stranger.userId, async (tx) =>
      tx.update(stackTable).set(copy).where(eq(stackTable.id, own.stackId)),
    )
    const copied = await storedRow(own)
    expect(() => appOfStack(app.current.ctx, copied)).toThrow('does not open')
  })
})
