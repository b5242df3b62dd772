import { describe, expect, test } from 'vitest'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { ended, environmentOf, flowInAll, flowOutAll, submit, unasked } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import { turnIntoSandbox } from '../testing/turn-into-sandbox.ts'

const world = flowWorld()

/** A sandbox with a change log, known up to its newest entry. */
async function sandbox() {
  const { flow, clone } = await initializedStack(world, [alpha.edit(), beta.edit()])
  await turnIntoSandbox(world.ctx, flow)
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  const revision = async () =>
    (await environmentOf(world.ctx, flow))?.latestKnownParityRevisionNumber ?? Number.NaN
  return { flow, clone, revision }
}

describe('after a deployment the change log of a sandbox is known', () => {
  test('up to the newest entry of our own', async () => {
    const { flow, clone, revision } = await sandbox()
    const before = await revision()
    await clone.push({ [alpha.file]: alpha.body('// deployed') })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job.error).toBeNull()
    expect(await revision()).toBeGreaterThan(before)
  })

  test('only up to what somebody else changed before our entry came', async () => {
    const { flow, clone, revision } = await sandbox()
    const before = await revision()
    await clone.push({ [alpha.file]: alpha.body('// deployed') })
    const crashing = crashingCommands('check clobber 1.recorded')
    await world.restart(crashing.commands)
    const submitted = { jobCommandName: 'FlowOut', jobTemplate: unasked('FlowOut') } as const
    const jobId = await submit(world.ctx, flow, submitted)
    await crashing.reached
    await flow.org.edit(beta.edit('// meanwhile', 1))
    await world.restart()
    expect((await ended(world.ctx, flow, jobId)).error).toBeNull()
    expect(await revision()).toBe(before)
  })
})
