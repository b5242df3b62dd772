import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { password, testApp } from './testing/test-app.ts'

const json = { 'content-type': 'application/json' }
const proxied = { SLUICE_RATE_LIMIT_FACTOR: '1', SLUICE_TRUST_PROXY: 'true' }

describe('limits of people', () => {
  const app = testApp({ settings: proxied })

  test('two users behind one address have a limit each', async () => {
    const [ada, grace] = [await app.current.signIn(), await app.current.signIn()]
    const changePassword = async (accessToken: string) => {
      const init = { method: 'PUT', body: JSON.stringify({ newPassword: 'short' }), headers: json }
      return (await app.current.fetch('/auth/password', init, accessToken)).status
    }
    const statuses = []
    for (let n = 0; n < 21; n += 1) statuses.push(await changePassword(ada.accessToken))
    expect([statuses.indexOf(429), await changePassword(grace.accessToken)]).toEqual([20, 400])
  })
})

describe('limits of addresses', () => {
  const app = testApp({ settings: proxied })
  const forget = async (address: string) => {
    const headers = { ...json, 'x-forwarded-for': address }
    const init = { method: 'POST', body: JSON.stringify({ emailAddress: 'x@example.com' }), headers }
    return (await app.current.fetch('/auth/password/forgot', init)).status
  }

  test('all addresses of one IPv6 /64 share theirs, and the next /64 has its own', async () => {
    const statuses = []
    for (let n = 0; n < 11; n += 1) statuses.push(await forget(`2001:db8:1:2::${n + 1}`))
    expect([statuses.indexOf(429), await forget('2001:db8:1:3::1')]).toEqual([10, 204])
  })

  test('the check of Git credentials has one of its own', async () => {
    const headers = { ...json, 'x-forwarded-for': '192.0.2.1' }
    const ask = async (path: string, body: object) =>
      (await app.current.fetch(path, { method: 'POST', body: JSON.stringify(body), headers })).status
    const check = () =>
      ask('/validate/git-credentials', { repositoryUrl: 'https://localhost/r', username: 'u', password: 'p' })
    const statuses = []
    for (let n = 0; n < 21; n += 1) statuses.push(await check())
    expect(statuses.indexOf(429)).toBe(20)
    const signIn = { signInUrl: 'https://evil.example', username: 'u', password: 'p' }
    expect(await ask('/salesforce/auth/username-password', signIn)).not.toBe(429)
  })
})

describe('sign-ins of an address', () => {
  const app = testApp({ settings: proxied })
  const login = async (address: string, username: string, given: string) => {
    const headers = { ...json, 'x-forwarded-for': address }
    const body = JSON.stringify({ username, password: given })
    return await app.current.fetch('/auth/login', { method: 'POST', body, headers })
  }

  test('that succeed do not use up its limit', async () => {
    const username = await app.current.register()
    const statuses = new Set<number>()
    for (let n = 0; n < 60; n += 1) statuses.add((await login('192.0.2.1', username, password)).status)
    expect([...statuses]).toEqual([200])
  })

  test('whose body never comes do not use it up either', async () => {
    const username = await app.current.register()
    const { port } = new URL(app.current.origin)
    const head =
      'POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.2\r\n' +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
    const sockets = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const socket = connect(Number(port), '127.0.0.1')
        await once(socket, 'connect')
        socket.write(head)
        return socket
      }),
    )
    expect((await login('192.0.2.2', username, password)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  test('that fail are refused after the fiftieth, with the time to wait, and elsewhere they are not', async () => {
    const username = await app.current.register()
    const answers = []
    for (let n = 0; n < 51; n += 1) answers.push(await login('192.0.2.3', `nobody-${n}@example.com`, 'no'))
    expect(answers.findIndex(({ status }) => status === 429)).toBe(50)
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await login('192.0.2.3', username, password)).status).toBe(429)
    expect((await login('192.0.2.4', username, password)).status).toBe(200)
  })
})
