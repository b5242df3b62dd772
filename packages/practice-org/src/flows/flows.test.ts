import { afterEach, beforeEach, expect, test } from 'vitest'
import { manifest, problemsOf, TestOrg } from '../testing/client.ts'
import { textOf } from '../xml/element.ts'

let org: TestOrg
beforeEach(async () => {
  org = await TestOrg.start()
  await org.deploySample({ 'package.xml': manifest({ Flow: ['Remind'] }), ...flow('First', 'Active') })
  await org.setFacts({ keepsFlowVersions: true })
})
afterEach(() => org.stop())

const namespace = 'xmlns="http://soap.sforce.com/2006/04/metadata"'
const path = 'flows/Remind.flow'
const flow = (label: string, status: string): Record<string, string> => ({
  [path]: `<Flow ${namespace}><label>${label}</label><processType>AutoLaunchedFlow</processType><status>${status}</status></Flow>`,
})
const definition = (active: number): Record<string, string> => ({
  'flowDefinitions/Remind.flowDefinition': `<FlowDefinition ${namespace}><activeVersionNumber>${active}</activeVersionNumber></FlowDefinition>`,
})
const deployFlow = (label: string, status: string): Promise<void> =>
  org.deploySample({ 'package.xml': manifest({ Flow: ['Remind'] }), ...flow(label, status) })
const activate = async (active: number): Promise<string[]> =>
  problemsOf(
    await org.deploy({ 'package.xml': manifest({ FlowDefinition: ['Remind'] }), ...definition(active) }),
  )
const remove = async (name: string): Promise<string[]> =>
  problemsOf(
    await org.deploy({ 'package.xml': manifest({}), 'destructiveChanges.xml': manifest({ Flow: [name] }) }),
  )

/** Numbers and states of the versions, oldest first. */
async function versions(): Promise<string[]> {
  const soql = encodeURIComponent(
    "SELECT VersionNumber, Status FROM Flow WHERE Definition.DeveloperName = 'Remind' ORDER BY VersionNumber",
  )
  const { body } = await org.rest(`/tooling/query?q=${soql}`)
  if (typeof body !== 'object' || body === null || !('records' in body) || !Array.isArray(body.records))
    return []
  return body.records.map((row) => `${row.VersionNumber} ${row.Status}`)
}

async function statusInFile(): Promise<string | undefined> {
  const text = (await org.retrieve({ Flow: ['Remind'] })).files[path]
  return /<status>(\w+)<\/status>/.exec(text ?? '')?.[1]
}

test('in production an active flow lands as a draft, and the version before stays active', async () => {
  await deployFlow('Second', 'Active')
  expect(await versions()).toEqual(['1 Active', '2 Draft'])
  expect(await statusInFile()).toBe('Draft')
})

test('with the setting, and in a sandbox, it is active', async () => {
  const settings = `<FlowSettings ${namespace}><enableFlowDeployAsActiveEnabled>true</enableFlowDeployAsActiveEnabled></FlowSettings>`
  await org.deploySample({
    'package.xml': manifest({ Settings: ['Flow'] }),
    'settings/Flow.settings': settings,
  })
  await deployFlow('Second', 'Active')
  expect(await versions()).toEqual(['1 Obsolete', '2 Active'])
  await org.deploySample({
    'package.xml': manifest({ Settings: ['Flow'] }),
    'settings/Flow.settings': settings.replace('true', 'false'),
  })
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { isSandbox: true })
  await deployFlow('Third', 'Active')
  expect(await versions()).toEqual(['1 Obsolete', '2 Obsolete', '3 Active'])
})

test('a change of the status alone changes nothing', async () => {
  await deployFlow('First', 'Obsolete')
  expect(await versions()).toEqual(['1 Active'])
})

test('a FlowDefinition says which version is active, also beside the flow, and 0 switches it off', async () => {
  await deployFlow('Second', 'Draft')
  expect(await activate(2)).toEqual([])
  expect(await versions()).toEqual(['1 Obsolete', '2 Active'])
  expect(await statusInFile()).toBe('Active')
  await org.deploySample({
    'package.xml': manifest({ Flow: ['Remind'], FlowDefinition: ['Remind'] }),
    ...flow('Third', 'Draft'),
    ...definition(1),
  })
  expect(await versions()).toEqual(['1 Active', '2 Obsolete', '3 Draft'])
  expect(await activate(0)).toEqual([])
  expect(await versions()).toEqual(['1 Obsolete', '2 Obsolete', '3 Draft'])
  expect(await activate(9)).toEqual(['FlowDefinition Remind: Invalid version number'])
})

test('a flow is deleted by its versions, the active one not, the flow with the last one', async () => {
  await deployFlow('Second', 'Draft')
  expect(await remove('Remind')).toEqual(['Flow Remind: insufficient access rights on cross-reference id'])
  expect(await remove('Remind-1')).toHaveLength(1)
  expect(await remove('Remind-2')).toEqual([])
  expect((await org.retrieve({ Flow: ['Remind'] })).files[path]).toContain('<label>First</label>')
  await activate(0)
  expect(await remove('Remind-1')).toEqual([])
  const { files } = await org.retrieve({ Flow: ['*'], FlowDefinition: ['*'] })
  expect(Object.keys(files)).toEqual(['package.xml'])
})

test('flows that were there before have a definition, with their dates', async () => {
  const { files, result } = await org.retrieve({ FlowDefinition: ['Remind'] })
  expect(files['flowDefinitions/Remind.flowDefinition']).toContain('<activeVersionNumber>1<')
  expect(textOf(result, 'success')).toBe('true')
  const soql = encodeURIComponent('SELECT ApiName, IsActive, VersionNumber FROM FlowDefinitionView')
  const { body } = await org.rest(`/query?q=${soql}`)
  expect(body).toMatchObject({ records: [{ ApiName: 'Remind', IsActive: true, VersionNumber: 1 }] })
})
