import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { alpha, car } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const specs = (...types: string[]) => types.map((type) => `unpackaged/~/${type}`).join('\n')

test('a profile retrieved without its objects keeps their entries and follows the rest', async () => {
  const flow = await world.connect()
  const before = salesProfile({ classes: ['Alpha'], fields: ['Car__c.Color__c'] })
  const after = salesProfile({ classes: ['Alpha'], fields: ['Car__c.Color__c'], enabled: false })
  for (const edit of [alpha.edit(), car.edit(), before.edit]) await flow.org.edit(edit)
  await initialize(world.ctx, flow, { includeSpecs: specs('ApexClass', 'CustomObject', 'Profile') })
  const clone = await cloneOf(world.folder, flow)
  await clone.push({ '.sluiceinclude': specs('ApexClass', 'Profile') })
  await flow.org.edit(after.edit)
  const { job } = await flowInAll(world.ctx, flow)
  expect(job.error).toBeNull()
  await clone.pull()
  expect(await clone.files()).not.toContain(car.file)
  expect(await clone.read(before.file)).toBe(after.text)
})

test('a list that is newer than the product is brought in and told', async () => {
  const flow = await world.connect()
  const profile = salesProfile({ classes: ['Alpha'], fields: [] })
  for (const edit of [alpha.edit(), profile.edit]) await flow.org.edit(edit)
  await initialize(world.ctx, flow, { includeSpecs: specs('ApexClass', 'Profile') })
  const news = ['A', 'B'].map(
    (name) => `    <newAccesses>\n        <thing>${name}</thing>\n    </newAccesses>\n`,
  )
  const text = profile.text.replace('    <userLicense>', `${news.join('')}    <userLicense>`)
  await flow.org.edit({ ...profile.edit, files: { [profile.path]: text } })
  const { job } = await flowInAll(world.ctx, flow)
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.read(profile.file)).toContain('<thing>B</thing>')
  expect(job.notices).toMatchObject([
    { subject: 'UnknownMetadata', body: { types: [], lists: ['Profile/newAccesses'] } },
  ])
})

const permissionSet = (field: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<PermissionSet xmlns="http://soap.sforce.com/2006/04/metadata">\n${field}    <hasActivationRequired>false</hasActivationRequired>\n    <label>Sales</label>\n</PermissionSet>\n`

test('access that a permission set no longer gives leaves the branch, also to what is not tracked', async () => {
  const flow = await world.connect()
  const path = 'permissionsets/Sales.permissionset'
  const field =
    '    <fieldPermissions>\n        <editable>true</editable>\n        <field>Car__c.Color__c</field>\n        <readable>true</readable>\n    </fieldPermissions>\n'
  const set = (content: string) => ({ type: 'PermissionSet', fullName: 'Sales', files: { [path]: content } })
  for (const edit of [alpha.edit(), car.edit(), set(permissionSet(field))]) await flow.org.edit(edit)
  await initialize(world.ctx, flow, { includeSpecs: specs('ApexClass', 'PermissionSet') })
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.read(`src/unpackaged/${path}`)).toBe(permissionSet(field))
  await flow.org.edit(set(permissionSet('')))
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  await clone.pull()
  expect(await clone.read(`src/unpackaged/${path}`)).toBe(permissionSet(''))
})
