import { fetchOrgInfo, fetchUserInfo } from '@sluice/salesforce/org-info'
import { expect, test } from 'vitest'
import { problemOf } from '../api/testing/test-app.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'
import {
  appOfStackWorld,
  certificate,
  clientSecret,
  keyPair,
  ownApp,
  privateKey,
  robot,
  username,
} from './testing/app-of-stack.ts'

const { app, world, signInUrl, update, save, storedRow, connect } = appOfStackWorld()

const signIn = (name = username) =>
  world.user.client.stacks.signInWithJwtOfStack({
    params: world.params,
    body: { signInUrl: signInUrl(), username: name },
  })

/** Connects the stack by its own app and key. */
async function connectStack(): Promise<void> {
  await update({ sfdcClientId: robot, sfdcPrivateKey: privateKey })
  await save((await signIn()).tokenResponse?.encryptedToken ?? '')
}

const bring = (key = privateKey) =>
  world.user.client.stacks.signInWithJwt({
    body: { signInUrl: signInUrl(), username, clientId: robot, privateKey: key },
  })

test('a sign-in by JWT bearer connects the stack, keeps no token, and signs anew for each session', async () => {
  await connectStack()
  const none = { sfdcTokenSealed: null, sfdcPasswordSealed: null }
  expect(await storedRow()).toMatchObject({ ...none, sfdcBaseUsername: username })
  const connection = await connect()
  expect(await fetchUserInfo(connection)).toMatchObject({ username })
  await app.practice.endSessions()
  expect((await fetchOrgInfo(connection)).isSandbox).toBe(false)
})

test('the key of the stack opens a sandbox environment under its inferred user name', async () => {
  await connectStack()
  const environmentId = newId()
  await app.current.ctx.database.inWorkspace(world.params.workspaceId, world.user.userId, async (tx) => {
    const named = { slug: 'dev', name: 'Dev', gitBranchName: 'dev', sfdcSandboxName: 'DEV' }
    await tx.insert(environment).values({ id: environmentId, ...world.params, ...named, isProduction: false })
  })
  await expect(connect(environmentId)).rejects.toThrow("hasn't approved this consumer")
  await app.practice.addSandbox('jwt sandbox', 'northbeam.example.dev')
  await app.practice.registerApp(robot, { certificate }, 'jwt sandbox')
  expect(await fetchUserInfo(await connect(environmentId))).toMatchObject({ username: `${username}.dev` })
})

test('a refusal says why, also when a session is renewed', async () => {
  await connectStack()
  const connection = await connect()
  await app.practice.endSessions()
  await app.practice.fault('ipRestricted', 'token')
  await expect(fetchOrgInfo(connection)).rejects.toThrow('expired: Salesforce refused the assertion')
  expect((await problemOf(signIn('x@y.example'))).detail).toContain('the org has no user of this name')
  await update({ sfdcPrivateKey: keyPair().privateKey })
  expect((await problemOf(signIn())).detail).toContain('upload the certificate of this key')
})

test('without its key nothing signs in', async () => {
  await connectStack()
  await update({ sfdcPrivateKey: null })
  expect(await problemOf(signIn())).toMatchObject({
    type: 'sfdcCredentialsMissing',
    detail: expect.stringContaining('no private key'),
  })
  await expect(connect()).rejects.toThrow('missing')
})

test('a stack is made with the app that the caller brings', async () => {
  const { tokenResponse, orgType } = await bring()
  expect(orgType).toBe('Production')
  expect(JSON.stringify(tokenResponse)).not.toContain('PRIVATE KEY')
  const sfdcEncryptedToken = tokenResponse?.encryptedToken ?? ''
  const body = { name: 'Robot', gitRepositoryIsManaged: true, sfdcEncryptedToken }
  const made = await world.user.client.stacks.create({ params: world.params, body })
  world.params = { ...world.params, stackId: made.id }
  expect(await storedRow()).toMatchObject({ sfdcClientId: robot, sfdcTokenSealed: null })
  expect(await fetchUserInfo(await connect())).toMatchObject({ username })
})

test('a stack takes over the app that the caller brings', async () => {
  await update({ sfdcClientId: ownApp, sfdcClientSecret: clientSecret })
  await save((await bring()).tokenResponse?.encryptedToken ?? '')
  const taken = { sfdcClientId: robot, sfdcClientSecretSealed: null, sfdcTokenSealed: null }
  expect(await storedRow()).toMatchObject(taken)
  expect(await fetchUserInfo(await connect())).toMatchObject({ username })
})

test('a key that cannot sign is refused before anything is sent', async () => {
  const { validationErrors } = await problemOf(bring('no key'))
  expect(validationErrors).toMatchObject([{ property: 'privateKey' }])
})
