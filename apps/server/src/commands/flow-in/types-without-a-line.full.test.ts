import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { alpha, car } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const notices = [
  { subject: 'TypesNotIncluded', body: { types: [{ type: 'CustomObject', components: 1 }], count: 1 } },
]

test('a flow in names the types of the org that no include line mentions, until one does', async () => {
  const flow = await world.connect()
  for (const edit of [alpha.edit(), car.edit()]) await flow.org.edit(edit)
  const includeSpecs = 'unpackaged/~/ApexClass'
  expect((await initialize(world.ctx, flow, { includeSpecs })).job).toMatchObject({ error: null, notices })
  expect((await flowInAll(world.ctx, flow)).job).toMatchObject({ outcome: 'Succeeded', notices })
  const clone = await cloneOf(world.folder, flow)
  await clone.push({ '.sluiceinclude': `${includeSpecs}\n!unpackaged/~/CustomObject\n` })
  expect((await flowInAll(world.ctx, flow)).job).toMatchObject({ outcome: 'Succeeded', notices: [] })
})
