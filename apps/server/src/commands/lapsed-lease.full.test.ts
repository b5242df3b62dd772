import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { type DatabaseLine, openDatabaseLine } from '../testing/database-line.ts'
import { findJob, until } from '../testing/test-jobs.ts'
import { crashWorld } from './testing/crash-world.ts'
import type { FlowStack } from './testing/flow-world.ts'
import { openUploads } from './testing/open-uploads.ts'
import { ended, initialize, jobOf, submit, unasked } from './testing/run-job.ts'
import { alpha } from './testing/sample-metadata.ts'
import { type WorkingCopy, cloneOf } from './testing/working-copy.ts'

// Leases here are of 3 seconds, and others take over after 4.5. The upload pauses for longer, with all but its last bytes sent.
const uploadMs = 9_000
const slowUpload = `deploy.upload:delay=${uploadMs}`

/** A busy machine takes many times as long to start a worker and to come as far as the upload. */
const patienceMs = 120_000
const timeout = 3 * patienceMs

const world = crashWorld()
const uploads = openUploads()
let flow: FlowStack
let clone: WorkingCopy

beforeEach(async () => {
  flow = await world.connect()
  await flow.org.edit(alpha.edit())
  const worker = await world.worker()
  await initialize(world.ctx, flow)
  await worker.end()
  clone = await cloneOf(world.folder, flow)
  await clone.push({ [alpha.file]: alpha.body('// deployed') })
})

/** A flow out whose upload has begun, on the only worker. */
async function uploading() {
  const jobId = await submit(world.ctx, flow, {
    jobCommandName: 'FlowOut',
    jobTemplate: unasked('FlowOut'),
  })
  await until(async () => uploads() === 1, patienceMs)
  return { jobId, pausedUntil: performance.now() + uploadMs }
}

const deployments = () => flow.org.deployments().then((all) => all.length)
const isDeployed = async () =>
  (await flow.org.text('ApexClass', 'Alpha'))?.[alpha.path] === alpha.body('// deployed')

test(
  'a worker that is stopped in its upload past the lease does not send the rest when it continues',
  { timeout },
  async () => {
    const stopped = await world.worker({ faultPoints: slowUpload })
    const { jobId, pausedUntil } = await uploading()
    stopped.send('SIGSTOP')
    await world.worker()
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await pause(Math.max(0, pausedUntil - performance.now()))
    stopped.send('SIGCONT')
    await until(async () => uploads() === 0, patienceMs)
    expect([await deployments(), await isDeployed()]).toEqual([1, true])
    expect(await findJob(world.ctx, jobId)).toMatchObject({ epoch: 2 })
  },
)

test(
  'a worker that loses the database in its upload ends the upload, and works again when the database is back',
  { timeout },
  async () => {
    const line: DatabaseLine = await openDatabaseLine(world.ctx.database.url)
    const cutOff = await world.worker({ faultPoints: slowUpload, databaseUrl: line.url })
    const { jobId, pausedUntil } = await uploading()
    line.cut()
    await until(async () => uploads() === 0, patienceMs)
    expect(performance.now()).toBeLessThan(pausedUntil)
    expect(await deployments()).toBe(0)
    const survivor = await world.worker()
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await pause(Math.max(0, pausedUntil - performance.now()))
    expect([await deployments(), await isDeployed()]).toEqual([1, true])
    await survivor.end()
    line.mend()
    const next = await submit(world.ctx, flow, {
      jobCommandName: 'FlowIn',
      jobTemplate: unasked('FlowIn'),
    })
    expect(await ended(world.ctx, flow, next)).toMatchObject({ outcome: 'Succeeded', error: null })
    await cutOff.end()
    await line.close()
  },
)

test('a slow upload of a worker that renews its lease is not taken over', { timeout }, async () => {
  await world.worker({ faultPoints: slowUpload })
  const { jobId } = await uploading()
  await world.worker()
  expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
  expect([await deployments(), await isDeployed()]).toEqual([1, true])
  expect(await findJob(world.ctx, jobId)).toMatchObject({ epoch: 1 })
  expect((await jobOf(world.ctx, flow, jobId)).notices).toHaveLength(1)
})
