import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { problemOf, testApp } from '../api/testing/test-app.ts'

/** What stands at the public address, and counts who asks. */
let asked = 0
const listener = createServer((_, response) => {
  asked += 1
  response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
}).listen(0, '127.0.0.1')
await once(listener, 'listening')
const address = listener.address()
const publicUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
afterAll(() => listener.close())

const app = testApp({ settings: { SLUICE_PUBLIC_URL: publicUrl } })

test('the check of Git credentials, which anybody may call, never asks the server itself', async () => {
  const body = { repositoryUrl: `${publicUrl}/git/x.git`, username: 'u', password: 'p' }
  const problem = await problemOf(app.current.client().stacks.validateGitCredentials({ body }))
  expect([problem.type, asked]).toEqual(['gitCredentialsInvalid', 0])
})
