import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { findStack } from './stack-store.ts'
import { certificate, keyPair, privateKey, robot, username } from './testing/app-of-stack.ts'

const app = testApp({ withPractice: true })
let user: SignedIn
beforeAll(async () => {
  user = await app.current.signIn()
  await app.practice.registerApp(robot, { certificate })
  await app.practice.registerApp('without-certificate', {})
})

const signInUrl = () => app.practice.origin
const withPassword = (password = 'practice1') =>
  user.client.stacks.signInWithPassword({ body: { signInUrl: signInUrl(), username, password } })
const withKey = (changes: { username?: string; clientId?: string; privateKey?: string } = {}) =>
  user.client.stacks.signInWithJwt({
    body: { signInUrl: signInUrl(), username, clientId: robot, privateKey, ...changes },
  })
async function withCode() {
  const { deviceCode, userCode } = await user.client.stacks.startDeviceCodeSignIn({
    body: { signInUrl: signInUrl() },
  })
  await app.practice.approve(userCode)
  return user.client.stacks.pollDeviceCodeSignIn({
    params: { deviceCode },
    query: { signInUrl: signInUrl() },
  })
}
/** Changes the user for one test. */
async function whileUserIs(changed: object, usual: object) {
  await app.practice.patchUser(username, { ...changed })
  onTestFinished(() => app.practice.patchUser(username, { ...usual }))
}
const invalid = (wayOut: string) => ({
  type: 'sfdcCredentialsInvalid',
  detail: expect.stringContaining(wayOut),
})

describe('what Salesforce refuses is told with the way out', () => {
  test.each([
    ['ipRestricted', 'Add it to the trusted ranges of the org'],
    ['appNotApproved', 'has to install the app and permit the user'],
    ['inactiveOrg', 'Ask Salesforce support, or connect to another org.'],
  ])('of a device code: %s', async (fault, wayOut) => {
    const begun = await user.client.stacks.startDeviceCodeSignIn({ body: { signInUrl: signInUrl() } })
    await app.practice.fault(fault, 'token')
    const { deviceCode } = begun
    const poll = user.client.stacks.pollDeviceCodeSignIn({
      params: { deviceCode },
      query: { signInUrl: signInUrl() },
    })
    expect(await problemOf(poll)).toMatchObject(invalid(wayOut))
  })

  test.each([
    ['loginAddress', 'Add it to the trusted ranges of the org'],
    ['loginHours', 'Change the login hours of the profile'],
    ['securityTokenNeeded', 'Append the token to the password'],
    ['userLockedOut', 'Unlock the user in Setup'],
  ])('of user name and password: %s', async (fault, wayOut) => {
    await app.practice.fault(fault, 'login')
    expect(await problemOf(withPassword())).toMatchObject(invalid(wayOut))
  })

  test('of a wrong password', async () => {
    expect(await problemOf(withPassword('wrong'))).toMatchObject(
      invalid('the password or the security token is wrong'),
    )
  })

  test('of a password that has expired', async () => {
    await whileUserIs({ passwordExpired: true }, { passwordExpired: false })
    expect(await problemOf(withPassword())).toMatchObject({
      type: 'sfdcCredentialsPasswordExpired',
      detail: expect.stringContaining('Change it in Salesforce and enter the new one.'),
    })
  })

  test('of an org that takes no passwords from programs', async () => {
    await app.practice.patchOrg({ soapLogin: false })
    onTestFinished(() => app.practice.patchOrg({ soapLogin: true }))
    expect(await problemOf(withPassword())).toMatchObject(invalid('Connect in the browser'))
  })

  test.each([
    ['an app that no org knows', { clientId: 'nobody' }, 'Check the client id of the stack'],
    ['an app without certificate', { clientId: 'without-certificate' }, 'upload the certificate'],
    ['another key', { privateKey: keyPair().privateKey }, 'upload the certificate of this key'],
    ['an unknown user', { username: 'nobody@example.com' }, 'Check the user name'],
  ])('of a private key: %s', async (_what, changes, wayOut) => {
    expect(await problemOf(withKey(changes))).toMatchObject(invalid(wayOut))
  })

  test.each([
    ['ipRestricted', 'Add it to the trusted ranges of the org'],
    ['appNotApproved', 'has to install the app and permit the user'],
    ['inactiveOrg', 'Ask Salesforce support, or connect to another org.'],
    ['invalidGrant', 'Correct the clock and try again.'],
  ])('of a private key: %s', async (fault, wayOut) => {
    await app.practice.fault(fault, 'token')
    expect(await problemOf(withKey())).toMatchObject(invalid(wayOut))
  })

  test('of a user who is deactivated', async () => {
    await whileUserIs({ isActive: false }, { isActive: true })
    expect(await problemOf(withKey())).toMatchObject(invalid('Activate the user'))
  })
})

const data = {
  encryptedToken: expect.stringMatching(/.{40}/),
  orgName: 'Northbeam Lighting',
  domain: '127.0.0.1',
  username,
}
const completed = { status: 'Completed', tokenResponse: data, orgType: 'Production', username }

test('[W-213] [W-329] user name and password are posted to their address, which answers with the authorization data', async () => {
  const response = await fetch(`${app.current.origin}/api/salesforce/auth/username-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signInUrl: signInUrl(), username, password: 'practice1' }),
  })
  expect([response.status, await response.json()]).toEqual([200, completed])
})

test('[W-215] a sign-in has its status, and once it is completed token, kind of org and user', async () => {
  const { deviceCode, userCode } = await user.client.stacks.startDeviceCodeSignIn({
    body: { signInUrl: signInUrl() },
  })
  const query = { signInUrl: signInUrl() }
  const poll = () => user.client.stacks.pollDeviceCodeSignIn({ params: { deviceCode }, query })
  expect(await poll()).toEqual({ status: 'Pending', tokenResponse: null, orgType: null, username: null })
  await app.practice.approve(userCode)
  const result = await poll()
  expect(result).toEqual({ ...completed, username: result.username, tokenResponse: expect.any(Object) })
  expect(result.tokenResponse).toEqual({ ...data, username: result.username })
  await app.practice.addSandbox('box', 'northbeam.example.box')
  const body = { signInUrl: signInUrl(), username: `${username}.box`, password: 'practice1' }
  expect(await user.client.stacks.signInWithPassword({ body })).toMatchObject({ orgType: 'Sandbox' })
})

test('[W-248] a stack is made by user name and password, and by a device code', async () => {
  const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555 01' }
  const { id: workspaceId } = await user.client.workspaces.create({ body: { name: 'Methods', ...contact } })
  const isSet = async (name: string, connection: object) => {
    const body = { name, gitRepositoryIsManaged: true, ...connection }
    const params = { workspaceId }
    const { id: stackId } = await user.client.stacks.create({ params, body })
    const row = await app.current.ctx.database.asSystem((tx) => findStack(tx, workspaceId, stackId))
    return [row?.sfdcTokenSealed !== null, row?.sfdcPasswordSealed !== null]
  }
  const stored = { sfdcBaseSignInUrl: signInUrl(), sfdcBaseUsername: username, sfdcPassword: 'practice1' }
  expect(await isSet('By password', stored)).toEqual([false, true])
  const sfdcEncryptedToken = (await withCode()).tokenResponse?.encryptedToken
  expect(await isSet('By code', { sfdcEncryptedToken })).toEqual([true, false])
})
