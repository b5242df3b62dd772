import { afterEach, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { flowInAll, flowOutAll, initialize } from '../testing/run-job.ts'
import { alpha, beta, car } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const profile = salesProfile({ classes: ['Alpha'], fields: ['Car__c.Color__c'] })
const includeSpecs = ['ApexClass', 'CustomObject', 'Profile'].map((type) => `unpackaged/~/${type}`).join('\n')
let flow: FlowStack

afterEach(() => flow.org.admin('DELETE', 'faults'))

const unlistable = (component: string) =>
  flow.org.admin('POST', 'faults', { kind: 'unlistableType', component })

async function initialized() {
  flow = await world.connect()
  for (const edit of [alpha.edit(), beta.edit(), car.edit(), profile.edit]) await flow.org.edit(edit)
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  return await cloneOf(world.folder, flow)
}

test('files of a type whose list fails stay, with what profiles say of it, and the job names the type', async () => {
  const clone = await initialized()
  await unlistable('CustomObject')
  await flow.org.edit(beta.edit('// edited'))
  await flow.org.edit(car.edit({ Color__c: 30 }))
  const { job, output } = await flowInAll(world.ctx, flow)
  expect(job).toMatchObject({
    outcome: 'Succeeded',
    error: null,
    notices: [
      { subject: 'TypesNotListed', body: { types: ['CustomObject'] } },
      {
        subject: 'MetadataKept',
        body: { kept: [{ reason: 'typeNotListed', count: 1, names: ['CustomObject'] }] },
      },
    ],
  })
  expect(output.retrieveResult?.changes.map((one) => one.componentName)).toEqual(['Beta'])
  await clone.pull()
  expect(await clone.read(car.file)).toBe(car.text({ Color__c: 20 }))
  expect(await clone.read(profile.file)).toBe(profile.text)
  await flow.org.admin('DELETE', 'faults')
  const second = await flowInAll(world.ctx, flow)
  expect(second.job.notices).toEqual([])
  expect(second.output.retrieveResult?.changes.map((one) => one.componentName)).toEqual(['Car__c.Color__c'])
})

test('a change that waits to be deployed stays when the list of its type fails', async () => {
  const clone = await initialized()
  const refused = alpha.body('Object other = new Unknown();')
  await clone.push({ [alpha.file]: refused, [beta.file]: beta.body('// ours') })
  await flowOutAll(world.ctx, flow)
  await unlistable('ApexClass')
  expect((await flowInAll(world.ctx, flow)).job).toMatchObject({ outcome: 'Succeeded', error: null })
  await clone.pull()
  expect(await clone.read(alpha.file)).toBe(refused)
})
