import { afterEach, expect, test } from 'vitest'
import { answerJson, type Script } from '../../../http/src/testing/scripted-server.ts'
import {
  answerFault,
  answerSoap,
  startScriptedServer,
  type ScriptedServer,
} from '../testing/scripted-server.ts'
import { type AddressPolicy, onlyOrigins } from '@sluice/http/address-policy'
import { pollDeviceCode, startDeviceCode } from './device-code.ts'
import { refreshAccessToken } from './refresh.ts'
import { soapLogin } from './soap-login.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function serve(
  script: Script,
): Promise<{ signInUrl: string; addresses: AddressPolicy; clientId: string }> {
  server = await startScriptedServer(script)
  return { signInUrl: server.origin, addresses: onlyOrigins(server.origin), clientId: 'client' }
}

const deviceAnswer = {
  device_code: 'dc',
  user_code: 'ABCD1234',
  verification_uri: 'https://x.salesforce.com/setup/connect',
  interval: 5,
}

test('a device code without a life time lives ten minutes', async () => {
  const site = await serve((_, response) => answerJson(response, 200, deviceAnswer))
  expect(await startDeviceCode(site)).toEqual({
    deviceCode: 'dc',
    userCode: 'ABCD1234',
    verificationUrl: 'https://x.salesforce.com/setup/connect',
    intervalSeconds: 5,
    expiresInSeconds: 600,
  })
  expect(server?.requests[0]?.body).toContain('response_type=device_code&client_id=client')
})

test('a verification address that would be a dangerous link is refused', async () => {
  const answer = { ...deviceAnswer, verification_uri: 'javascript:alert(1)' }
  const site = await serve((_, response) => answerJson(response, 200, answer))
  await expect(startDeviceCode(site)).rejects.toMatchObject({ code: 'unsafeAddress' })
})

const pollAnswers = [
  ['authorization_pending', 'Pending'],
  ['slow_down', 'SlowDown'],
  ['access_denied', 'Denied'],
  ['invalid_request', 'Expired'],
] as const

test.each(pollAnswers)('the answer %s to a poll means %s', async (error, status) => {
  const site = await serve((_, response) => answerJson(response, 400, { error, error_description: 'd' }))
  expect(await pollDeviceCode({ ...site, deviceCode: 'dc' })).toEqual({ status })
})

test.each(['server_error', 'rate_limit_exceeded'])(
  'the answer %s to a poll is an error after which polling goes on',
  async (error) => {
    const site = await serve((_, response) => answerJson(response, 400, { error }))
    await expect(pollDeviceCode({ ...site, deviceCode: 'dc' })).rejects.toMatchObject({ retryable: true })
  },
)

test('an approved device code gives the token and names org and user', async () => {
  const site = await serve((_, response) =>
    answerJson(response, 200, {
      access_token: 'at',
      refresh_token: 'rt',
      instance_url: server?.origin,
      id: 'https://login.salesforce.com/id/00Dxx0000000001AAA/005xx0000000002AAA',
      scope: 'refresh_token api',
      issued_at: '1764000000000',
    }),
  )
  expect(await pollDeviceCode({ ...site, deviceCode: 'dc' })).toMatchObject({
    status: 'Completed',
    token: {
      accessToken: 'at',
      refreshToken: 'rt',
      orgId: '00Dxx0000000001AAA',
      userId: '005xx0000000002AAA',
    },
  })
})

test('a token for an instance that may not be called is refused', async () => {
  const answer = { access_token: 'at', instance_url: 'http://169.254.169.254' }
  const site = await serve((_, response) => answerJson(response, 200, answer))
  await expect(pollDeviceCode({ ...site, deviceCode: 'dc' })).rejects.toMatchObject({ code: 'unsafeAddress' })
})

test('a dead refresh token is an invalid grant, and the message does not carry it', async () => {
  const site = await serve((_, response) =>
    answerJson(response, 400, { error: 'invalid_grant', error_description: 'expired 5Aep861secret' }),
  )
  const error = await refreshAccessToken({ ...site, refreshToken: '5Aep861secret' }).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'invalidGrant', retryable: false })
  expect(String(error)).not.toContain('5Aep861secret')
})

test('a refresh whose answer is lost may have used the token up', async () => {
  const site = await serve((_, __, raw) => raw.socket.destroy())
  const refresh = refreshAccessToken({ ...site, refreshToken: 'r' })
  await expect(refresh).rejects.toMatchObject({ code: 'lostReply', outcomeUnknown: true })
})

const foreign: [string, Script][] = [
  ['another status', (_, response) => response.writeHead(404).end('not here')],
  ['an HTML page', (_, response) => response.end('<html>')],
  ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1' }).end()],
  ['a broken connection', (_, __, raw) => raw.socket.destroy()],
  ['two megabytes', (_, response) => response.end('x'.repeat(2_000_000))],
]

test.each(foreign)(
  'a server that answers with %s is told apart by nothing in the text',
  async (_, script) => {
    const site = await serve(script)
    const error = await startDeviceCode(site).catch((e: unknown) => e)
    expect(error).toMatchObject({
      message: 'The sign-in address does not answer as Salesforce does.',
      status: undefined,
    })
  },
)

const session =
  '<sessionId>00D!sid</sessionId><serverUrl>ORIGIN/services/Soap/u/64.0/00Dxx</serverUrl><userId>005xx</userId>' +
  '<userInfo><organizationId>00Dxx</organizationId></userInfo><sandbox>true</sandbox>'

test('a user name and a password give a session', async () => {
  const site = await serve((_, response) =>
    answerSoap(response, 'login', `<result>${session.replace('ORIGIN', server?.origin ?? '')}</result>`),
  )
  const result = await soapLogin({ ...site, username: 'ada@acme.com', password: 'a<b&c' })
  expect(result).toEqual({
    sessionId: '00D!sid',
    instanceUrl: site.signInUrl,
    userId: '005xx',
    orgId: '00Dxx',
    isSandbox: true,
  })
  expect(server?.requests[0]?.path).toBe('/services/Soap/u/64.0')
  expect(server?.requests[0]?.body).toContain('<password>a&lt;b&amp;c</password>')
})

test('an expired password is told apart although Salesforce calls it a success', async () => {
  const site = await serve((_, response) =>
    answerSoap(
      response,
      'login',
      '<result><passwordExpired>true</passwordExpired><sessionId>x</sessionId></result>',
    ),
  )
  const login = soapLogin({ ...site, username: 'u', password: 'p' })
  await expect(login).rejects.toMatchObject({ code: 'passwordExpired' })
})

const loginFaults = [
  ['INVALID_LOGIN', 'Invalid username, password, security token; or user locked out.', 'invalidCredentials'],
  ['LOGIN_MUST_USE_SECURITY_TOKEN', 'x', 'invalidCredentials'],
  ['INVALID_OPERATION', 'SOAP API login() is disabled by default in this org.', 'loginDisabled'],
  ['UNSUPPORTED_API_VERSION', 'x', 'unsupportedApiVersion'],
  ['SERVER_UNAVAILABLE', 'x', 'internal'],
] as const

test.each(loginFaults)('the login fault %s (%s) is %s', async (fault, text, code) => {
  const site = await serve((_, response) => answerFault(response, fault, text))
  await expect(soapLogin({ ...site, username: 'u', password: 'p' })).rejects.toMatchObject({ code })
})

test('a password that the server quotes does not reach the message', async () => {
  const site = await serve((_, response) => answerFault(response, 'INVALID_LOGIN', 'wrong: hunter22'))
  const error = await soapLogin({ ...site, username: 'u', password: 'hunter22' }).catch((e: unknown) => e)
  expect(String(error)).toContain('wrong: (secret)')
})
