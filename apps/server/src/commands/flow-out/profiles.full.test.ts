import { expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initialize, environmentOf, flowInAll, flowOutAll } from '../testing/run-job.ts'
import { alpha, apexClass, beta, car } from '../testing/sample-metadata.ts'
import { undeployedRows } from '../testing/undeployed-rows.ts'
import { type WorkingCopy, cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const path = 'profiles/Sales.profile'
const file = `src/unpackaged/${path}`
const includeSpecs = ['ApexClass', 'CustomObject', 'Profile'].map((type) => `unpackaged/~/${type}`).join('\n')

const element = (list: string, parts: Record<string, string>) =>
  `    <${list}>\n${Object.entries(parts)
    .map(([part, text]) => `        <${part}>${text}</${part}>\n`)
    .join('')}    </${list}>\n`
const apex = (name: string, enabled = 'true') => element('classAccesses', { apexClass: name, enabled })
const color = element('fieldPermissions', { editable: 'true', field: 'Car__c.Color__c', readable: 'true' })
const ranges = element('loginIpRanges', { endAddress: '9.9.9.9', startAddress: '9.9.9.1' })
const permission = (name: string, enabled = 'true') => element('userPermissions', { enabled, name })
const custom = '    <custom>true</custom>\n'

/** The profile Sales with these entries, in the order in which the service writes them. */
const profile = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Profile xmlns="http://soap.sforce.com/2006/04/metadata">\n${entries.join('')}</Profile>\n`

interface Stack {
  readonly flow: FlowStack
  readonly clone: WorkingCopy
}

async function stackWith(text: string, facts: Record<string, unknown> = {}): Promise<Stack> {
  const flow = await world.connect()
  const edits = [
    alpha.edit(),
    beta.edit(),
    car.edit(),
    { type: 'Profile', fullName: 'Sales', files: { [path]: text } },
  ]
  for (const edit of edits) await flow.org.edit(edit)
  await flow.org.admin('PATCH', `orgs/${flow.org.id}`, { facts })
  const { job } = await initialize(world.ctx, flow, { includeSpecs })
  expect(job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.read(file)).toBe(text)
  return { flow, clone }
}

/** What an administrator does in the org: entries that are not named stay. */
const edit = (flow: FlowStack, ...entries: string[]) =>
  flow.org.edit({ type: 'Profile', fullName: 'Sales', files: { [path]: profile(...entries) } })
const inOrg = async (flow: FlowStack) => (await flow.org.text('Profile', 'Sales'))?.[path]

/** A flow in that finds nothing to commit. */
async function expectNothingNew({ flow, clone }: Stack): Promise<void> {
  const before = await clone.git('rev-parse', 'HEAD')
  const { job } = await flowInAll(world.ctx, flow)
  expect(job.error).toBeNull()
  await clone.pull()
  expect(await clone.git('rev-parse', 'HEAD')).toBe(before)
}

const undeployed = (flow: FlowStack) => undeployedRows(world.ctx, flow)

test('access that the branch no longer gives ends in the org, and what an administrator changed there stays', async () => {
  const { flow, clone } = await stackWith(profile(apex('Alpha'), apex('Beta'), custom, color))
  await edit(flow, apex('Beta', 'false'))
  await clone.push({ [file]: profile(apex('Beta'), custom) })
  const { job, output } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.attempts).toHaveLength(1)
  const none = color.replaceAll('true', 'false')
  expect(await inOrg(flow)).toBe(profile(apex('Alpha', 'false'), apex('Beta', 'false'), custom, none))
  await flowInAll(world.ctx, flow)
  await clone.pull()
  expect(await clone.read(file)).toBe(profile(apex('Beta', 'false'), custom))
})

test('a user permission that the branch no longer gives ends in an org that shows only enabled ones', async () => {
  const before = profile(custom, permission('ExportReport'), permission('ViewSetup'))
  const stack = await stackWith(before, { omitsDisabledPermissions: true })
  const { flow, clone } = stack
  await clone.push({ [file]: profile(custom, permission('ViewSetup')) })
  expect((await flowOutAll(world.ctx, flow)).job.error).toBeNull()
  expect(await inOrg(flow)).toBe(
    profile(custom, permission('ExportReport', 'false'), permission('ViewSetup')),
  )
  await expectNothingNew(stack)
})

test('an entry that the org does not know is left out alone, listed, and deployed once the org knows it', async () => {
  const stack = await stackWith(profile(apex('Alpha'), custom), { unknownUserPermissions: ['ManageHpi'] })
  const { flow, clone } = stack
  const head = profile(apex('Alpha'), apex('Beta'), custom, permission('ManageHpi'), permission('ViewSetup'))
  await clone.push({ [file]: head })
  const { job, output } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.attempts).toHaveLength(2)
  expect(await inOrg(flow)).toBe(profile(apex('Alpha'), apex('Beta'), custom, permission('ViewSetup')))
  expect(output.successes).toMatchObject([{ componentType: 'Profile', componentName: 'Sales' }])
  expect(output.failures).toMatchObject([
    {
      componentName: 'Sales',
      problems: [
        {
          description: 'Left out alone: userPermissions ManageHpi. Unknown user permission: ManageHpi',
          entry: 'userPermissions ManageHpi',
        },
      ],
    },
  ])
  await expectNothingNew(stack)
  expect(await undeployed(flow)).toHaveLength(1)
  await edit(flow, apex('Beta', 'false'))
  await flow.org.admin('PATCH', `orgs/${flow.org.id}`, { facts: { unknownUserPermissions: [] } })
  expect((await flowOutAll(world.ctx, flow)).job.error).toBeNull()
  expect(await inOrg(flow)).toBe(
    profile(apex('Alpha'), apex('Beta', 'false'), custom, permission('ManageHpi'), permission('ViewSetup')),
  )
  expect(await undeployed(flow)).toEqual([])
})

const packageFile =
  '<?xml version="1.0" encoding="UTF-8"?>\n<InstalledPackage xmlns="http://soap.sforce.com/2006/04/metadata">\n    <activateRSS>false</activateRSS>\n    <versionNumber>3.4</versionNumber>\n</InstalledPackage>\n'
const installed = {
  type: 'InstalledPackage',
  fullName: 'there',
  files: { 'installedPackages/there.installedPackage': packageFile },
}

test('entries about a package that the org lacks are left out from the first attempt on, each named', async () => {
  const { flow, clone } = await stackWith(profile(apex('Alpha'), custom))
  for (const change of [installed, apexClass('there__Tool').edit()]) await flow.org.edit(change)
  const classes = ['acme__One', 'acme__Two', 'there__Tool'].map((name) => apex(name))
  const note = element('fieldPermissions', {
    editable: 'true',
    field: 'acme__Trip__c.Note__c',
    readable: 'true',
  })
  await clone.push({ [file]: profile(apex('Alpha'), apex('Beta'), ...classes, custom, note) })
  const whole = await flowOutAll(world.ctx, flow, { allOrNothing: true })
  expect(whole.output.attempts?.[0]).toMatchObject({ isSuccessful: false })
  const { job, output } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.attempts).toHaveLength(1)
  expect(await inOrg(flow)).toBe(profile(apex('Alpha'), apex('Beta'), apex('there__Tool'), custom))
  const problems = output.failures?.flatMap((failure) => failure.problems) ?? []
  const entries = [
    'classAccesses acme__One',
    'classAccesses acme__Two',
    'fieldPermissions acme__Trip__c.Note__c',
  ]
  expect(problems.map(({ description }) => description).toSorted()).toEqual(
    entries.map((entry) => `Left out alone: ${entry}. The package acme is not installed in the org.`),
  )
})

test('entries that fail before the last attempt take their profile out with them', async () => {
  const { flow, clone } = await stackWith(profile(custom), { unknownUserPermissions: ['A', 'B'] })
  await clone.push({
    [file]: profile(custom, permission('A'), permission('B')),
    [alpha.file]: alpha.body('// new'),
  })
  const { job, output } = await flowOutAll(world.ctx, flow, { maxNumberAttempts: 3 })
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.successes).toMatchObject([{ componentName: 'Alpha' }])
  expect(output.failures).toMatchObject([
    {
      componentName: 'Sales',
      problems: [
        { description: 'Unknown user permission: A' },
        { description: 'Unknown user permission: B' },
      ],
    },
  ])
  expect(await inOrg(flow)).toBe(profile(custom))
})

test('an entry about a class goes with the class that the same flow out deletes', async () => {
  const stack = await stackWith(profile(apex('Alpha'), apex('Beta'), custom))
  const { flow, clone } = stack
  await clone.push({
    [beta.file]: null,
    [`${beta.file}-meta.xml`]: null,
    [file]: profile(apex('Alpha'), custom),
  })
  const { job, output } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.attempts).toHaveLength(1)
  expect(output.failures).toEqual([])
  expect(await inOrg(flow)).toBe(profile(apex('Alpha'), custom))
  await expectNothingNew(stack)
})

test('what no deployment takes away is listed, comes not back, and is not deployed again and again', async () => {
  const stack = await stackWith(profile(custom, ranges))
  const { flow, clone } = stack
  await clone.push({ [file]: profile(custom), [alpha.file]: alpha.body('// new') })
  const { job, output } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.failures).toMatchObject([
    {
      componentName: 'Sales',
      problems: [{ description: 'The org keeps loginIpRanges: a deployment cannot take it away.' }],
    },
  ])
  expect(await inOrg(flow)).toBe(profile(custom, ranges))
  await expectNothingNew(stack)
  const again = await flowOutAll(world.ctx, flow)
  expect(again.output.diffResult?.diffCounts.anyChanges).toBe(false)
  expect(await undeployed(flow)).toHaveLength(1)
})

test('an entry that an administrator changed otherwise than the branch stops the flow out', async () => {
  const { flow, clone } = await stackWith(profile(apex('Alpha'), custom, color))
  await edit(flow, color.replace('true', 'false'))
  await clone.push({ [file]: profile(apex('Alpha'), custom) })
  const { job } = await flowOutAll(world.ctx, flow)
  expect(job).toMatchObject({
    outcome: 'Failed',
    error: { details: expect.stringContaining('Profile Sales: changed in the org') },
  })
})

test('compared with the org in mode Auto no access is taken away there', async () => {
  const { flow, clone } = await stackWith(profile(apex('Alpha'), custom))
  await clone.push({ [alpha.file]: alpha.body('// deployed') })
  const unreadable = { kind: 'insufficientAccess', operation: 'checkDeployStatus', times: 99 }
  await flow.org.admin('POST', 'faults', unreadable)
  expect((await flowOutAll(world.ctx, flow)).job.outcome).toBe('Failed')
  await flow.org.admin('DELETE', 'faults')
  expect(await environmentOf(world.ctx, flow)).toMatchObject({ needsFullRetrieve: true })
  await edit(flow, apex('Beta'))
  await clone.push({ [file]: profile(apex('Alpha', 'false'), custom) })
  const { job } = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Accept' })
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(await inOrg(flow)).toBe(profile(apex('Alpha', 'false'), apex('Beta'), custom))
})
