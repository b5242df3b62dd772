import { afterEach, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
let flow: FlowStack

afterEach(() => flow.org.admin('DELETE', 'faults'))

test.each(['listMetadata', 'checkRetrieveStatus'])(
  'answers of %s that can never be read end a flow in, which says so and changes nothing',
  async (operation) => {
    flow = await world.connect()
    await flow.org.edit(alpha.edit())
    await initialize(world.ctx, flow)
    await flow.org.edit(alpha.edit('// edited', 1))
    const clone = await cloneOf(world.folder, flow)
    const fault = { kind: 'unreadable', operation, org: flow.org.id, times: 1_000 }
    await flow.org.admin('POST', 'faults', fault)
    const { job } = await flowInAll(world.ctx, flow)
    expect(job.outcome).toBe('Failed')
    expect(job.error?.message).toMatch(
      /^Salesforce gave an answer that cannot be read, 3 times in a row\. .* changed nothing/,
    )
    await clone.pull()
    expect(await clone.read(alpha.file)).not.toContain('edited')
  },
)
