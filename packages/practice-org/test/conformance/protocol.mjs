// What any org answers, asked with nothing but fetch. Against the practice org these are part of the suite; against a
// real org they show where the practice org is wrong. All calls only read, except those marked `writes`.
import assert from 'node:assert/strict'
import { unzipSync } from 'fflate'
import { RemoteOrg } from './remote-org.mjs'

const metadataNamespace = 'http://soap.sforce.com/2006/04/metadata'

/** Text of the first element of this name. */
const textOf = (xml, name) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
const refused = ({ status, json }, expectedStatus, errorCode) => {
  assert.equal(status, expectedStatus)
  assert.ok(Array.isArray(json), 'an error is an array')
  assert.equal(json[0].errorCode, errorCode)
}
const faulted = ({ status, text }, code) => {
  assert.equal(status, 500)
  assert.equal(textOf(text, 'faultcode'), `sf:${code}`)
  assert.ok(textOf(text, 'faultstring').startsWith(`${code}: `), textOf(text, 'faultstring'))
}

async function versions(org) {
  const { status, json } = await org.call('/services/data', { token: null })
  assert.equal(status, 200)
  const numbers = json.map(({ version }) => Number(version))
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  )
  assert.ok(numbers[0] >= 31)
  assert.equal(json.at(-1).url, `/services/data/v${json.at(-1).version}`)
}

async function retiredVersions(org) {
  assert.equal((await org.call('/services/data/v20.0/limits')).status, 410)
  faulted(
    await org.soap('<describeMetadata><asOfVersion>20.0</asOfVersion></describeMetadata>', {
      version: '20.0',
    }),
    'UNSUPPORTED_API_VERSION',
  )
}

async function resources(org) {
  const { json, headers } = await org.rest('')
  for (const name of ['tooling', 'metadata', 'query', 'sobjects', 'limits']) assert.ok(json[name], name)
  assert.match(json.identity, /\/id\/00D\w{15}\/005\w{15}$/)
  assert.match(headers.get('sforce-limit-info'), /^api-usage=\d+\/\d+/)
}

async function limits(org) {
  const { json } = await org.rest('/limits')
  assert.ok(json.DailyApiRequests.Max > 0)
  assert.ok(json.DailyApiRequests.Remaining <= json.DailyApiRequests.Max)
}

async function people(org) {
  const { json } = await org.call('/services/oauth2/userinfo')
  assert.match(json.user_id, /^005\w{15}$/)
  assert.match(json.organization_id, /^00D\w{15}$/)
  for (const name of ['preferred_username', 'name', 'email', 'urls']) assert.ok(json[name], name)
  assert.match(json.urls.metadata, /\{version\}/)
  const bad = await org.call('/services/oauth2/userinfo', { token: '00D000000000000!nothing' })
  assert.deepEqual([bad.status, bad.text.trim()], [403, 'Bad_OAuth_Token'])
}

async function sessions(org) {
  refused(await org.rest('/limits', { token: '00D000000000000!nothing' }), 401, 'INVALID_SESSION_ID')
  const describe = '<describeMetadata><asOfVersion>60.0</asOfVersion></describeMetadata>'
  faulted(await org.soap(describe, { token: 'nothing' }), 'INVALID_SESSION_ID')
}

async function organization(org) {
  const soql =
    'select Id, Name, InstanceName, IsSandbox, OrganizationType, NamespacePrefix, TrialExpirationDate FROM organization'
  const { json } = await org.query(soql)
  assert.deepEqual([json.totalSize, json.done], [1, true])
  const [record] = json.records
  assert.match(record.attributes.url, /\/sobjects\/Organization\/00D\w{15}$/)
  assert.equal(typeof record.IsSandbox, 'boolean')
  assert.equal('NamespacePrefix' in record, true)
}

async function users(org) {
  const { user_id: id } = (await org.call('/services/oauth2/userinfo')).json
  for (const written of [id, id.slice(0, 15)]) {
    const { json } = await org.query(`SELECT Id, Username, Profile.Name FROM User WHERE Id = '${written}'`)
    assert.equal(json.records[0].Id, id)
    assert.equal(json.records[0].Profile.attributes.type, 'Profile')
  }
  const { json } = await org.query('SELECT COUNT() FROM User')
  assert.deepEqual([json.records, json.totalSize > 0], [[], true])
  const { json: record } = await org.rest(`/sobjects/User/${id}?fields=Username`)
  assert.equal(typeof record.Username, 'string')
}

async function queryErrors(org) {
  refused(await org.query('SELECT Nope FROM User'), 400, 'INVALID_FIELD')
  assert.match((await org.query('SELECT Nope FROM User')).text, /No such column 'Nope' on entity 'User'/)
  refused(await org.query('SELECT Id FROM NopeNope'), 400, 'INVALID_TYPE')
  refused(await org.query('SELECT Id FROM'), 400, 'MALFORMED_QUERY')
  refused(await org.rest('/query/01gNOSUCHLOCATOR-2000'), 400, 'INVALID_QUERY_LOCATOR')
  refused(await org.rest('/sobjects/NopeNope/describe'), 404, 'NOT_FOUND')
}

async function tooling(org) {
  const { json } = await org.query('SELECT Id, Name FROM ApexClass LIMIT 1', '/tooling')
  assert.equal(json.entityTypeName, 'ApexClass')
  assert.equal(json.size, json.records.length)
  const columns = await org.rest(`/query/?columns=true&q=${encodeURIComponent('SELECT Id FROM User')}`)
  assert.ok(Array.isArray(columns.json.columnMetadata))
}

async function sobjects(org) {
  const { json } = await org.rest('/sobjects')
  assert.deepEqual([json.encoding, json.maxBatchSize], ['UTF-8', 200])
  assert.ok(json.sobjects.some(({ name }) => name === 'User'))
  const described = await org.rest('/sobjects/User/describe')
  assert.ok(described.json.fields.some(({ name, type }) => name === 'Username' && type === 'string'))
}

async function describeMetadata(org) {
  const version = await org.version()
  const answer = await org.soap(`<describeMetadata><asOfVersion>${version}</asOfVersion></describeMetadata>`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type'), /^text\/xml/)
  assert.match(answer.text, /<soapenv:Envelope[\s\S]*<soapenv:Body><describeMetadataResponse>/)
  assert.ok(answer.text.match(/<metadataObjects>/g).length > 100)
  const apex = answer.text.match(
    /<metadataObjects>(?:(?!<\/metadataObjects>)[\s\S])*<xmlName>ApexClass<\/xmlName>/,
  )[0]
  assert.match(apex.slice(apex.lastIndexOf('<metadataObjects>')), /<directoryName>classes<\/directoryName>/)
}

async function listMetadata(org) {
  const list = (...types) =>
    org.soap(
      `<listMetadata>${types.map((type) => `<queries><type>${type}</type></queries>`).join('')}<asOfVersion>60.0</asOfVersion></listMetadata>`,
    )
  const listed = await list('CustomObject')
  assert.match(listed.text, /<fullName>Account<\/fullName>/)
  const order = [...listed.text.matchAll(/<result>([\s\S]*?)<\/result>/g)].map(([, result]) =>
    [...result.matchAll(/<(\w+)[ >]/g)].map(([, name]) => name),
  )
  for (const names of order) assert.deepEqual(names, names.toSorted(), 'elements in the order of the WSDL')
  faulted(await list('Flow', 'Flow', 'Flow', 'Flow'), 'LIMIT_EXCEEDED')
  faulted(await list('NopeNope'), 'INVALID_TYPE')
}

/** One object, with the archive taken once. */
async function retrieve(org) {
  const version = await org.version()
  const request = `<apiVersion>${version}</apiVersion><unpackaged><types><members>Account</members><members>NopeNope</members><name>CustomObject</name></types><version>${version}</version></unpackaged>`
  const started = await org.soap(`<retrieve><retrieveRequest>${request}</retrieveRequest></retrieve>`)
  const id = textOf(started.text, 'id')
  assert.match(id, /^09S\w{15}$/)
  const check = (zip) =>
    `<checkRetrieveStatus><asyncProcessId>${id}</asyncProcessId><includeZip>${zip}</includeZip></checkRetrieveStatus>`
  const polled = await org.untilDone(check(false))
  assert.equal(textOf(polled.text, 'status'), 'Succeeded')
  assert.match(polled.text.replaceAll('&apos;', "'"), /'CustomObject' named 'NopeNope' cannot be found/)
  const taken = await org.soap(check(true))
  const files = Object.keys(unzipSync(Buffer.from(textOf(taken.text, 'zipFile'), 'base64')))
  assert.deepEqual(files.toSorted(), ['unpackaged/objects/Account.object', 'unpackaged/package.xml'])
  assert.equal(textOf((await org.soap(check(true))).text, 'zipFile'), undefined)
}

async function unknownIds(org) {
  refused(await org.rest('/metadata/deployRequest/0Af000000000000AAA'), 404, 'NOT_FOUND')
  for (const call of ['checkDeployStatus', 'checkRetrieveStatus'])
    assert.equal(
      (await org.soap(`<${call}><asyncProcessId>0Af000000000000AAA</asyncProcessId></${call}>`)).status,
      500,
    )
}

async function streaming(org) {
  const body = JSON.stringify([
    { channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: ['long-polling'], id: '1' },
  ])
  const headers = { 'content-type': 'application/json', authorization: `OAuth ${org.token}` }
  const { json } = await org.call(`/cometd/${await org.version()}`, {
    method: 'POST',
    headers,
    body,
    token: null,
  })
  assert.deepEqual([json[0].channel, json[0].successful, json[0].id], ['/meta/handshake', true, '1'])
  assert.ok(json[0].clientId)
}

async function compressed(org) {
  const { headers } = await org.rest('/sobjects', { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(headers.get('content-encoding'), 'gzip')
}

/** Whole seconds and an offset without a colon, at both doors. */
async function dates(org) {
  const format = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000\+0000$/
  const { json } = await org.query('SELECT CreatedDate FROM Organization')
  assert.match(json.records[0].CreatedDate, format)
  const trail = await org.query(
    'SELECT Action, Display, CreatedDate, CreatedById FROM SetupAuditTrail LIMIT 1',
  )
  assert.equal(trail.status, 200)
  for (const { CreatedDate } of trail.json.records) assert.match(CreatedDate, format)
}

async function tabs(org) {
  const { json } = await org.rest('/tabs')
  assert.ok(json.some(({ name, custom }) => name === 'standard-Account' && custom === false))
}

/** A version that the org does not speak yet is refused where it is only named, too. */
async function newerVersions(org) {
  const newer = `${Number(await org.version()) + 1}.0`
  const list = `<queries><type>ApexClass</type></queries><asOfVersion>${newer}</asOfVersion>`
  assert.equal((await org.soap(`<listMetadata>${list}</listMetadata>`)).status, 500)
  const types = '<types><members>*</members><name>ApexClass</name></types>'
  const request = `<unpackaged>${types}<version>${newer}</version></unpackaged>`
  assert.equal(
    (await org.soap(`<retrieve><retrieveRequest>${request}</retrieveRequest></retrieve>`)).status,
    500,
  )
}

/** Folders of Lightning mail have a list of their own. */
async function mailFolders(org) {
  for (const type of ['EmailFolder', 'EmailTemplateFolder']) {
    const { status } = await org.soap(
      `<listMetadata><queries><type>${type}</type></queries><asOfVersion>60.0</asOfVersion></listMetadata>`,
    )
    assert.equal(status, 200)
  }
}

/** An archive without anything in it, only checked: nothing is saved even if the org misunderstood. */
async function checkOnlyDeploy(org) {
  const { zipSync } = await import('fflate')
  const text = `<?xml version="1.0" encoding="UTF-8"?><Package xmlns="${metadataNamespace}"><version>60.0</version></Package>`
  const zip = Buffer.from(zipSync({ 'package.xml': new Uint8Array(Buffer.from(text)) })).toString('base64')
  const options =
    '<checkOnly>true</checkOnly><rollbackOnError>true</rollbackOnError><singlePackage>true</singlePackage>'
  const started = await org.soap(
    `<deploy><ZipFile>${zip}</ZipFile><DeployOptions>${options}</DeployOptions></deploy>`,
  )
  const id = textOf(started.text, 'id')
  const done = await org.untilDone(
    `<checkDeployStatus><asyncProcessId>${id}</asyncProcessId><includeDetails>true</includeDetails></checkDeployStatus>`,
  )
  assert.deepEqual([textOf(done.text, 'status'), textOf(done.text, 'checkOnly')], ['Succeeded', 'true'])
  assert.match(done.text, /<componentType(?:\/>|><\/componentType>)/)
}

export const protocolChecks = [
  { name: 'versions, without a session', run: versions },
  { name: 'retired versions', run: retiredVersions },
  { name: 'resource map and usage header', run: resources },
  { name: 'limits', run: limits },
  { name: 'user info, and a bad token there', run: people },
  { name: 'a bad session at both doors', run: sessions },
  { name: 'query of the organization', run: organization },
  { name: 'ids of 15 and 18 characters, parents, COUNT()', run: users },
  { name: 'errors of queries and records', run: queryErrors },
  { name: 'tooling queries and columns', run: tooling },
  { name: 'objects and their description', run: sobjects },
  { name: 'describeMetadata', run: describeMetadata },
  { name: 'listMetadata and its limits', run: listMetadata },
  { name: 'retrieve of one object, its archive once', run: retrieve },
  { name: 'unknown ids', run: unknownIds },
  { name: 'streaming handshake', run: streaming },
  { name: 'gzip when asked for', run: compressed },
  { name: 'date and time, the audit trail', run: dates },
  { name: 'standard tabs', run: tabs },
  { name: 'versions that the org does not speak yet', run: newerVersions },
  { name: 'lists of mail folders', run: mailFolders },
  { name: 'a deployment that is only checked', run: checkOnlyDeploy, writes: true },
]

/** The checks as a line of the suite. */
export const protocolLines = protocolChecks.map(({ name, run }) => ({
  line: 0,
  name: `protocol: ${name}`,
  run: async (setting) => run(new RemoteOrg(setting.origin, (await setting.session()).accessToken)),
}))
