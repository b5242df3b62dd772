// Drives jsforce through everything that the checklist names.
// Usage: node jsforce.mjs ORIGIN CLIENTS PACKAGE
import { createRequire } from 'node:module'
import assert from 'node:assert/strict'
import { join } from 'node:path'

const [origin, clients, name] = process.argv.slice(2)
const jsforce = createRequire(join(clients, 'package.json'))(name)
const admin = async (method, path, body) =>
  (
    await fetch(origin + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  ).json()
const refused = async (promise) =>
  promise.then(
    () => 'answered',
    (error) => [error.errorCode, error.name, error.message].join(' '),
  )
const login = new jsforce.Connection({ loginUrl: origin, version: '50.0' })
await login.login('mara.lindqvist@northbeam.example', 'practice1')
assert.match(
  await refused(
    new jsforce.Connection({ loginUrl: origin, version: '50.0' }).login(
      'mara.lindqvist@northbeam.example',
      'bad',
    ),
  ),
  /INVALID_LOGIN/,
)

// A password that has expired is a success on the wire; this client makes an error of it.
const jonas = 'jonas.becker@northbeam.example'
const expiry = (passwordExpired) =>
  admin('PATCH', `/admin/orgs/${encodeURIComponent('Northbeam Lighting')}/users/${jonas}`, {
    passwordExpired,
  })
await expiry(true)
const expired = new jsforce.Connection({ loginUrl: origin, version: '50.0' })
assert.match(await refused(expired.login(jonas, 'practice1')), /password has expired/)
await expiry(false)

const session = await admin('POST', '/admin/sessions', {})
const connection = new jsforce.Connection({
  instanceUrl: origin,
  accessToken: session.accessToken,
  version: '68.0',
})
assert.equal((await connection.identity()).user_id, session.userId)
assert.ok((await connection.limits()).DailyApiRequests.Max > 0)
assert.equal(
  (await connection.query('SELECT Id, Name, InstanceName, IsSandbox FROM Organization')).totalSize,
  1,
)
assert.ok((await connection.tooling.query('SELECT Id, Name FROM ApexClass')).totalSize > 20)
assert.ok((await connection.metadata.describe('68.0')).metadataObjects.length > 200)
assert.ok((await connection.metadata.list({ type: 'ApexClass' }, '68.0')).length > 20)
assert.equal([].concat((await connection.metadata.list({ type: 'Bot' }, '68.0')) ?? []).length, 0)
assert.match(
  await refused(
    connection.metadata.list(
      Array.from({ length: 4 }, () => ({ type: 'Flow' })),
      '68.0',
    ),
  ),
  /LIMIT_EXCEEDED/,
)
assert.match(await refused(connection.metadata.list({ type: 'Nope' }, '68.0')), /INVALID_TYPE/)
const started = await connection.metadata.retrieve({
  apiVersion: '68.0',
  singlePackage: true,
  unpackaged: { types: [{ name: 'ApexClass', members: ['FaultCode'] }], version: '68.0' },
})
let retrieved
do retrieved = await connection.metadata.checkRetrieveStatus(started.id)
while (String(retrieved.done) === 'false')
const zip = Buffer.from(retrieved.zipFile, 'base64')
for (const deploy of ['deploy', 'deployRest']) {
  const result = await connection.metadata[deploy](zip, {
    singlePackage: true,
    rollbackOnError: true,
  }).complete(true)
  assert.equal(result.status, 'Succeeded')
}
const failing = await connection.metadata.deploy(zip, { rollbackOnError: true }).complete(true)
assert.equal(failing.status, 'Failed')
const read = await connection.metadata.read('CustomPermission', 'Approve_Goodwill')
assert.equal(read.label, 'Approve Goodwill')
const both = await connection.metadata.read('CustomPermission', ['Approve_Goodwill', 'Nowhere'])
assert.deepEqual(
  both.map(({ fullName }) => fullName ?? null),
  ['Approve_Goodwill', null],
)
// Nested components, by their full names.
const field = (label) => ({ fullName: 'Account.Conformance__c', label, type: 'Text', length: 20 })
const written = async (operation, label) =>
  [].concat(await connection.metadata[operation]('CustomField', field(label)))[0]
for (const [operation, label] of [
  ['create', 'First'],
  ['update', 'Second'],
  ['upsert', 'Third'],
])
  assert.equal(String((await written(operation, label)).success), 'true', operation)
assert.equal((await connection.metadata.read('CustomField', 'Account.Conformance__c')).label, 'Third')
const [removed] = [].concat(await connection.metadata.delete('CustomField', 'Account.Conformance__c'))
assert.equal(String(removed.success), 'true')
await fetch(origin + '/services/oauth2/revoke', {
  method: 'POST',
  body: new URLSearchParams({ token: session.accessToken }),
})
assert.match(await refused(connection.query('SELECT Id FROM Account')), /INVALID_SESSION_ID/)
assert.match(await refused(connection.metadata.list({ type: 'Flow' }, '68.0')), /INVALID_SESSION_ID/)
const again = await admin('POST', '/admin/sessions', {})
const refreshing = new jsforce.Connection({
  oauth2: { clientId: 'x', loginUrl: origin },
  instanceUrl: origin,
  accessToken: 'gone',
  refreshToken: again.refreshToken,
  version: '68.0',
})
assert.equal((await refreshing.query('SELECT Id FROM Organization')).totalSize, 1)
await fetch(origin + '/services/oauth2/revoke', {
  method: 'POST',
  body: new URLSearchParams({ token: refreshing.accessToken }),
})
assert.ok((await refreshing.metadata.list({ type: 'ApexClass' }, '68.0')).length > 20)
