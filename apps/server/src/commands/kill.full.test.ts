import { expect, test } from 'vitest'
import { crashWorld } from './testing/crash-world.ts'
import { ended, initialize, submit, unasked } from './testing/run-job.ts'
import { alpha } from './testing/sample-metadata.ts'
import { cloneOf } from './testing/working-copy.ts'

const world = crashWorld()

async function initialized() {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  const worker = await world.worker()
  const { job } = await initialize(world.ctx, flow)
  expect(job.error).toBeNull()
  await worker.end()
  return { flow, clone: await cloneOf(world.folder, flow) }
}

/** Kills the worker at the point with SIGKILL, and ends the job on another. */
async function killAt(
  point: string,
  flow: Awaited<ReturnType<typeof initialized>>['flow'],
  command: 'FlowIn' | 'FlowOut',
) {
  const victim = await world.worker({ faultPoints: `${point}:kill` })
  const submitted = { jobCommandName: command, jobTemplate: unasked(command) }
  const jobId = await submit(world.ctx, flow, submitted)
  await victim.exited
  await world.worker()
  return await ended(world.ctx, flow, jobId)
}

test.each(['retrieve.poll', 'push.performed'])(
  'kill -9 at %s of a flow in: each commit is there once',
  async (point) => {
    const { flow, clone } = await initialized()
    const start = await clone.git('rev-parse', 'HEAD')
    await flow.org.edit(alpha.edit('// edited', 1))
    const job = await killAt(point, flow, 'FlowIn')
    await clone.pull()
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await clone.commits(`${start}..`)).toMatchObject([{ files: [alpha.file] }])
  },
)

test('kill -9 between the deployment and its record: it is deployed once', async () => {
  const { flow, clone } = await initialized()
  await clone.push({ [alpha.file]: alpha.body('// deployed') })
  const job = await killAt('deploy.post', flow, 'FlowOut')
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(await flow.org.deployments()).toHaveLength(1)
})
