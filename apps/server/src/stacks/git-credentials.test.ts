import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { problemOf, testApp } from '../api/testing/test-app.ts'

/** What listens at the public address, and counts who connects. */
let connections = 0
const listener = createServer((socket) => {
  connections += 1
  socket.destroy()
}).listen(0, '127.0.0.1')
await once(listener, 'listening')
const address = listener.address()
const publicUrl = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
afterAll(() => listener.close())

const app = testApp({ settings: { SLUICE_PUBLIC_URL: publicUrl } })

test('the check of Git credentials, which needs no authentication, sends no request to this server', async () => {
  const body = { repositoryUrl: `${publicUrl}/git/x.git`, username: 'u', password: 'p' }
  const problem = await problemOf(app.current.client().stacks.validateGitCredentials({ body }))
  expect([problem.type, connections]).toEqual(['gitCredentialsInvalid', 0])
})
