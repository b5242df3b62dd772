// Every fault of the plan by name, and what our client makes of it: harmless, final, or unknown.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cancelDeploy, checkDeploy } from '@sluice/salesforce/metadata/deploy'
import { listMetadata } from '@sluice/salesforce/metadata/list'
import { checkRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { isTransientWhilePolling } from '@sluice/salesforce/polling'
import { queryAll } from '@sluice/salesforce/tooling/query'
import { classFiles, deletionFiles, pause } from './connection.mjs'
import { sandboxFaults } from './sandbox-faults.mjs'

const files = classFiles('Met', 'public class Met {}')
const organization = ({ connection }) => queryAll(connection, 'SELECT Id FROM Organization')
/** Met, or already gone: a kept connection that breaks is replaced without a word. */
const passes = (promise) => promise.then(() => true, isTransientWhilePolling)

/** A poll of a deployment or a retrieve meets the fault: whoever polls asks again, and it goes on. */
const passing = (kind) => async (own) => {
  const deployment = await own.start(files)
  await own.fault(kind, 'checkDeployStatus')
  assert.ok(await passes(checkDeploy(own.connection, deployment)))
  assert.equal((await own.endOf(deployment)).status, 'Succeeded')
  const retrieve = await own.startRetrieve({ ApexClass: ['Base'] })
  await own.fault(kind, 'checkRetrieveStatus')
  assert.ok(await passes(checkRetrieve(own.connection, retrieve)))
  assert.equal((await checkRetrieve(own.connection, retrieve)).errorMessage, null)
}

/**
 * As above; the start of a deployment that meets it is of unknown outcome, over REST and over SOAP. A connection that
 * breaks early may have taken less than the whole request: the client may know then that nothing can have happened.
 */
const unclear =
  (kind, { isAccepted = false, mayBeHarmless = false } = {}) =>
  async (own) => {
    await passing(kind)(own)
    for (const transport of ['rest', 'soap']) {
      const before = await own.accepted()
      await own.fault(kind, 'deploy')
      const error = await own.start(files, { transport }).catch((reason) => reason)
      assert.ok(error.code === 'lostReply' || (mayBeHarmless && error.code === 'network'), error.code)
      assert.equal(error.outcomeUnknown, error.code === 'lostReply')
      await pause(50)
      assert.equal(await own.accepted(), before + (isAccepted ? 1 : 0))
    }
  }

/** Every call that meets it fails for good, with this code. */
const ending =
  (kind, code, more = {}) =>
  async (own) => {
    const deployment = await own.start(files)
    for (const [operation, call] of [
      ['checkDeployStatus', () => checkDeploy(own.connection, deployment)],
      ['listMetadata', () => listMetadata(own.connection, [{ type: 'ApexClass' }])],
      ['query', () => organization(own)],
    ]) {
      await own.fault(kind, operation)
      const error = await call().catch((reason) => reason)
      assert.equal(error.code, code)
      for (const [name, value] of Object.entries(more)) assert.equal(error[name], value)
      assert.equal(isTransientWhilePolling(error), false)
    }
  }

/** A session that has ended is refreshed once and the call repeated, a deployment too; a second time it is final. */
async function invalidSession(own) {
  const before = await own.accepted()
  for (const transport of ['rest', 'soap']) {
    await own.fault('invalidSession', 'deploy')
    await own.start(files, { transport })
  }
  assert.equal(await own.accepted(), before + 2)
  await own.fault('invalidSession', 'query', { times: 2 })
  await assert.rejects(organization(own), { code: 'invalidSession' })
}

async function invalidGrant(own) {
  await own.setting.admin('DELETE', `/admin/sessions?org=${own.orgId}`)
  await own.setting.admin('POST', '/admin/faults', { kind: 'invalidGrant', operation: 'token' })
  await assert.rejects(organization(own), { code: 'invalidGrant' })
  own.session = undefined
  assert.equal((await organization(own)).length, 1)
}

async function delay(own) {
  await own.fault('delay', 'query', { delayMs: 300 })
  assert.equal((await organization(own)).length, 1)
}

async function hold(own) {
  const fault = await own.fault('hold', 'retrieve')
  const id = await own.startRetrieve({ ApexClass: ['Base'] })
  await pause(200)
  assert.equal((await checkRetrieve(own.connection, id)).status, 'InProgress')
  await own.setting.admin('DELETE', `/admin/faults/${fault.id}`)
  while (!(await checkRetrieve(own.connection, id)).done) await pause(20)
  const stopping = await own.fault('hold', 'cancelDeploy')
  const working = await own.fault('hold', 'deploy')
  const deployment = await own.start(files)
  await own.reaches(deployment, 'InProgress')
  await cancelDeploy(own.connection, deployment)
  await own.setting.admin('DELETE', `/admin/faults/${working.id}`)
  await pause(200)
  assert.equal((await checkDeploy(own.connection, deployment)).status, 'Canceling')
  await own.setting.admin('DELETE', `/admin/faults/${stopping.id}`)
  assert.equal((await own.endOf(deployment)).status, 'Canceled')
}

/** The deployment ends so, and the org is as before. */
const endsAs =
  (kind, status, errorStatusCode = null) =>
  async (own) => {
    await own.fault(kind, 'deploy')
    const result = await own.deployed(classFiles(`Never_${kind}`, `public class Never_${kind} {}`))
    assert.deepEqual(
      [result.status, result.success, result.errorStatusCode],
      [status, false, errorStatusCode],
    )
    const saved = await queryAll(own.connection, `SELECT Id FROM ApexClass WHERE Name = 'Never_${kind}'`)
    assert.deepEqual(saved, [])
  }

async function silentNonDelete(own) {
  await own.deployed(classFiles('Sticky', 'public class Sticky {}'))
  await own.fault('silentNonDelete', 'deploy')
  const result = await own.deployed(deletionFiles('Sticky'))
  assert.ok(result.componentSuccesses.some(({ fullName, deleted }) => fullName === 'Sticky' && deleted))
  assert.equal((await queryAll(own.connection, "SELECT Id FROM ApexClass WHERE Name = 'Sticky'")).length, 1)
}

async function undeletable(own) {
  await own.deployed(classFiles('Rooted', 'public class Rooted {}'))
  await own.fault('undeletable', 'deploy')
  const result = await own.deployed(deletionFiles('Rooted'))
  assert.equal(result.status, 'Failed')
  assert.match(result.componentFailures[0].problem, /insufficient access rights/)
}

async function statusBackwards(own) {
  const { id } = await own.deployed(files)
  await own.fault('statusBackwards', 'checkDeployStatus')
  const { status, done } = await checkDeploy(own.connection, id)
  assert.deepEqual([status, done], ['Pending', false])
  assert.equal((await checkDeploy(own.connection, id)).status, 'Succeeded')
}

async function noDetails(own) {
  const { id } = await own.deployed(files)
  await own.fault('noDetails', 'checkDeployStatus')
  const { done, componentSuccesses } = await checkDeploy(own.connection, id)
  assert.deepEqual([done, componentSuccesses], [true, []])
  assert.ok((await checkDeploy(own.connection, id)).componentSuccesses.length > 0)
}

/** The archive arrives as it is: whoever reads it has to judge it. `judge` gets its bytes. */
const damaged = (kind, judge) => async (own) => {
  await own.fault(kind, 'retrieve')
  const id = await own.finishedRetrieve({ ApexClass: ['Base'] })
  await own.download(id)
  judge(readFileSync(join(own.folder, `${id}.zip`)))
}

async function emptyZip(own) {
  await own.fault('emptyZip', 'retrieve')
  const id = await own.finishedRetrieve({ ApexClass: ['Base'] })
  await assert.rejects(own.download(id), { code: 'badResponse' })
}

async function oversizedZip(own) {
  await own.fault('oversizedZip', 'retrieve')
  const id = await own.finishedRetrieve({ ApexClass: ['Base'] })
  await assert.rejects(own.download(id, { maxArchiveBytes: 39 * 1024 * 1024 }), { code: 'tooLarge' })
}

const failedRetrieve = (kind, errorStatusCode, code) => async (own) => {
  await own.fault(kind, 'retrieve')
  const id = await own.finishedRetrieve({ ApexClass: ['Base'] })
  assert.equal((await checkRetrieve(own.connection, id)).errorStatusCode, errorStatusCode)
  await assert.rejects(own.download(id), { code })
}

async function slowDrip(own) {
  const id = await own.finishedRetrieve({ ApexClass: ['Base'] })
  await own.fault('slowDrip', 'checkRetrieveStatus', { delayMs: 100 })
  assert.ok((await own.download(id)).sizeBytes > 100)
}

/** By the name of the fault; a fault of the practice org that is missing here fails the line. */
export const faults = {
  lostReply: unclear('lostReply', { isAccepted: true }),
  lostRequest: unclear('lostRequest', { mayBeHarmless: true }),
  delay,
  hold,
  invalidSession,
  serverUnavailable: unclear('serverUnavailable'),
  serverError: unclear('serverError'),
  badGateway: unclear('badGateway'),
  gatewayTimeout: unclear('gatewayTimeout'),
  orgMoved: unclear('orgMoved'),
  tooManyRequests: ending('tooManyRequests', 'requestLimitExceeded', { status: 429, retryAfterSeconds: 1 }),
  htmlPage: unclear('htmlPage'),
  unreadable: unclear('unreadable'),
  servletState: unclear('servletState'),
  invalidQueryLocator: passing('invalidQueryLocator'),
  queryCursor: passing('queryCursor'),
  invalidCrossReference: passing('invalidCrossReference'),
  requestLimit: ending('requestLimit', 'requestLimitExceeded'),
  insufficientAccess: ending('insufficientAccess', 'fault', { salesforceCode: 'INSUFFICIENT_ACCESS' }),
  unsupportedApiVersion: ending('unsupportedApiVersion', 'unsupportedApiVersion'),
  invalidGrant,
  lockRow: endsAs('lockRow', 'Failed', 'UNABLE_TO_LOCK_ROW'),
  alreadyInProcess: endsAs('alreadyInProcess', 'Failed', 'ALREADY_IN_PROCESS'),
  finalizingFailed: endsAs('finalizingFailed', 'FinalizingFailed'),
  canceledByOther: endsAs('canceledByOther', 'Canceled'),
  silentNonDelete,
  undeletable,
  statusBackwards,
  noDetails,
  truncatedZip: damaged('truncatedZip', (bytes) => assert.equal(bytes.length, 100)),
  damagedZip: damaged('damagedZip', (bytes) => assert.equal(bytes.subarray(0, 2).toString(), 'PK')),
  wrongPackage: damaged('wrongPackage', (bytes) => assert.ok(bytes.includes('Stranger'))),
  notAZip: damaged('notAZip', (bytes) => assert.match(bytes.toString(), /^<html>/)),
  emptyZip,
  oversizedZip,
  retrieveFails: failedRetrieve('retrieveFails', 'UNKNOWN_EXCEPTION', 'fault'),
  tooManyFiles: failedRetrieve('tooManyFiles', 'LIMIT_EXCEEDED', 'limitExceeded'),
  slowDrip,
  ...sandboxFaults,
}

/** What the plan names and no fault is needed for: an admin does it, or the org itself. */
export const troubles = {
  'user frozen': async (own) => {
    const user = (await own.admin('GET', '')).users.find(({ username }) => username.startsWith('mara.'))
    await own.admin('PATCH', `/users/${user.username}`, { isActive: false })
    await own.setting.admin('DELETE', `/admin/sessions?org=${own.orgId}`)
    await assert.rejects(organization(own), { code: 'invalidGrant' })
    await own.admin('PATCH', `/users/${user.username}`, { isActive: true })
    own.session = undefined
  },
  'production flag changed': async (own) => {
    await own.admin('PATCH', '', { isSandbox: true })
    assert.equal((await fetchOrgInfo(own.connection)).isSandbox, true)
    await own.admin('PATCH', '', { isSandbox: false })
  },
  'partial success': async (own) => {
    await own.admin('PATCH', '', { isSandbox: true })
    const two = {
      ...classFiles('Whole', 'public class Whole {}'),
      ...classFiles('Half', 'public class Half {'),
    }
    two['package.xml'] = two['package.xml'].replace('<members>', '<members>Whole</members><members>')
    const result = await own.deployed(two, { rollbackOnError: false })
    await own.admin('PATCH', '', { isSandbox: false })
    assert.deepEqual([result.status, result.numberComponentErrors], ['SucceededPartial', 1])
  },
}
