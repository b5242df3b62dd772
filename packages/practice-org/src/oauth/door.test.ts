import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestOrg } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start({ seed: 'empty', pollIntervalSeconds: 0, testPort: 0 })
  const body = JSON.stringify({ SandboxName: 'dev1', LicenseType: 'Developer' })
  await org.rest('/tooling/sobjects/SandboxInfo', { method: 'POST', body })
  while (JSON.stringify(await org.admin('GET', '/admin/orgs')).split('"sandboxName"').length < 2)
    await new Promise((resolve) => setTimeout(resolve, 20))
})
afterAll(() => org.stop())

const mara = 'mara.lindqvist@northbeam.example'

async function login(origin: string | undefined, username: string): Promise<number> {
  const response = await fetch(`${origin}/services/Soap/u/64.0`, {
    method: 'POST',
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login xmlns="urn:partner.soap.sforce.com"><username>${username}</username><password>practice1</password></login></e:Body></e:Envelope>`,
  })
  return response.status
}

test('each port signs in its own users, and a session works at both', async () => {
  const { origin, testOrigin } = org.practiceOrg
  expect(await login(origin, mara)).toBe(200)
  expect(await login(testOrigin, `${mara}.dev1`)).toBe(200)
  expect(await login(origin, `${mara}.dev1`)).toBe(500)
  expect(await login(testOrigin, mara)).toBe(500)
  const headers = { authorization: `Bearer ${org.token}` }
  expect((await fetch(`${testOrigin}/services/data/v68.0/limits`, { headers })).status).toBe(200)
})

test('the page of a port allows its own organisations only', async () => {
  const { users } = await org.admin('GET', `/admin/orgs/${org.orgId}`)
  const user = Array.isArray(users) ? String(users[0].id) : ''
  const form = {
    response_type: 'code',
    client_id: 'App',
    redirect_uri: 'http://localhost/cb',
    org: org.orgId,
    user,
    decision: 'approve',
  }
  const backFrom = async (origin: string | undefined): Promise<string | null> => {
    const body = new URLSearchParams(form)
    const at = `${origin}/services/oauth2/authorize`
    return (await fetch(at, { method: 'POST', redirect: 'manual', body })).headers.get('location')
  }
  expect(await backFrom(org.practiceOrg.origin)).toContain('?code=')
  expect(await backFrom(org.practiceOrg.testOrigin)).toContain('?error=access_denied')
})
