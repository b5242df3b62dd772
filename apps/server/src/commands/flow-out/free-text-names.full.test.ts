import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowOutAll, initialize } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const includeSpecs = ['ApexClass', 'Layout', 'Profile'].map((type) => `unpackaged/~/${type}`).join('\n')
const layout = (isShown: boolean) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Layout xmlns="http://soap.sforce.com/2006/04/metadata">\n    <showEmailCheckbox>${isShown}</showEmailCheckbox>\n</Layout>\n`

test('layouts and profiles with two underscores in their names are deployed', async () => {
  const flow = await world.connect()
  const path = 'layouts/Account-Sales__EMEA.layout'
  await flow.org.edit(alpha.edit())
  await flow.org.edit({ type: 'Layout', fullName: 'Account-Sales__EMEA', files: { [path]: layout(false) } })
  await initialize(world.ctx, flow, { includeSpecs })
  const clone = await cloneOf(world.folder, flow)
  const profile = salesProfile({ classes: ['Alpha'], fields: [] }).text
  await clone.push({
    [`src/unpackaged/${path}`]: layout(true),
    'src/unpackaged/profiles/Sales__EMEA.profile': profile,
  })
  const { job, output } = await flowOutAll(world.ctx, flow)
  expect([job.error, output.failures]).toEqual([null, []])
  expect((await flow.org.text('Layout', 'Account-Sales__EMEA'))?.[path]).toBe(layout(true))
  expect(await flow.org.text('Profile', 'Sales__EMEA')).not.toBeNull()
})
