import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const types = ['ApexClass', 'CustomField', 'CustomObject', 'CustomTab', 'ListView', 'Profile']
const includeSpecs = types.map((type) => `unpackaged/~/${type}`).join('\n')

const path = 'profiles/Bookings.profile'
const object = 'sigbook__Booking__c'
const entry = (list: string, parts: Record<string, string>) =>
  `    <${list}>\n${Object.entries(parts)
    .map(([part, text]) => `        <${part}>${text}</${part}>\n`)
    .join('')}    </${list}>\n`

/** A profile with entries about every kind of component of the package. */
const profile = (enabled: boolean) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Profile xmlns="http://soap.sforce.com/2006/04/metadata">
${entry('classAccesses', { apexClass: 'sigbook__BookingService', enabled: String(enabled) })}    <custom>true</custom>
${entry('fieldPermissions', { editable: 'false', field: `${object}.sigbook__End__c`, readable: 'true' })}${entry('objectPermissions', { allowCreate: 'true', allowDelete: 'false', allowEdit: 'true', allowRead: 'true', modifyAllRecords: 'false', object, viewAllRecords: 'false' })}${entry('tabVisibilities', { tab: object, visibility: 'DefaultOn' })}    <userLicense>Salesforce</userLicense>
</Profile>
`
const part = (text: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">${text}</CustomObject>`
const noteField =
  '<fields><fullName>Note__c</fullName><label>Note</label><length>20</length><type>Text</type></fields>'

test('what a profile gives to a package comes with it, and of the package only what the org put into it', async () => {
  const flow = await world.connect({ bundled: true })
  const edit = (enabled: boolean) =>
    flow.org.edit({ type: 'Profile', fullName: 'Bookings', files: { [path]: profile(enabled) } })
  await edit(true)
  await flow.org.edit({ type: 'CustomField', fullName: `${object}.Note__c`, text: part(noteField) })
  const { job } = await initialize(world.ctx, flow, { includeSpecs })
  expect(job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.read(`src/unpackaged/${path}`)).toBe(profile(true))
  const packaged = (await clone.files()).filter((file) => file.includes('sigbook__'))
  expect(packaged).toEqual([`src/unpackaged/objects/${object}.object`])
  const text = await clone.read(`src/unpackaged/objects/${object}.object`)
  expect(text).toContain('<fullName>Note__c</fullName>')
  expect(text).not.toMatch(/sigbook__|<pluralLabel>/u)

  await edit(false)
  const { job: again, output } = await flowInAll(world.ctx, flow)
  expect(again.error).toBeNull()
  expect(output.combinedGitCommitResult?.fileResults).toHaveLength(1)
  await clone.pull()
  expect(await clone.read(`src/unpackaged/${path}`)).toBe(profile(false))
})
