import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestOrg } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start({ seed: 'empty', pollIntervalSeconds: 0 })
})
afterAll(() => org.stop())

async function token(form: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${org.origin}/services/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const body: Record<string, unknown> = JSON.parse(await response.text())
  return { status: response.status, ...body }
}

const start = (): Promise<Record<string, unknown>> =>
  token({ response_type: 'device_code', client_id: 'Sluice' })
const poll = (code: unknown): Promise<Record<string, unknown>> =>
  token({ grant_type: 'device', client_id: 'Sluice', code: String(code) })

test('a code is pending until somebody approves it on the page, and gives one token', async () => {
  const begun = await start()
  expect(await poll(begun.device_code)).toMatchObject({ status: 400, error: 'authorization_pending' })
  const users = (await org.admin('GET', `/admin/orgs/${org.orgId}`)).users
  const [, user] = Array.isArray(users) ? users : []
  const form = {
    user_code: String(begun.user_code).toLowerCase(),
    org: org.orgId,
    user: String(user.id),
    decision: 'approve',
  }
  const page = await fetch(`${org.origin}/setup/connect`, { method: 'POST', body: new URLSearchParams(form) })
  expect(await page.text()).toContain('<h1>Connected</h1>')
  const granted = await poll(begun.device_code)
  expect(String(granted.id)).toContain(String(user.id))
  expect(await poll(begun.device_code)).toMatchObject({ error: 'invalid_request' })
})

test('a refusal is access_denied', async () => {
  const begun = await start()
  await org.admin('POST', '/admin/approve-device', { userCode: begun.user_code, deny: true })
  expect(await poll(begun.device_code)).toMatchObject({ status: 400, error: 'access_denied' })
})

test('an expired code is unknown', async () => {
  const begun = await start()
  await org.admin('PATCH', '/admin/settings', { expireDeviceCodes: true })
  expect(await poll(begun.device_code)).toMatchObject({ error: 'invalid_request' })
})

test('polling faster than asked is slow_down', async () => {
  await org.admin('PATCH', '/admin/settings', { pollIntervalSeconds: 5 })
  const begun = await start()
  await poll(begun.device_code)
  expect(await poll(begun.device_code)).toMatchObject({ error: 'slow_down' })
  await org.admin('PATCH', '/admin/settings', { pollIntervalSeconds: 0 })
})

test('a refresh token gives a new session, and none after it was taken back', async () => {
  const session = await org.admin('POST', '/admin/sessions', {})
  const refresh = {
    grant_type: 'refresh_token',
    client_id: 'Sluice',
    refresh_token: String(session.refreshToken),
  }
  const fresh = await token(refresh)
  expect(fresh).not.toHaveProperty('refresh_token')
  await fetch(`${org.origin}/services/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: refresh.refresh_token }),
  })
  expect(await token(refresh)).toMatchObject({
    error: 'invalid_grant',
    error_description: 'expired access/refresh token',
  })
})
