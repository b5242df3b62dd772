import { expect, test } from 'vitest'
import { until } from '../../testing/test-jobs.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import {
  environmentOf,
  flowOutAll,
  initialize,
  jobOf,
  outputOf,
  submit,
  unasked,
} from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const roles = Array.from({ length: 10_001 }, (_, index) => `R${index}`)
const role = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Role xmlns="http://soap.sforce.com/2006/04/metadata">
    <mayForecastManagerShare>false</mayForecastManagerShare>
    <name>${name}</name>
</Role>
`

test('more files than one deployment takes are deployed in parts, each once also over a crash', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  const includeSpecs = 'unpackaged/~/ApexClass\nunpackaged/~/Role'
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  const head = await clone.push({
    ...Object.fromEntries(roles.map((name) => [`src/unpackaged/roles/${name}.role`, role(name)])),
    [alpha.file]: alpha.body('// deployed'),
  })

  const { job: refused } = await flowOutAll(world.ctx, flow, { checkOnly: true })
  expect(refused.error?.message).toContain('10,003 files')
  expect(await flow.org.deployments()).toEqual([])

  const crashing = crashingCommands('deploy.post')
  await world.restart(crashing.commands)
  const jobId = await submit(world.ctx, flow, {
    jobCommandName: 'FlowOut',
    jobTemplate: unasked('FlowOut'),
  })
  await crashing.reached
  await world.restart()
  await until(async () => (await jobOf(world.ctx, flow, jobId)).status === 'Ended', 900_000)
  expect(await jobOf(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
  const output = await outputOf(world.ctx, flow, jobId)
  expect(output.attempts?.map(({ components }) => components.length)).toEqual([9_900, 102])
  expect(output.successes?.every(({ componentId }) => componentId !== null)).toBe(true)
  expect(await flow.org.deployments()).toHaveLength(2)
  expect((await flow.org.text('Role', 'R10000'))?.['roles/R10000.role']).toBe(role('R10000'))
  expect(await environmentOf(world.ctx, flow)).toMatchObject({ latestKnownParityCommitHash: head })
})
