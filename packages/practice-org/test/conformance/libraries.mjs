import { join } from 'node:path'
import { check, clients, node22 } from './setting.mjs'

/** Drives jsforce through everything the checklist names. Runs as a script of its own, because the two versions need two Nodes. */
const script = (name) => `import { createRequire } from 'node:module'
import assert from 'node:assert/strict'
const jsforce = createRequire('${join(clients, 'package.json').replaceAll('\\', '/')}')('${name}')
const origin = process.argv[2]
const admin = async (method, path, body) => (await fetch(origin + path, { method, body: body && JSON.stringify(body) })).json()
const refused = async (promise) => promise.then(() => 'answered', (error) => [error.errorCode, error.name, error.message].join(' '))
const login = new jsforce.Connection({ loginUrl: origin, version: '50.0' })
await login.login('mara.lindqvist@northbeam.example', 'practice1')
assert.match(await refused(new jsforce.Connection({ loginUrl: origin, version: '50.0' }).login('mara.lindqvist@northbeam.example', 'bad')), /INVALID_LOGIN/)
const session = await admin('POST', '/admin/sessions', {})
const connection = new jsforce.Connection({ instanceUrl: origin, accessToken: session.accessToken, version: '68.0' })
assert.equal((await connection.identity()).user_id, session.userId)
assert.ok((await connection.limits()).DailyApiRequests.Max > 0)
assert.equal((await connection.query('SELECT Id, Name, InstanceName, IsSandbox FROM Organization')).totalSize, 1)
assert.ok((await connection.tooling.query('SELECT Id, Name FROM ApexClass')).totalSize > 20)
assert.ok((await connection.metadata.describe('68.0')).metadataObjects.length > 200)
assert.ok((await connection.metadata.list({ type: 'ApexClass' }, '68.0')).length > 20)
assert.equal([].concat((await connection.metadata.list({ type: 'Bot' }, '68.0')) ?? []).length, 0)
assert.match(await refused(connection.metadata.list(Array(4).fill({ type: 'Flow' }), '68.0')), /LIMIT_EXCEEDED/)
assert.match(await refused(connection.metadata.list({ type: 'Nope' }, '68.0')), /INVALID_TYPE/)
const started = await connection.metadata.retrieve({ apiVersion: '68.0', singlePackage: true, unpackaged: { types: [{ name: 'ApexClass', members: ['FaultCode'] }], version: '68.0' } })
let retrieved
do retrieved = await connection.metadata.checkRetrieveStatus(started.id)
while (String(retrieved.done) === 'false')
const zip = Buffer.from(retrieved.zipFile, 'base64')
for (const deploy of ['deploy', 'deployRest']) {
  const result = await connection.metadata[deploy](zip, { singlePackage: true, rollbackOnError: true }).complete(true)
  assert.equal(result.status, 'Succeeded')
}
const failing = await connection.metadata.deploy(zip, { rollbackOnError: true }).complete(true)
assert.equal(failing.status, 'Failed')
const read = await connection.metadata.read('CustomPermission', 'Approve_Goodwill')
assert.equal(read.label, 'Approve Goodwill')
await fetch(origin + '/services/oauth2/revoke', { method: 'POST', body: new URLSearchParams({ token: session.accessToken }) })
assert.match(await refused(connection.query('SELECT Id FROM Account')), /INVALID_SESSION_ID/)
assert.match(await refused(connection.metadata.list({ type: 'Flow' }, '68.0')), /INVALID_SESSION_ID/)
const again = await admin('POST', '/admin/sessions', {})
const refreshing = new jsforce.Connection({ oauth2: { clientId: 'x', loginUrl: origin }, instanceUrl: origin, accessToken: 'gone', refreshToken: again.refreshToken, version: '68.0' })
assert.equal((await refreshing.query('SELECT Id FROM Organization')).totalSize, 1)
await fetch(origin + '/services/oauth2/revoke', { method: 'POST', body: new URLSearchParams({ token: refreshing.accessToken }) })
assert.ok((await refreshing.metadata.list({ type: 'ApexClass' }, '68.0')).length > 20)
`

export const libraryLines = [
  {
    line: 33,
    name: 'jsforce 3.10.16 on Node 20 and 3.10.26 on Node 22',
    async run(s) {
      for (const [name, program] of [
        ['jsforce-20', process.execPath],
        ['jsforce-22', node22],
      ]) {
        const file = s.file(`${name}.mjs`, script(name))
        const result = await s.run(program, [file, s.origin])
        check(result.code === 0, name, result)
      }
    },
  },
  {
    line: 34,
    name: 'source-deploy-retrieve: deploy and retrieve from sets',
    async run(s) {
      s.clearProject()
      s.apexClass('FromLibrary', 'public class FromLibrary {}\n')
      const file = s.file('library.mjs', libraryScript)
      const result = await s.run(node22, [file, s.origin, clients])
      check(result.code === 0, 'the library', result)
    },
  },
]

const libraryScript = `import { createRequire } from 'node:module'
import assert from 'node:assert/strict'
const [origin, clients] = process.argv.slice(2)
const require = createRequire(clients + '/package.json')
const { ComponentSet, ComponentSetBuilder } = require('@salesforce/source-deploy-retrieve')
const core = createRequire(require.resolve('@salesforce/source-deploy-retrieve'))('@salesforce/core')
const session = await (await fetch(origin + '/admin/sessions', { method: 'POST', body: '{}' })).json()
const authInfo = await core.AuthInfo.create({ username: session.username })
const connection = await core.Connection.create({ authInfo })
const deploy = await ComponentSet.fromSource('force-app').deploy({ usernameOrConnection: connection })
const deployed = await deploy.pollStatus()
assert.equal(deployed.response.status, 'Succeeded')
const retrieve = await new ComponentSet([{ type: 'ApexClass', fullName: 'FromLibrary' }]).retrieve({ usernameOrConnection: connection, output: 'out-library', merge: false })
assert.equal((await retrieve.pollStatus()).response.status, 'Succeeded')
const set = await ComponentSetBuilder.build({ org: { username: session.username, exclude: [] } })
assert.ok(set.size > 300, String(set.size))
`
