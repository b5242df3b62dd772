import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

/** A stack whose org has made so many API requests today, of 100,000. */
async function flowAfter(requestsOfOthers: number) {
  const flow = await world.connect()
  await flow.org.admin('PATCH', 'settings', { requestsOfOthers: 0 })
  await flow.org.edit(alpha.edit())
  await initialize(world.ctx, flow)
  await flow.org.edit(alpha.edit('public class Alpha { Integer changed; }'))
  await flow.org.admin('PATCH', 'settings', { requestsOfOthers })
  return flow
}

test('few API requests are told once on the timeline, and the job goes on', async () => {
  const flow = await flowAfter(85_000)
  const { job } = await flowInAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(job.notices).toMatchObject([{ subject: 'ApiRequestsLow', body: { limit: 100_000 } }])
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.read(alpha.file)).toContain('changed')
})

test('a job begins no work in an org that has hardly any API requests left', async () => {
  const flow = await flowAfter(95_000)
  const { job } = await flowInAll(world.ctx, flow)
  expect(job.outcome).toBe('Failed')
  expect(job.error?.message).toMatch(
    /^The job stopped because the org has used 95,\d{3} of the 100,000 API requests that it may make in 24 hours\./,
  )
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.read(alpha.file)).not.toContain('changed')
})

test('nothing is told of an org that has enough left', async () => {
  const { job } = await flowInAll(world.ctx, await flowAfter(70_000))
  expect(job.notices).toEqual([])
})
