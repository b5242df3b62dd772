import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive } from './deploy/archive.ts'
import { apexClass, manifest, resultText, TestOrg } from './testing/client.ts'
import { childOf, textOf } from './xml/element.ts'
import type { XmlElement } from './xml/element.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
  await org.deploy(oneClass('Standing'))
})
afterAll(() => org.stop())

const oneClass = (name: string): Record<string, string> => ({
  'package.xml': manifest({ ApexClass: [name] }),
  ...apexClass(name, `public class ${name} {}`),
})

const soql = '/query?q=SELECT+Id+FROM+Organization'
const describeCall = '<describeMetadata><asOfVersion>68.0</asOfVersion></describeMetadata>'

/** Status and text of a SOAP call, whatever came. */
async function rawSoap(): Promise<[number, string]> {
  const response = await fetch(`${org.origin}/services/Soap/m/68.0`, {
    method: 'POST',
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><SessionHeader xmlns="http://soap.sforce.com/2006/04/metadata"><sessionId>${org.token}</sessionId></SessionHeader></e:Header><e:Body>${describeCall}</e:Body></e:Envelope>`,
  })
  return [response.status, await response.text()]
}

async function rawRest(): Promise<[number, string]> {
  const headers = { authorization: `Bearer ${org.token}` }
  const response = await fetch(`${org.origin}/services/data/v68.0${soql}`, { headers })
  return [response.status, await response.text()]
}

test.each([
  ['serverUnavailable', [503, 503], 'SERVER_UNAVAILABLE'],
  ['serverError', [500, 500], 'UNKNOWN_EXCEPTION'],
  ['badGateway', [502, 502], '<title>Bad Gateway'],
  ['gatewayTimeout', [504, 504], '<title>Gateway Timeout'],
  ['orgMoved', [420, 420], 'moved'],
  ['tooManyRequests', [429, 429], 'REQUEST_LIMIT_EXCEEDED'],
  ['htmlPage', [503, 503], '<html>'],
  ['servletState', [500, 500], 'Unexpected internal servlet state'],
  ['invalidQueryLocator', [400, 500], 'INVALID_QUERY_LOCATOR'],
  ['queryCursor', [500, 500], 'creation of the query cursor'],
  ['invalidCrossReference', [500, 500], 'INVALID_CROSS_REFERENCE_KEY'],
  ['requestLimit', [403, 500], 'REQUEST_LIMIT_EXCEEDED'],
  ['concurrentRequestLimit', [403, 500], 'ConcurrentRequests'],
  ['insufficientAccess', [403, 500], 'INSUFFICIENT_ACCESS'],
  ['unsupportedApiVersion', [410, 500], 'UNSUPPORTED_API_VERSION'],
  ['unreadable', [200, 200], ''],
])('%s answers %j over REST and SOAP, once', async (kind, statuses, text) => {
  await org.admin('POST', '/admin/faults', { kind, operation: 'query' })
  expect(await rawRest()).toEqual([statuses[0], expect.stringContaining(text)])
  await org.admin('POST', '/admin/faults', { kind, operation: 'describeMetadata' })
  expect(await rawSoap()).toEqual([statuses[1], expect.stringContaining(text)])
  expect([(await rawRest())[0], (await rawSoap())[0]]).toEqual([200, 200])
})

test('what cannot be read is no document at either door', async () => {
  await org.admin('POST', '/admin/faults', { kind: 'unreadable', times: 2 })
  expect((await rawRest())[1].endsWith('}')).toBe(false)
  expect((await rawSoap())[1].endsWith('>')).toBe(false)
})

test.each([
  ['alreadyInProcess', 'Failed', 'ALREADY_IN_PROCESS'],
  ['finalizingFailed', 'FinalizingFailed', undefined],
  ['canceledByOther', 'Canceled', undefined],
])('%s ends a deployment as %s, and nothing is saved', async (kind, status, code) => {
  await org.admin('POST', '/admin/faults', { kind, operation: 'deploy' })
  const result = await org.deploy(oneClass('Never'))
  expect([textOf(result, 'status'), textOf(result, 'errorStatusCode')]).toEqual([status, code])
  expect((await org.retrieve({ ApexClass: ['*'] })).files).not.toHaveProperty('classes/Never.cls')
})

test('a deployment that is being finalized cannot be cancelled', async () => {
  const hold = await org.admin('POST', '/admin/faults', { kind: 'hold', operation: 'finalize' })
  const id = await org.startDeploy(oneClass('Ending'))
  const status = async (): Promise<unknown> =>
    (await org.rest(`/tooling/query?q=SELECT+Status+FROM+DeployRequest+WHERE+Id='${id}'`)).body
  await expect.poll(status).toMatchObject({ records: [{ Status: 'Finalizing' }] })
  const refused = await org.soap(`<cancelDeploy><String>${id}</String></cancelDeploy>`)
  expect(textOf(refused, 'faultcode')).toBe('sf:INVALID_OPERATION')
  await org.admin('DELETE', `/admin/faults/${String(hold.id)}`)
  expect(textOf(await org.waitForDeploy(id), 'status')).toBe('Succeeded')
})

const deletion = {
  'package.xml': manifest({}),
  'destructiveChanges.xml': manifest({ ApexClass: ['Doomed'] }),
}

test.each([
  ['silentNonDelete', 'Succeeded'],
  ['undeletable', 'Failed'],
])('%s: a deletion ends as %s and does not happen', async (kind, status) => {
  await org.deploy(oneClass('Doomed'))
  await org.admin('POST', '/admin/faults', { kind, operation: 'deploy' })
  expect(textOf(await org.deploy(deletion), 'status')).toBe(status)
  expect((await org.retrieve({ ApexClass: ['Doomed'] })).files).toHaveProperty('classes/Doomed.cls')
})

test.each([
  ['statusBackwards', 'false', 'Pending'],
  ['noDetails', 'true', 'Succeeded'],
])('%s: one poll says done=%s and %s', async (kind, done, status) => {
  const id = await org.startDeploy(oneClass('Polled'))
  await org.waitForDeploy(id)
  await org.admin('POST', '/admin/faults', { kind, operation: 'checkDeployStatus' })
  const check = `<checkDeployStatus><asyncProcessId>${id}</asyncProcessId><includeDetails>true</includeDetails></checkDeployStatus>`
  const result = childOf(await org.soap(check), 'result')
  const details = result && childOf(result, 'details')
  expect([result && textOf(result, 'done'), result && textOf(result, 'status')]).toEqual([done, status])
  expect(details && childOf(details, 'componentSuccesses')).toBeUndefined()
})

test.each([
  ['retrieveFails', 'UNKNOWN_EXCEPTION'],
  ['tooManyFiles', 'LIMIT_EXCEEDED'],
])('%s: a retrieve fails with %s', async (kind, code) => {
  await org.admin('POST', '/admin/faults', { kind, operation: 'retrieve' })
  const { result, files } = await org.retrieve({ ApexClass: ['*'] })
  expect([textOf(result, 'status'), textOf(result, 'errorStatusCode'), files]).toEqual(['Failed', code, {}])
})

/** The archive of a finished retrieve, whatever it is. */
async function archiveBytes(): Promise<Buffer> {
  const types = '<types><members>*</members><name>ApexClass</name></types><version>68.0</version>'
  const request = `<retrieveRequest><unpackaged>${types}</unpackaged></retrieveRequest>`
  const id = resultText(await org.soap(`<retrieve>${request}</retrieve>`), 'id')
  const check = `<checkRetrieveStatus><asyncProcessId>${id}</asyncProcessId></checkRetrieveStatus>`
  for (;;) {
    const result = childOf(await org.soap(check), 'result')
    if (result && textOf(result, 'done') === 'true')
      return Buffer.from(textOf(result, 'zipFile') ?? '', 'base64')
  }
}

/** Paths in the archive, once every content fits its checksum. */
async function readArchive(): Promise<string[]> {
  const archive = await openArchive(await archiveBytes())
  for (const path of archive.paths) await archive.read(path)
  return archive.paths
}

test.each([
  ['truncatedZip', 'End of central directory'],
  ['damagedZip', 'Checksum of'],
  ['notAZip', 'End of central directory'],
])('%s: the archive cannot be read', async (kind, problem) => {
  await org.admin('POST', '/admin/faults', { kind, operation: 'retrieve' })
  await expect(readArchive()).rejects.toThrow(problem)
})

test('the archive may be empty, or another one', async () => {
  await org.admin('POST', '/admin/faults', { kind: 'emptyZip', operation: 'retrieve' })
  expect(await archiveBytes()).toHaveLength(0)
  await org.admin('POST', '/admin/faults', { kind: 'wrongPackage', operation: 'retrieve' })
  expect(await readArchive()).toContain('unpackaged/pages/Stranger.page')
})

/** Starts a retrieve, waits for its end and gives the id with the result. */
async function finishedRetrieve(type: string, name: string): Promise<{ id: string; result: XmlElement }> {
  const types = `<types><members>${name}</members><name>${type}</name></types>`
  const id = resultText(
    await org.soap(
      `<retrieve><retrieveRequest><unpackaged>${types}<version>68.0</version></unpackaged></retrieveRequest></retrieve>`,
    ),
    'id',
  )
  const check = `<checkRetrieveStatus><asyncProcessId>${id}</asyncProcessId><includeZip>false</includeZip></checkRetrieveStatus>`
  for (;;) {
    const result = childOf(await org.soap(check), 'result')
    if (result && textOf(result, 'done') === 'true') return { id, result }
  }
}

const download = (id: string): Promise<XmlElement> =>
  org.soap(`<checkRetrieveStatus><asyncProcessId>${id}</asyncProcessId></checkRetrieveStatus>`)

const archiveIn = (answer: XmlElement): string => {
  const result = childOf(answer, 'result')
  return (result && textOf(result, 'zipFile')) ?? ''
}

test('poisonedComponent fails every retrieve that names it, by name or wildcard, until it is removed', async () => {
  await org.deploy(oneClass('Poisoned'))
  const fault = await org.admin('POST', '/admin/faults', {
    kind: 'poisonedComponent',
    component: 'ApexClass/Poisoned',
  })
  for (const name of ['Poisoned', '*', 'Poisoned']) {
    const { result } = await finishedRetrieve('ApexClass', name)
    expect([textOf(result, 'status'), textOf(result, 'errorStatusCode')]).toEqual([
      'Failed',
      'UNKNOWN_EXCEPTION',
    ])
  }
  expect(textOf((await finishedRetrieve('ApexClass', 'Standing')).result, 'status')).toBe('Succeeded')
  await org.admin('DELETE', `/admin/faults/${String(fault.id)}`)
  expect(textOf((await finishedRetrieve('ApexClass', 'Poisoned')).result, 'status')).toBe('Succeeded')
})

test('unlistableType fails every list call that asks for the type, until it is removed', async () => {
  const fault = await org.admin('POST', '/admin/faults', { kind: 'unlistableType', component: 'Dashboard' })
  const list = async (...types: string[]): Promise<string | undefined> => {
    const queries = types.map((type) => `<queries><type>${type}</type></queries>`)
    return textOf(await org.soap(`<listMetadata>${queries.join('')}</listMetadata>`), 'faultstring')
  }
  expect(await list('ApexClass', 'Dashboard')).toContain('UNKNOWN_EXCEPTION')
  expect(await list('Dashboard')).toContain('UNKNOWN_EXCEPTION')
  expect(await list('ApexClass')).toBeUndefined()
  await org.admin('DELETE', `/admin/faults/${String(fault.id)}`)
  expect(await list('Dashboard')).toBeUndefined()
})

test('cutArchive breaks a download off, and the archive is gone', async () => {
  const { id } = await finishedRetrieve('ApexClass', 'Standing')
  await org.admin('POST', '/admin/faults', { kind: 'cutArchive', operation: 'checkRetrieveStatus' })
  await expect(download(id)).rejects.toThrow('terminated')
  expect(archiveIn(await download(id))).toBe('')
})

test.each([
  [true, 0],
  [false, 1],
])('with forgetsCutArchives %s, hanging up in the middle leaves %i archive', async (fact, left) => {
  await org.setFacts({ forgetsCutArchives: fact })
  const { id } = await finishedRetrieve('ApexClass', 'Standing')
  await org.admin('POST', '/admin/faults', {
    kind: 'slowDrip',
    operation: 'checkRetrieveStatus',
    delayMs: 200,
  })
  const response = await fetch(`${org.origin}/services/Soap/m/68.0`, {
    method: 'POST',
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><SessionHeader><sessionId>${org.token}</sessionId></SessionHeader></e:Header><e:Body><checkRetrieveStatus><asyncProcessId>${id}</asyncProcessId></checkRetrieveStatus></e:Body></e:Envelope>`,
  })
  await response.body?.cancel()
  const archive = archiveIn(await download(id))
  await org.setFacts({ forgetsCutArchives: false })
  expect(archive === '' ? 0 : 1).toBe(left)
})
