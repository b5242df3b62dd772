// jsforce refreshes an ended session once; without a refresh token it says so.
// Usage: node refresh.mjs ORIGIN CLIENTS ACCESS_TOKEN REFRESH_TOKEN
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [origin, clients, accessToken, refreshToken] = process.argv.slice(2)
const jsforce = createRequire(join(clients, 'package.json'))('jsforce-20')
const connection = new jsforce.Connection({
  oauth2: { clientId: 'x', loginUrl: origin },
  instanceUrl: origin,
  accessToken,
  refreshToken,
  version: '68.0',
})
let refreshes = 0
connection.on('refresh', () => refreshes++)
const revoke = (token) =>
  fetch(`${origin}/services/oauth2/revoke`, { method: 'POST', body: new URLSearchParams({ token }) })

await revoke(accessToken)
await connection.query('SELECT Id FROM Organization')
assert.equal(refreshes, 1)
await revoke(connection.accessToken)
await revoke(refreshToken)
await assert.rejects(connection.query('SELECT Id FROM Organization'), /expired access\/refresh token/)
