import { describe, expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { environmentOf, flowOutAll } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'

const world = flowWorld()

const initialized = () => initializedStack(world, [alpha.edit(), beta.edit()])

const broken = { [alpha.file]: alpha.body('void broken( {') }

describe('a check-only flow out', () => {
  test('[W-013] has Salesforce validate what would be deployed, and reports its errors', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ ...broken, [beta.file]: beta.body('// in Git') })
    const { output } = await flowOutAll(world.ctx, flow, { checkOnly: true })
    expect((await flow.org.deployments()).map((one) => one.checkOnly)).toEqual([true, true])
    expect(output.failures?.map((one) => [one.componentName, one.problems[0]?.line])).toEqual([['Alpha', 2]])
    for (const one of [alpha, beta]) {
      expect((await flow.org.text('ApexClass', one.name))?.[one.path]).toBe(one.body('// first'))
    }
  })

  test('that fails leaves the state of the environment as it is', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ ...broken, [beta.file]: beta.body('// in Git') })
    await flowOutAll(world.ctx, flow)
    await clone.push({ [alpha.file]: alpha.body('void otherwise( {') })
    const before = await environmentOf(world.ctx, flow)
    const { job } = await flowOutAll(world.ctx, flow, { checkOnly: true })
    expect(job.outcome).toBe('Failed')
    expect(await environmentOf(world.ctx, flow)).toEqual(before)
  })
})
