import { describe, expect, test } from 'vitest'
import { aged } from '../testing/aged.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { environmentOf, flowInAll, flowOutAll } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import { turnIntoSandbox } from '../testing/turn-into-sandbox.ts'

const world = flowWorld()

const twoClasses = () => initializedStack(world, [aged(alpha.edit()), aged(beta.edit())])

async function flowIn(flow: FlowStack, given: Record<string, unknown> = {}) {
  const { job, output } = await flowInAll(world.ctx, flow, given)
  expect(job.error).toBeNull()
  const { isPartialRetrieve, fullRetrieveReason, changes } = output.retrieveResult ?? {}
  return {
    isPartial: isPartialRetrieve,
    fullBecause: fullRetrieveReason,
    changes: changes?.map(({ changeType, componentName }) => `${changeType} ${componentName}`),
  }
}

/** Deploys a change set to the org without a new date in the list of components. */
async function deployChangeSet({ org }: FlowStack, line: string): Promise<string> {
  const edits = [{ ...alpha.edit(line), keepsDate: true }]
  const { id } = await org.admin<{ id: string }>('POST', `orgs/${org.id}/change-sets`, {
    name: 'Release 7',
    edits,
  })
  return id
}

const knownChangeSet = async (flow: FlowStack) =>
  (await environmentOf(world.ctx, flow))?.latestExternalDeploymentIdOnLastFullRetrieve

const nothing = { isPartial: true, fullBecause: null, changes: [] }
const everything = { isPartial: false, fullBecause: 'changeSetDeployed', changes: ['Modified Alpha'] }

describe('a change set that was made elsewhere', () => {
  test('makes the next flow in from a sandbox retrieve everything, including changes that neither list nor change log shows', async () => {
    const { flow, clone } = await twoClasses()
    await turnIntoSandbox(world.ctx, flow)
    await flowIn(flow)
    expect(await flowIn(flow)).toEqual(nothing)
    const id = await deployChangeSet(flow, '// by a change set')
    expect(await flowIn(flow)).toEqual(everything)
    await clone.pull()
    expect(await clone.read(alpha.file)).toContain('// by a change set')
    expect(await knownChangeSet(flow)).toBe(id)
    // After one full retrieve the change set is known.
    expect(await flowIn(flow)).toEqual(nothing)
  })

  test('makes the next flow in from production retrieve everything, and so does the next change set', async () => {
    const { flow } = await twoClasses()
    for (const line of ['// the first', '// the second']) {
      await deployChangeSet(flow, line)
      expect(await flowIn(flow)).toEqual(everything)
    }
  })

  test('is not recorded by a flow in with the retrieve mode Partial', async () => {
    const { flow } = await twoClasses()
    await deployChangeSet(flow, '// by a change set')
    expect(await flowIn(flow, { retrieveMode: 'Partial' })).toEqual(nothing)
    expect(await knownChangeSet(flow)).toBeNull()
    expect(await flowIn(flow)).toEqual(everything)
  })
})

test('a deployment through the API, as a flow out makes it, is no reason to retrieve everything', async () => {
  const { flow, clone } = await twoClasses()
  await clone.push({ [alpha.file]: alpha.body('// deployed') })
  expect((await flowOutAll(world.ctx, flow)).job.error).toBeNull()
  expect(await flowIn(flow)).toEqual(nothing)
})
