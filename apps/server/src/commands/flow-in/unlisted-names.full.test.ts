import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import type { OrgEdit } from '../testing/test-org.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

const xml = (root: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://soap.sforce.com/2006/04/metadata">\n${content}</${root}>\n`
const edit = (type: string, fullName: string, files: Record<string, string>): OrgEdit => ({
  type,
  fullName,
  files,
})
const mailTemplate = (name: string) => ({
  [`email/${name}.email`]: 'Hello',
  [`email/${name}.email-meta.xml`]: xml(
    'EmailTemplate',
    '    <available>true</available>\n    <encodingKey>UTF-8</encodingKey>\n    <name>Hello</name>\n    <style>none</style>\n    <subject>Hello</subject>\n    <type>text</type>\n',
  ),
})

/** What a branch holds of an org with these components, after its initialization and after a flow in. */
async function filesOf(edits: readonly OrgEdit[], facts: Record<string, unknown> = {}) {
  const flow = await world.connect()
  await flow.org.admin('PATCH', `orgs/${flow.org.id}`, { facts })
  for (const one of [alpha.edit(), ...edits]) await flow.org.edit(one)
  const types = ['ApexClass', ...new Set(edits.map(({ type }) => type.replace(/Folder$/, '')))]
  const includeSpecs = types.map((type) => `unpackaged/~/${type}`).join('\n')
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  const files = (await clone.files()).filter((path) => path.startsWith('src/unpackaged/'))
  const { job, output } = await flowInAll(world.ctx, flow)
  expect([job.error, job.notices, output.retrieveResult?.changes]).toEqual([null, [], []])
  return files.map((path) => path.slice('src/unpackaged/'.length))
}

test('reports and mail templates of the public folder come into the branch', async () => {
  const report = xml(
    'Report',
    '    <format>Tabular</format>\n    <name>Mine</name>\n    <reportType>Opportunity</reportType>\n',
  )
  const files = await filesOf([
    edit('Report', 'unfiled$public/Mine', { 'reports/unfiled$public/Mine.report': report }),
    edit('EmailTemplate', 'unfiled$public/Hello', mailTemplate('unfiled$public/Hello')),
  ])
  expect(files).toContain('reports/unfiled$public/Mine.report')
  expect(files).toContain('email/unfiled$public/Hello.email')
})

test('mail templates in Lightning folders come into the branch', async () => {
  const folder = xml('EmailTemplateFolder', '    <name>Lightning</name>\n')
  const files = await filesOf([
    edit('EmailTemplateFolder', 'Lightning', { 'email/Lightning-meta.xml': folder }),
    edit('EmailTemplate', 'Lightning/Hello', mailTemplate('Lightning/Hello')),
  ])
  expect(files).toContain('email/Lightning/Hello.email')
})

test('components that are listed without their type come into the branch', async () => {
  const values = xml(
    'GlobalValueSet',
    '    <customValue>\n        <fullName>One</fullName>\n        <default>false</default>\n        <label>One</label>\n    </customValue>\n    <masterLabel>Colors</masterLabel>\n    <sorted>false</sorted>\n',
  )
  const translation = xml(
    'GlobalValueSetTranslation',
    '    <valueTranslation>\n        <masterLabel>One</masterLabel>\n        <translation>Eins</translation>\n    </valueTranslation>\n',
  )
  const path = 'globalValueSetTranslations/Colors-de.globalValueSetTranslation'
  const files = await filesOf(
    [
      edit('GlobalValueSet', 'Colors', { 'globalValueSets/Colors.globalValueSet': values }),
      edit('GlobalValueSetTranslation', 'Colors-de', { [path]: translation }),
    ],
    { listsNilTypes: true },
  )
  expect(files).toContain(path)
})

test.each(['Account-Sales__EMEA', 'Sales__Plan__c-Sales__EMEA'])(
  'the layout %s, with two underscores in a name that the org lists as its own, comes into the branch',
  async (name) => {
    const layout = xml('Layout', '    <showEmailCheckbox>false</showEmailCheckbox>\n')
    const path = `layouts/${name}.layout`
    expect(await filesOf([edit('Layout', name, { [path]: layout })])).toContain(path)
  },
)
