import { afterEach, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { alpha, apexClass, beta } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const profile = salesProfile({ classes: ['Alpha', 'Beta'], fields: [] })
const service = salesProfile({ classes: ['Beta'], fields: [] })
const second = {
  type: 'Profile',
  fullName: 'Service',
  files: { 'profiles/Service.profile': service.text },
}
let flow: FlowStack

afterEach(() => flow.org.admin('DELETE', 'faults'))

async function initialized() {
  flow = await world.connect()
  const edits = [alpha.edit(), beta.edit(), apexClass('Gamma').edit(), profile.edit, second]
  for (const edit of edits) await flow.org.edit(edit)
  const includeSpecs = 'unpackaged/~/ApexClass\nunpackaged/~/Profile'
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  return await cloneOf(world.folder, flow)
}

const poison = (component: string) =>
  flow.org.admin('POST', 'faults', { kind: 'poisonedComponent', component })
const notices = (name: string) => [
  { subject: 'MetadataKept', body: { kept: [{ reason: 'notRetrieved', count: 1, names: [name] }] } },
]

test('a class that no retrieve survives is left out alone, with what profiles say of it', async () => {
  const clone = await initialized()
  await poison('ApexClass/Alpha')
  await flow.org.edit(beta.edit('// edited'))
  const { job, output } = await flowInAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null, notices: notices('ApexClass Alpha') })
  expect(output.retrieveResult?.changes.map((one) => one.componentName)).toEqual(['Beta'])
  await clone.pull()
  expect(await clone.read(beta.file)).toBe(beta.body('// edited'))
  expect(await clone.read(alpha.file)).toBe(alpha.body('// first'))
})

test('a profile that no retrieve survives is left out alone', async () => {
  const clone = await initialized()
  await poison('Profile/Sales')
  await flow.org.edit(beta.edit('// edited'))
  const { job, output } = await flowInAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null, notices: notices('Profile Sales') })
  expect(output.retrieveResult?.changes.map((one) => one.componentName)).toEqual(['Beta'])
  await clone.pull()
  expect(await clone.read(profile.file)).toBe(profile.text)
})

test('a first retrieve without a class that it cannot retrieve says so', async () => {
  flow = await world.connect()
  for (const edit of [alpha.edit(), beta.edit()]) await flow.org.edit(edit)
  await poison('ApexClass/Alpha')
  const { job } = await initialize(world.ctx, flow, { includeSpecs: 'unpackaged/~/ApexClass' })
  expect(job).toMatchObject({ outcome: 'Succeeded', notices: notices('ApexClass Alpha') })
})
