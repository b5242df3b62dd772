// A caller that changes its mind: the call ends at once, nothing is left behind, the connection goes on working.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { startDeploy } from '@sluice/salesforce/metadata/deploy'
import { queryAll } from '@sluice/salesforce/tooling/query'
import { classFiles, deployOptions } from './connection.mjs'

const isAborted = { code: 'aborted' }
const works = async ({ connection }) =>
  assert.equal((await queryAll(connection, 'SELECT Id FROM Organization')).length, 1)

async function beforeTheCall(own) {
  const signal = AbortSignal.abort()
  await assert.rejects(queryAll(own.connection, 'SELECT Id FROM Organization', { signal }), isAborted)
  await works(own)
}

async function whileWaiting(own) {
  await own.fault('delay', 'query', { delayMs: 5_000 })
  const began = Date.now()
  const signal = AbortSignal.timeout(200)
  await assert.rejects(queryAll(own.connection, 'SELECT Id FROM Organization', { signal }), isAborted)
  assert.ok(Date.now() - began < 3_000)
  await works(own)
}

/** The org must not take a deployment whose archive never arrived as a whole. */
async function whileUploading(own) {
  const before = await own.accepted()
  const files = {
    ...classFiles('Large', 'public class Large {}'),
    'classes/Large.bin': randomBytes(30_000_000),
  }
  const archivePath = own.archive('upload.zip', files, 0)
  for (const transport of ['rest', 'soap']) {
    const abort = new AbortController()
    const started = startDeploy(own.connection, {
      archivePath,
      options: deployOptions,
      transport,
      signal: abort.signal,
    })
    setTimeout(() => abort.abort(), 5)
    await assert.rejects(started, isAborted)
  }
  await works(own)
  assert.equal(await own.accepted(), before)
}

async function whileDownloading(own) {
  const id = await own.finishedRetrieve({ ApexClass: ['*'] })
  await own.fault('slowDrip', 'checkRetrieveStatus', { delayMs: 3_000 })
  const began = Date.now()
  await assert.rejects(own.download(id, { signal: AbortSignal.timeout(300) }), isAborted)
  assert.ok(Date.now() - began < 2_500)
  assert.deepEqual(
    readdirSync(own.folder).filter((name) => name.startsWith(id)),
    [],
  )
  await works(own)
}

export const aborts = {
  'before the call': beforeTheCall,
  'while waiting': whileWaiting,
  'while uploading': whileUploading,
  'while downloading': whileDownloading,
}
