import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowOutAll, initialize } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const path = 'src/unpackaged/datacategorygroups/Products.datacategorygroup'
const group = `<?xml version="1.0" encoding="UTF-8"?>
<DataCategoryGroup xmlns="http://soap.sforce.com/2006/04/metadata">
    <active>true</active>
    <dataCategory>
        <label>All</label>
        <name>All</name>
    </dataCategory>
    <label>Products</label>
</DataCategoryGroup>
`

test('a flow out warns of the data category groups that it deploys, and of nothing without them', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  const includeSpecs = 'unpackaged/~/ApexClass\nunpackaged/~/DataCategoryGroup'
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  const warned = async (files: Record<string, string>) => {
    await clone.push(files)
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job.error).toBeNull()
    return job.notices.filter(({ subject }) => subject === 'DataCategoriesReplaced').map(({ body }) => body)
  }
  expect(await warned({ [path]: group })).toEqual([{ groups: ['Products'] }])
  const classOnly = { [beta.file]: beta.body('// first'), [`${beta.file}-meta.xml`]: beta.meta }
  expect(await warned(classOnly)).toEqual([])
})
