// The vendor's resolver: deploys and retrieves sets of components, builds one from an org.
// Usage: node resolver.mjs ORIGIN CLIENTS
import { createRequire } from 'node:module'
import assert from 'node:assert/strict'
const [origin, clients] = process.argv.slice(2)
const require = createRequire(clients + '/package.json')
// Installed beside the suite only, so no import rule can judge it.
const resolver = '@salesforce/source-deploy-retrieve'
const { ComponentSet, ComponentSetBuilder } = require(resolver)
const core = createRequire(require.resolve(resolver))('@salesforce/core')
const session = await (await fetch(origin + '/admin/sessions', { method: 'POST', body: '{}' })).json()
const authInfo = await core.AuthInfo.create({ username: session.username })
const connection = await core.Connection.create({ authInfo })
const deploy = await ComponentSet.fromSource('force-app').deploy({ usernameOrConnection: connection })
const deployed = await deploy.pollStatus()
assert.equal(deployed.response.status, 'Succeeded')
const retrieve = await new ComponentSet([{ type: 'ApexClass', fullName: 'FromLibrary' }]).retrieve({
  usernameOrConnection: connection,
  output: 'out-library',
  merge: false,
})
assert.equal((await retrieve.pollStatus()).response.status, 'Succeeded')
const set = await ComponentSetBuilder.build({ org: { username: session.username, exclude: [] } })
assert.ok(set.size > 300, String(set.size))
