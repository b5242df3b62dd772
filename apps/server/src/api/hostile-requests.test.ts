import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { problemDetails } from '@sluice/contract/problem-details'
import { describe, expect, test } from 'vitest'
import { everyRoute } from './testing/every-route.ts'
import { testApp } from './testing/test-app.ts'

const app = testApp()

interface RawAnswer {
  status: number
  headers: Record<string, unknown>
  body: string
}

/** As a program sends it: unlike a browser's, the path and the Host header stay as they are. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(app.current.origin)
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('an address that cannot be read is a bad request', () => {
  test.each([
    '/%ff',
    '/%',
    '/assets/%ff',
    '/%00',
    '/assets/%00',
    '/git/a%00/info/refs?service=git-upload-pack',
    '/git/%e0/info/refs',
    '/api/workspaces/%00',
    '/api/salesforce/auth/device-code/x?signInUrl=%00',
  ])('%s', async (path) => {
    const { status, headers, body } = await ask(path)
    expect(status).toBe(400)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    const problem = problemDetails.parse(JSON.parse(body))
    expect(problem).toMatchObject({ type: 'invalidRequestData', status: 400, instance: path.split('?')[0] })
  })

  test('one that is encoded twice is a page like any other', async () => {
    expect((await ask('/%2500')).status).not.toBe(500)
    expect((await ask('/assets/%2500')).status).toBe(404)
  })
})

describe('a body nested 20,000 deep is a bad request', () => {
  const withBody = everyRoute.filter(({ route }) => route.body && route.bodyType !== 'text')

  test.each(withBody)('$name', async ({ route }) => {
    const { accessToken } = await app.current.signIn()
    const path = route.path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')
    const statuses = []
    for (const body of [
      `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
    ]) {
      for (const token of [undefined, accessToken]) {
        const headers = { 'content-type': 'application/json' }
        const response = await app.current.fetch(path, { method: route.method, body, headers }, token)
        statuses.push(response.status)
      }
    }
    const refused = route.access === 'anonymous' ? [400] : [400, 401, 404]
    expect(statuses.filter((status) => !refused.includes(status))).toEqual([])
  })
})

test.each([['{"username":"a","password":"b\\u0000"}'], ['{"a\\u0000":1}'], ['{"a":[{"b":["\\u0000"]}]}']])(
  'NUL anywhere in a body is a bad request: %s',
  async (body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await app.current.fetch('/auth/login', { method: 'POST', body, headers })
    expect([response.status, (await response.json()).type]).toEqual([400, 'invalidRequestData'])
  },
)

describe('a call', () => {
  test('that names another host is refused, whichever page it comes from', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { host: 'evil.example', origin: 'http://evil.example' },
      { host: '127.0.0.1.evil.example:7300' },
    ]) {
      const { status, body } = await ask('/api/auth/info', headers)
      expect([status, problemDetails.parse(JSON.parse(body)).type]).toEqual([421, 'invalidRequestData'])
    }
  })

  test('of a page of another site is refused', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:3000', 'null']) {
      const { status, body } = await ask('/api/auth/info', { origin })
      expect([status, problemDetails.parse(JSON.parse(body)).type]).toEqual([403, 'userNotAuthorized'])
    }
  })

  test('by any name of the loopback is answered, and health under every name', async () => {
    const { port } = new URL(app.current.origin)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect((await ask('/api/auth/info', { host, origin: `http://${host}` })).status).toBe(200)
    }
    expect((await ask('/health/ready', { host: '10.0.0.7:7300' })).status).toBe(200)
  })
})

test('no site may frame a page, by the headers of old and new browsers', async () => {
  const { headers } = await ask('/health/live')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
