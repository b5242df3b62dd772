import { afterEach, expect, test } from 'vitest'
import { openConnection } from './connection.ts'
import { onlyOrigins } from '@sluice/http/address-policy'
import { getJson, restCall } from './rest.ts'
import { describeMetadata } from './metadata/describe.ts'
import { answerJson, type Script } from '../../http/src/testing/scripted-server.ts'
import {
  answerFault,
  answerSoap,
  startScriptedServer,
  type ScriptedServer,
} from './testing/scripted-server.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function serve(script: Script): Promise<ScriptedServer> {
  server = await startScriptedServer(script)
  return server
}

const expired = [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }]

/** Accepts `token-2` only. */
const onlySecondToken: Script = (request, response) => {
  if (request.headers.authorization === 'Bearer token-2') answerJson(response, 200, { fine: true })
  else answerJson(response, 401, expired)
}

test('an expired session is refreshed once and the call repeated', async () => {
  const { connection, requests } = await serve(onlySecondToken)
  const answer = await getJson(connection({ refresh: async () => 'token-2' }), '/services/data')
  expect(answer).toEqual({ fine: true })
  expect(requests.map((request) => request.headers.authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ])
})

test('a body is sent again in full after the refresh', async () => {
  const { connection, requests } = await serve(onlySecondToken)
  const body = { length: 5, open: () => [Buffer.from('hello')] }
  const request = { method: 'POST', path: '/x', body, idempotent: false } as const
  await restCall(connection({ refresh: async () => 'token-2' }), request)
  expect(requests.map((received) => received.body)).toEqual(['hello', 'hello'])
})

test('a session that is refused again after the refresh is not refreshed twice', async () => {
  const { connection, requests } = await serve((_, response) => answerJson(response, 401, expired))
  let refreshes = 0
  const refresh = async () => `token-${++refreshes + 1}`
  await expect(getJson(connection({ refresh }), '/x')).rejects.toMatchObject({
    code: 'invalidSession',
    retryable: false,
  })
  expect(refreshes).toBe(1)
  expect(requests).toHaveLength(2)
})

test('a token that others left behind and that has expired too is followed by another one', async () => {
  const { connection, requests } = await serve((_, response) => answerJson(response, 401, expired))
  const renewed: string[] = []
  const refresh = async (token: string) => {
    renewed.push(token)
    return `token-${renewed.length + 1}`
  }
  await expect(getJson(connection({ refresh, mostRenewals: 2 }), '/x')).rejects.toMatchObject({
    code: 'invalidSession',
  })
  expect(renewed).toEqual(['token-1', 'token-2'])
  expect(requests).toHaveLength(3)
})

test('calls that meet the expired session together wait for one refresh', async () => {
  const { connection } = await serve(onlySecondToken)
  let refreshes = 0
  const refresh = async () => {
    refreshes++
    await new Promise((resolve) => setTimeout(resolve, 30))
    return 'token-2'
  }
  const shared = connection({ refresh })
  await Promise.all(Array.from({ length: 8 }, async () => getJson(shared, '/x')))
  expect(refreshes).toBe(1)
})

test('a SOAP session fault is refreshed like a REST one', async () => {
  const { connection } = await serve((request, response) => {
    if (request.body.includes('<met:sessionId>token-2<'))
      answerSoap(response, 'describeMetadata', '<result/>')
    else
      answerFault(
        response,
        'INVALID_SESSION_ID',
        'Invalid Session ID found in SessionHeader: Illegal Session',
      )
  })
  const description = await describeMetadata(connection({ refresh: async () => 'token-2' }))
  expect(description.metadataObjects).toEqual([])
})

test('a session that a refresh cannot cure is not refreshed', async () => {
  const message = 'This session is not valid for use with the REST API'
  const { connection } = await serve((_, response) =>
    answerJson(response, 401, [{ message, errorCode: 'INVALID_SESSION_ID' }]),
  )
  const refresh = async () => expect.fail(`refreshed ${message}`)
  await expect(getJson(connection({ refresh }), '/x')).rejects.toMatchObject({ code: 'fault' })
})

test('the refused page of userinfo counts as an expired session', async () => {
  const { connection } = await serve((request, response) => {
    if (request.headers.authorization === 'Bearer token-2') answerJson(response, 200, {})
    else response.writeHead(403, { 'content-type': 'text/html' }).end('Bad_OAuth_Token')
  })
  await expect(getJson(connection({ refresh: async () => 'token-2' }), '/x')).resolves.toEqual({})
})

test('a token that the server quotes does not reach the error message', async () => {
  const { connection } = await serve((request, response) =>
    answerJson(response, 400, [
      { message: `bad ${request.headers.authorization}, ${request.headers.authorization}`, errorCode: 'X' },
    ]),
  )
  const error = await getJson(connection(), '/x').catch((e: unknown) => e)
  expect(String(error)).toContain('bad Bearer (secret), Bearer (secret)')
  expect(JSON.stringify(error)).not.toContain('token-1')
})

test('neither the expired token nor the new one reaches the message of an error after a refresh', async () => {
  const { connection } = await serve((request, response) => {
    const isNew = request.headers.authorization === 'Bearer token-2'
    if (isNew) answerJson(response, 400, [{ message: 'bad token-1, token-2', errorCode: 'X' }])
    else answerJson(response, 401, expired)
  })
  const error = await getJson(connection({ refresh: async () => 'token-2' }), '/x').catch((e: unknown) => e)
  expect(String(error)).toContain('bad (secret), (secret)')
})

test('a plain http instance is refused unless its origin is allowed', () => {
  const options = { instanceUrl: 'http://127.0.0.1:7400', accessToken: 'x' }
  const open = (...origins: string[]) => openConnection({ ...options, addresses: onlyOrigins(...origins) })
  expect(() => open()).toThrow(expect.objectContaining({ code: 'unsafeAddress' }))
  expect(open('http://127.0.0.1:7400').instanceUrl).toBe(options.instanceUrl)
})

const restFailures = [
  [
    400,
    [{ errorCode: 'MALFORMED_QUERY', message: 'm' }],
    { code: 'fault', salesforceCode: 'MALFORMED_QUERY', retryable: false },
  ],
  [
    403,
    [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }],
    { code: 'dailyLimitExceeded', retryable: false },
  ],
  [404, [{ errorCode: 'NOT_FOUND', message: 'm' }], { code: 'notFound', retryable: false }],
  [410, [{ errorCode: 'UNSUPPORTED_API_VERSION', message: 'm' }], { code: 'unsupportedApiVersion' }],
  [410, 'gone', { code: 'unsupportedApiVersion' }],
  [420, 'moved', { code: 'internal', retryable: true }],
  [429, 'slow down', { code: 'requestLimitExceeded', retryable: true }],
  [500, [{ errorCode: 'UNKNOWN_EXCEPTION', message: 'm' }], { code: 'internal', retryable: true }],
  [400, [{ errorCode: 'UNABLE_TO_LOCK_ROW', message: 'm' }], { code: 'lockRow', retryable: true }],
  [502, '<html>', { code: 'internal', retryable: true, status: 502 }],
  [302, '', { code: 'badResponse', retryable: false }],
  [200, '<html>Down for maintenance', { code: 'badResponse', retryable: true }],
] as const

test.each(restFailures)('status %i with %j is an error of its kind', async (status, body, expected) => {
  const { connection } = await serve((_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  )
  await expect(getJson(connection(), '/x')).rejects.toMatchObject(expected)
})

test('the waiting time of a limit is handed on', async () => {
  const { connection } = await serve((_, response) => response.writeHead(429, { 'retry-after': '17' }).end())
  await expect(getJson(connection(), '/x')).rejects.toMatchObject({ retryAfterSeconds: 17 })
})
