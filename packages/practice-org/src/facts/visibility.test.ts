import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { manifest, problemsOf, TestOrg } from '../testing/client.ts'
import { childOf, childrenOf, textOf } from '../xml/element.ts'

let org: TestOrg
const namespace = 'xmlns="http://soap.sforce.com/2006/04/metadata"'
const profile = `<Profile ${namespace}><custom>true</custom></Profile>`
const mail = `<EmailTemplate ${namespace}><available>true</available><encodingKey>UTF-8</encodingKey><name>Mail</name><style>none</style><type>custom</type><uiType>SFX</uiType></EmailTemplate>`
const folder = (root: string): string =>
  `<${root} ${namespace}><name>Folder</name><publicFolderAccess>ReadWrite</publicFolderAccess></${root}>`
const report = `<Report ${namespace}><format>Tabular</format><name>Open</name><reportType>Account</reportType></Report>`

beforeAll(async () => {
  org = await TestOrg.start()
  const files = {
    'package.xml': manifest({
      Profile: ['Sales', 'Service'],
      Report: ['Sales', 'Sales/Open', 'unfiled$public/Mine'],
      EmailTemplate: ['Classic', 'Lightning', 'Lightning/Welcome'],
      GlobalValueSetTranslation: ['Colors-de'],
      Territory2Type: ['Field'],
    }),
    'profiles/Sales.profile': profile,
    'profiles/Service.profile': profile,
    'reports/Sales-meta.xml': folder('ReportFolder'),
    'reports/Sales/Open.report': report,
    'reports/unfiled$public/Mine.report': report,
    'email/Classic-meta.xml': folder('EmailFolder'),
    'email/Lightning-meta.xml': folder('EmailTemplateFolder'),
    'email/Lightning/Welcome.email': '<p>Welcome</p>',
    'email/Lightning/Welcome.email-meta.xml': mail,
    'globalValueSetTranslations/Colors-de.globalValueSetTranslation': `<GlobalValueSetTranslation ${namespace}/>`,
    'territory2Types/Field.territory2Type': `<Territory2Type ${namespace}><name>Field</name><priority>1</priority></Territory2Type>`,
  }
  await org.deploySample(files)
})
afterAll(() => org.stop())
afterEach(async () => {
  await org.setFacts({
    switchedOffTypes: [],
    filtersProfiles: false,
    listsNilTypes: false,
    answersHiddenByName: true,
  })
  await org.admin('PATCH', `/admin/orgs/${org.orgId}/users/Mara Lindqvist`, {
    hidden: [],
    profile: 'System Administrator',
  })
})

/** Names of a list, and its entries; a fault is answered as its text. */
async function listed(type: string, inFolder = ''): Promise<string[]> {
  const query = `<type>${type}</type>${inFolder === '' ? '' : `<folder>${inFolder}</folder>`}`
  const answer = await org.soap(`<listMetadata><queries>${query}</queries></listMetadata>`)
  const fault = textOf(answer, 'faultstring')
  if (fault !== undefined) return [fault]
  return childrenOf(answer, 'result').map((entry) => textOf(entry, 'fullName') ?? '')
}

async function hide(hidden: string[]): Promise<void> {
  await org.admin('PATCH', `/admin/orgs/${org.orgId}/users/Mara Lindqvist`, { hidden })
}

async function problemsOfRetrieve(members: Record<string, string[]>): Promise<string[]> {
  const { result } = await org.retrieve(members)
  return childrenOf(result, 'messages').map((message) => textOf(message, 'problem') ?? '')
}

test('switchedOffTypes: describe omits the type, lists and deployments refuse it, a retrieve says so', async () => {
  await org.setFacts({ switchedOffTypes: ['Territory2Type'] })
  const described = await org.soap('<describeMetadata><asOfVersion>68.0</asOfVersion></describeMetadata>')
  const result = childOf(described, 'result')
  const names = result ? childrenOf(result, 'metadataObjects').map((entry) => textOf(entry, 'xmlName')) : []
  expect(names).toContain('ApexClass')
  expect(names).not.toContain('Territory2Type')
  expect(await listed('Territory2Type')).toEqual([
    'INVALID_TYPE: INVALID_TYPE: Cannot use: Territory2Type in this organization',
  ])
  expect(await problemsOfRetrieve({ Territory2Type: ['Field'] })).toEqual([
    "Entity type 'Territory2Type' is not available in this organization",
  ])
  const deployed = await org.deploy({
    'package.xml': manifest({ Territory2Type: ['Field'] }),
    'territory2Types/Field.territory2Type': `<Territory2Type ${namespace}><name>Field</name></Territory2Type>`,
  })
  expect(problemsOf(deployed)).toEqual([
    'Territory2Type Field: Not available for deploy for this organization',
  ])
  await org.setFacts({ switchedOffTypes: [] })
  expect(await listed('Territory2Type')).toEqual(['Field'])
})

test('switchedOffTypes: folders go with the type of their contents', async () => {
  await org.setFacts({ switchedOffTypes: ['Report'] })
  expect(await listed('ReportFolder')).toEqual([
    'INVALID_TYPE: INVALID_TYPE: Cannot use: ReportFolder in this organization',
  ])
})

test('a folder that is hidden from a user is in no list, and comes when it is named', async () => {
  await hide(['Report/Sales'])
  expect(await listed('ReportFolder')).toEqual([])
  expect(await listed('Report', 'Sales')).toEqual([])
  expect((await org.retrieve({ Report: ['Sales/Open'] })).files).toHaveProperty(['reports/Sales/Open.report'])
  const read = '<readMetadata><type>Report</type><fullNames>Sales/Open</fullNames></readMetadata>'
  const isNil = async (): Promise<boolean> => {
    const result = childOf(await org.soap(read), 'result')
    const record = result && childOf(result, 'records')
    return record?.attributes['xsi:nil'] === 'true'
  }
  expect(await isNil()).toBe(false)
  await org.setFacts({ answersHiddenByName: false })
  expect(await isNil()).toBe(true)
  expect(await problemsOfRetrieve({ Report: ['Sales/Open'] })).toEqual([
    "Entity of type 'Report' named 'Sales/Open' cannot be found",
  ])
})

test('a type that is hidden from a user is listed empty, and only for this user', async () => {
  await hide(['Profile'])
  expect(await listed('Profile')).toEqual([])
  await org.signIn('Tomas Okafor')
  expect(await listed('Profile')).toEqual(['Sales', 'Service'])
  await org.signIn('Mara Lindqvist')
})

test('filtersProfiles: lists and wildcards show a user only the own profile', async () => {
  await org.setFacts({ filtersProfiles: true })
  await org.admin('PATCH', `/admin/orgs/${org.orgId}/users/Mara Lindqvist`, { profile: 'Sales' })
  expect(await listed('Profile')).toEqual(['Sales'])
  const { files } = await org.retrieve({ Profile: ['*'] })
  expect(Object.keys(files).toSorted()).toEqual(['package.xml', 'profiles/Sales.profile'])
})

test('listsNilTypes: value set translations are listed with a nil type', async () => {
  const query = '<queries><type>GlobalValueSetTranslation</type></queries>'
  const typeOf = async (): Promise<unknown> => {
    const answer = await org.soap(`<listMetadata>${query}</listMetadata>`)
    const entry = childOf(answer, 'result')
    const type = entry && childOf(entry, 'type')
    return { text: type?.text, isNil: type?.attributes['xsi:nil'] }
  }
  expect(await typeOf()).toEqual({ text: 'GlobalValueSetTranslation', isNil: undefined })
  await org.setFacts({ listsNilTypes: true })
  expect(await typeOf()).toEqual({ text: '', isNil: 'true' })
})

test('mail folders are listed by their kind, Lightning ones as EmailTemplateFolder', async () => {
  expect(await listed('EmailFolder')).toEqual(['Classic'])
  expect(await listed('EmailTemplateFolder')).toEqual(['Lightning'])
  expect(await listed('EmailTemplate', 'Lightning')).toEqual(['Lightning/Welcome'])
  const { files } = await org.retrieve({ EmailTemplate: ['Lightning', 'Lightning/Welcome'] })
  expect(Object.keys(files).toSorted()).toEqual([
    'email/Lightning-meta.xml',
    'email/Lightning/Welcome.email',
    'email/Lightning/Welcome.email-meta.xml',
    'package.xml',
  ])
})

test('the public folder is in no list of folders, its contents are in the list that names it', async () => {
  expect(await listed('ReportFolder')).toEqual(['Sales'])
  expect(await listed('Report', 'unfiled$public')).toEqual(['unfiled$public/Mine'])
  expect((await org.retrieve({ Report: ['unfiled$public/Mine'] })).files).toHaveProperty([
    'reports/unfiled$public/Mine.report',
  ])
})

test('unknown facts and wrong values are refused, known ones are listed with their meaning', async () => {
  const patch = (facts: object): ReturnType<TestOrg['admin']> =>
    org.admin('PATCH', `/admin/orgs/${org.orgId}`, { facts })
  expect((await patch({ noSuchFact: true })).status).toBe(400)
  expect((await patch({ switchedOffTypes: true })).status).toBe(400)
  const known = await org.admin('GET', '/admin/facts')
  expect(known).toMatchObject({
    switchedOffTypes: { usual: [] },
    listsNilTypes: { usual: false, meaning: expect.stringContaining('nil') },
  })
})
