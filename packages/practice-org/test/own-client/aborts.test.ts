import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { startDeploy } from '@sluice/salesforce/metadata/deploy'
import { queryAll } from '@sluice/salesforce/tooling/query'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { classFiles } from './archives.ts'
import { deployOptions, OwnClient } from './own-client.ts'

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
})
afterAll(() => own.stop())
/** Whatever was given up, the connection goes on working. */
afterEach(async () => {
  await own.removeFaults()
  await queryAll(own.connection, 'SELECT Id FROM Organization')
})

const query = (signal: AbortSignal): Promise<unknown> =>
  queryAll(own.connection, 'SELECT Id FROM Organization', { signal })

test('a call whose signal is aborted already is not made', async () => {
  await expect(query(AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' })
})

test('a call that waits for its answer ends at once', async () => {
  await own.fault('delay', 'query', { delayMs: 20_000 })
  const began = Date.now()
  await expect(query(AbortSignal.timeout(200))).rejects.toMatchObject({ code: 'aborted' })
  expect(Date.now() - began).toBeLessThan(15_000)
})

test.each(['rest', 'soap'] as const)(
  'a deployment whose upload over %s is aborted is not accepted',
  async (transport) => {
    const before = await own.accepted()
    const files = {
      ...classFiles('Large', 'public class Large {}'),
      'classes/Large.bin': randomBytes(30_000_000),
    }
    const archivePath = await own.archive('upload.zip', files, 0)
    const abort = new AbortController()
    const options = { archivePath, options: deployOptions, transport, signal: abort.signal }
    const started = startDeploy(own.connection, options)
    setTimeout(() => abort.abort(), 5)
    await expect(started).rejects.toMatchObject({ code: 'aborted' })
    expect(await own.accepted()).toBe(before)
  },
)

test('a download that is aborted ends at once and leaves no file', async () => {
  const id = await own.finishedRetrieve({ ApexClass: ['*'] })
  await own.fault('slowDrip', 'checkRetrieveStatus', { delayMs: 20_000 })
  const began = Date.now()
  await expect(own.download(id, { signal: AbortSignal.timeout(300) })).rejects.toMatchObject({
    code: 'aborted',
  })
  expect(Date.now() - began).toBeLessThan(15_000)
  expect(readdirSync(own.folder).filter((name) => name.startsWith(id))).toEqual([])
})
