import { problemDetails } from '@sluice/contract/problem-details'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { problemOf as makeProblem } from './problem.ts'
import { callRoute, everyRoute } from './testing/every-route.ts'
import { createObjectTree } from './testing/object-tree.ts'
import { problemOf, testApp } from './testing/test-app.ts'

const app = testApp()
const strict = testApp({ settings: { SLUICE_RATE_LIMIT_FACTOR: '1' } })
const get = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.current.origin}${path}`, { headers })

async function treeWithForeignKey(userId: string) {
  const owner = await app.current.signIn()
  const tree = await createObjectTree(app.current, owner)
  await tree.addMember(userId, 'Administrator')
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.update(stack).set({ dataKeyWrapped: 'v1:AAAA:AAAA' }).where(eq(stack.id, tree.ids.stackId)),
  )
  return tree
}
const post = async (body: string, contentType = 'application/json') =>
  app.current.fetch('/auth/login', { method: 'POST', body, headers: { 'content-type': contentType } })

describe('problems', () => {
  test.each([
    { what: 'no JSON', body: 'x', status: 400 },
    { what: 'a poisoned prototype', body: '{"__proto__":{"polluted":1}}', status: 400 },
    { what: 'a form', body: 'username=a', contentType: 'application/x-www-form-urlencoded', status: 415 },
    { what: 'plain text', body: '{}', contentType: 'text/plain', status: 415 },
    { what: 'a NUL', body: '{"username":"a\\u0000","password":"b"}', status: 400 },
    { what: 'too much', body: `{"username":"${'a'.repeat(1_100_000)}"}`, status: 413 },
    { what: 'no object', body: '[]', status: 400 },
  ])('[W-356] a body of $what is refused with problem details', async ({ body, contentType, status }) => {
    const response = await post(body, contentType)
    expect(response.headers.get('content-type')).toMatch('application/problem+json')
    const problem = problemDetails.parse(await response.json())
    expect(problem).toMatchObject({ type: 'invalidRequestData', status, instance: '/api/auth/login' })
    expect(problem.traceId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('name what is wrong, by code and property', async () => {
    const problem = await problemOf(
      app.current.client().users.login({ body: { username: '', password: 'x' } }),
    )
    expect(problem).toMatchObject({
      type: 'validationFailed',
      validationErrors: [{ code: 'ValueMissing', property: 'username', description: 'Username is required' }],
    })
  })

  test('say nothing of an exception outside development', async () => {
    // A key that does not open is a mistake of ours, not of the caller.
    const { accessToken, userId } = await app.current.signIn()
    const { ids } = await treeWithForeignKey(userId)
    const path = `/workspaces/${ids.workspaceId}/stacks/${ids.stackId}/encryption-key`
    const text = await (await app.current.fetch(path, {}, accessToken)).text()
    expect(JSON.parse(text)).toMatchObject({ type: 'internalServerError', status: 500, detail: null })
    expect(text).not.toMatch(/secret|data-key|exception/)
  })

  test('[W-216] have type, title, detail, status, instance and trace id, and where they apply exception text, validation errors and missing authorizations', async () => {
    const owner = await app.current.signIn()
    const tree = await createObjectTree(app.current, owner)
    const { ids } = tree
    const reader = await app.current.signIn()
    await tree.addMember(reader.userId, 'Reader')
    const refused = await app.current.fetch(
      `/workspaces/${ids.workspaceId}`,
      { method: 'DELETE' },
      reader.accessToken,
    )
    expect(await refused.json()).toEqual({
      type: 'userNotAuthorized',
      title: 'You do not have permission to perform this operation.',
      detail: null,
      status: 403,
      instance: `/api/workspaces/${ids.workspaceId}`,
      traceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      missingAuthorizations: [{ operation: 'deleteWorkspace', resource: 'Workspace' }],
    })
    const invalid = await post('{"username":"","password":"x"}')
    expect(await invalid.json()).toMatchObject({
      status: 400,
      validationErrors: [{ code: 'ValueMissing', property: 'username', description: 'Username is required' }],
    })
    const { ctx } = app.current
    const occurrence = { traceId: 't', instance: '/api/x', method: 'GET' }
    const inDevelopment = { ...ctx, config: { ...ctx.config, showExceptionText: true } }
    const withText = makeProblem(inDevelopment, new Error('what went wrong'), occurrence)
    expect(problemDetails.strict().parse(withText)).toMatchObject({
      type: 'internalServerError',
      status: 500,
      instance: '/api/x',
      traceId: 't',
      exception: expect.stringContaining('what went wrong'),
    })
    expect(makeProblem(ctx, new Error('what went wrong'), occurrence)).not.toHaveProperty('exception')
  })

  test('an unknown call is not found', async () => {
    const response = await app.current.fetch('/nothing')
    expect(await response.json()).toMatchObject({ type: 'entityNotFound', status: 404 })
  })
})

describe('every call', () => {
  const withBody = everyRoute.filter(({ route }) => route.body && route.bodyType !== 'text')

  test('[W-297] takes JSON only, except the text of a conflict file', async () => {
    const { accessToken } = await app.current.signIn()
    const taken = await Promise.all(
      withBody.map(async ({ name, route }) => {
        const path = route.path.replace(/:(\w+)/g, newId())
        const headers = { 'content-type': 'text/plain' }
        const { status } = await app.current.fetch(
          path,
          { method: route.method, body: '{}', headers },
          accessToken,
        )
        return status === 415 ? [] : [name]
      }),
    )
    expect(taken.flat()).toEqual([])
    expect(everyRoute.filter(({ route }) => route.bodyType === 'text').map(({ name }) => name)).toEqual([
      'conflicts.saveFile',
    ])
  })

  test('[W-297] answers JSON only, except texts and files that the contract names', async () => {
    const owner = await app.current.signIn()
    const { ids } = await createObjectTree(app.current, owner)
    const { accessToken } = owner
    const answered = await Promise.all(
      everyRoute.map(async ({ name, route }) => {
        const { status, contentType } = await callRoute(app.current, route, { ids, accessToken })
        const isExcepted = route.responseType !== undefined && status === 200
        return isExcepted || status === 204 || /^application\/(problem\+)?json/.test(contentType)
          ? []
          : [name]
      }),
    )
    expect(answered.flat()).toEqual([])
    expect(everyRoute.filter(({ route }) => route.responseType).map(({ name }) => name)).toEqual([
      'jobs.readArtifact',
      'conflicts.readFile',
      'auditLog.download',
      'auditLog.downloadOfInstallation',
    ])
  })
})

describe('headers', () => {
  test('only our own scripts may run, and no site may frame a page', async () => {
    const policy = (await get('/health/live')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test.each(['https://evil.example', 'null', 'http://127.0.0.1:7301'])(
    'a page of %s may not read our answers',
    async (origin) => {
      const response = await get('/api/auth/info', { origin })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test('answers of the API are kept nowhere', async () => {
    expect((await get('/api/auth/info')).headers.get('cache-control')).toBe('no-store')
  })
})

const startOften = async () =>
  problemOf(
    strict.current.client().stacks.startDeviceCodeSignIn({ body: { signInUrl: 'https://evil.example' } }),
  )
const forgetOften = async () =>
  strict.current.fetch('/auth/password/forgot', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })

describe('limits', () => {
  test('the eleventh device code within a minute is too many', async () => {
    const types = []
    for (let n = 0; n < 11; n++) types.push((await startOften()).type)
    expect(types).toEqual([...Array.from({ length: 10 }, () => 'validationFailed'), 'tooManyRequests'])
  })

  test('say when to come back', async () => {
    for (let n = 0; n < 10; n++) await forgetOften()
    const response = await forgetOften()
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('documents', () => {
  test('the contract stands at /openapi.json, with every call', async () => {
    const document = await (await get('/openapi.json')).json()
    expect(document).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/workspaces/{workspaceId}/stacks/{stackId}/jobs': { post: { operationId: 'jobs.provision' } },
      },
    })
  })

  test('the reference page names calls and problems', async () => {
    const page = await (await get('/api-reference')).text()
    expect(page).toContain('/api/auth/login')
    expect(page).toContain('identityCredentialsInvalid')
    expect(page).toContain('<title>Sluice API</title>')
    expect(page).toContain('<h2 id="apexTestRuns">Apex test runs</h2>')
  })

  test('the console gets its configuration', async () => {
    expect(await (await get('/console-config.json')).json()).toMatchObject({
      productName: 'Sluice',
      apiBaseAddress: '/api',
      salesforceHost: '.salesforce.com',
      practiceOrgOrigin: null,
      requestPauseMs: 0,
    })
  })

  test('the console gets no address that nobody has configured, and the page of the license', async () => {
    expect(await (await get('/console-config.json')).json()).toMatchObject({
      supportEmailAddress: null,
      documentationUrl: null,
      rolesDocumentationUrl: null,
      commandLineUrl: null,
      changelogUrl: null,
      licenseAgreementUrl: '/license',
      serviceStatusUrl: null,
    })
  })

  test('health tells what works', async () => {
    expect((await get('/health/live')).status).toBe(200)
    expect(await (await get('/health/ready')).json()).toMatchObject({ status: 'ready' })
  })
})
