import { describe, expect, test } from 'vitest'
import { environment } from '../../platform/database/schema/environments.ts'
import { newId } from '../../platform/ids.ts'
import { addStack, submitJob } from '../../testing/test-jobs.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { ended, environmentOf, includeSpecs, initialize, submit } from '../testing/run-job.ts'
import { alpha, beta, car } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

// Every stack here is in a workspace of its own.
const world = flowWorld({ settings: { SLUICE_LIMIT_ENVIRONMENTS: '1' } })

async function connected() {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await flow.org.edit(car.edit())
  return flow
}

describe('InitializeStack', () => {
  test('fails where another stack of the workspace has taken the last environment since it was submitted', async () => {
    const flow = await connected()
    const { workspaceId, stackId } = flow
    const environmentIs = { slug: 'main', name: 'Main', gitBranchName: 'main', isProduction: true }
    const other = { id: newId(), workspaceId, stackId: await addStack(world.ctx, workspaceId) }
    await world.ctx.database.asSystem((tx) => tx.insert(environment).values({ ...other, ...environmentIs }))
    const commandInput = { productionEnvironmentName: 'Production', gitBranchName: 'main', includeSpecs }
    const owner = { workspaceId, stackId, environmentIds: [] }
    const jobId = await submitJob(world.ctx, owner, { commandName: 'InitializeStack', commandInput })
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({
      outcome: 'Failed',
      error: { message: 'The workspace has as many environments as it may have.' },
    })
  })

  test('a failure leaves no environment behind, so that trying again works', async () => {
    const flow = await connected()
    await flow.org.admin('POST', 'faults', { kind: 'retrieveFails', operation: 'retrieve', times: 99 })
    const first = await initialize(world.ctx, flow)
    expect(first.job.outcome).toBe('Failed')
    await flow.org.admin('DELETE', 'faults')
    expect(await environmentOf(world.ctx, flow)).toBeNull()
    expect((await initialize(world.ctx, flow)).job).toMatchObject({ outcome: 'Succeeded', error: null })
  })

  test.each([
    'create environment.recorded',
    'retrieve.poll',
    'commit 1.recorded',
    'push 1.done',
    'parity.recorded',
  ])('a worker lost at %s changes nothing about the result', async (point) => {
    const flow = await connected()
    const crashing = crashingCommands(point)
    await world.restart(crashing.commands)
    const jobId = await submit(world.ctx, flow, {
      jobCommandName: 'InitializeStack',
      jobTemplate: { includeSpecs },
    })
    await crashing.reached
    await world.restart()
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    const clone = await cloneOf(world.folder, flow)
    expect(await clone.git('rev-list', '--count', 'HEAD')).toBe('3')
    expect(await environmentOf(world.ctx, flow)).toMatchObject({ isInitialized: true, lastSnapshotNumber: 1 })
  })

  test('a branch that moves meanwhile is merged into', async () => {
    const flow = await connected()
    const clone = await cloneOf(world.folder, flow)
    await clone.push({ [beta.file]: beta.body('// early'), 'README.md': 'one' })
    const crashing = crashingCommands('merge 1.recorded')
    await world.restart(crashing.commands)
    const jobId = await submit(world.ctx, flow, {
      jobCommandName: 'InitializeStack',
      jobTemplate: { includeSpecs },
    })
    await crashing.reached
    await clone.push({ 'README.md': 'two' })
    await world.restart()
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read('README.md')).toBe('two')
    expect(await clone.read(alpha.file)).toBe(alpha.body('// first'))
  })
})
