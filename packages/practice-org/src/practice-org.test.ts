import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apexClass, manifest, objectFile, problemsOf, TestOrg, textField } from './testing/client.ts'
import { childOf, childrenOf, textOf } from './xml/element.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
})
afterAll(() => org.stop())

const at = (path: string): string => `/admin/orgs/${org.orgId}${path}`
const greeter = 'public class Greeter {\n  public String greet() {\n    return null;\n  }\n}'
const greeterTest =
  '@IsTest\nprivate class GreeterTest {\n  @IsTest static void greets() {\n    new Greeter().greet();\n  }\n}'

async function rowsOf(soql: string): Promise<unknown> {
  const { body } = await org.rest(`/tooling/query?q=${encodeURIComponent(soql)}`)
  return typeof body === 'object' && body !== null && 'records' in body ? body.records : body
}

test('a file in the folder of the org says how its tests end and how much they cover', async () => {
  const rules = {
    outcomes: { 'GreeterTest.greets': { outcome: 'Fail', message: 'System.AssertException: not today' } },
  }
  const rulesFile = join(org.dataDir, 'orgs', org.orgId, 'test-rules.json')
  const files = {
    'package.xml': manifest({ ApexClass: ['Greeter', 'GreeterTest'] }),
    ...apexClass('Greeter', greeter),
    ...apexClass('GreeterTest', greeterTest),
  }
  const level = '<testLevel>RunLocalTests</testLevel>'
  const testsOf = async (text: string): Promise<ReturnType<typeof childOf>> => {
    await writeFile(rulesFile, text)
    const result = await org.deploy(files, level)
    return childOf(childOf(result, 'details') ?? result, 'runTestResult')
  }
  const failed = await testsOf(JSON.stringify(rules))
  expect(failed && childrenOf(failed, 'failures').map((entry) => textOf(entry, 'message'))).toEqual([
    'System.AssertException: not today',
  ])
  const uncovered = await testsOf(JSON.stringify({ coverage: { Greeter: 10 } }))
  expect(uncovered && childrenOf(uncovered, 'codeCoverageWarnings').length).toBeGreaterThan(0)
  const passed = await testsOf('{}')
  expect(passed && textOf(passed, 'numFailures')).toBe('0')
})

test('a change set shows as a deployment of its own kind, and not in source tracking', async () => {
  await org.admin('PATCH', at(''), { tracksSource: true })
  const edits = [{ type: 'ApexClass', fullName: 'Quiet', files: apexClass('Quiet', 'public class Quiet {}') }]
  const { id } = await org.admin('POST', at('/change-sets'), {
    user: 'Jonas Becker',
    name: 'At night',
    edits,
  })
  const [row] = [
    await rowsOf(`SELECT Type, ChangeSetName, Status FROM DeployRequest WHERE Id = '${String(id)}'`),
  ]
  expect(row).toMatchObject([{ Type: 'Changeset', ChangeSetName: 'At night', Status: 'Succeeded' }])
  expect(await rowsOf("SELECT Id FROM SourceMember WHERE MemberName = 'Quiet'")).toEqual([])
  expect((await org.retrieve({ ApexClass: ['Quiet'] })).files).toHaveProperty(['classes/Quiet.cls'])
})

test('the export holds everything, and is a seed of the same org', async () => {
  await org.deploy({
    'package.xml': manifest({ CustomObject: ['Account'] }),
    'objects/Account.object': objectFile(textField('Alpha__c')),
  })
  const answer = await fetch(org.origin + at('/export'))
  const zip = Buffer.from(await answer.arrayBuffer())
  expect(Object.keys(unzipSync(zip))).toEqual(
    expect.arrayContaining(['package.xml', 'objects/Account.object']),
  )
  const seed = join(org.dataDir, 'exported.zip')
  await writeFile(seed, zip)
  const listed = async (name: string): Promise<string[]> => {
    const { list } = await org.admin('GET', `/admin/orgs/${encodeURIComponent(name)}/components`)
    return Array.isArray(list) ? list.map((item) => `${item.type} ${item.fullName}`).toSorted() : []
  }
  await org.admin('POST', '/admin/orgs', { name: 'Twin', seed })
  expect(await listed('Twin')).toEqual(await listed(org.orgId))
})

test('a preview sandbox speaks one API version more than production', async () => {
  await org.admin('POST', '/admin/orgs', { name: 'Preview', isSandbox: true, platformVersion: '69.0' })
  const { accessToken } = await org.admin('POST', '/admin/sessions', { org: 'Preview' })
  const ask = async (path: string, token: string): Promise<Response> =>
    fetch(`${org.origin}/services/data${path}`, { headers: { authorization: `Bearer ${token}` } })
  const statusOf = async (version: string, token: string): Promise<number> =>
    (await ask(`/v${version}/limits`, token)).status
  const newest = async (token: string): Promise<string> => {
    const list: { version: string }[] = await (await ask('', token)).json()
    return list.at(-1)?.version ?? ''
  }
  expect([await newest(String(accessToken)), await newest(org.token)]).toEqual(['69.0', '68.0'])
  expect(await statusOf('69.0', String(accessToken))).toBe(200)
  expect(await statusOf('70.0', String(accessToken))).toBe(404)
  expect(await statusOf('69.0', org.token)).toBe(404)
  expect(await statusOf('68.0', org.token)).toBe(200)
})

test('the journal tells every accepted effect once, failures and validations too', async () => {
  await org.admin('DELETE', '/admin/journal')
  const files = {
    'package.xml': manifest({ ApexClass: ['Noted'] }),
    ...apexClass('Noted', 'public class Noted {}'),
  }
  await org.deploy(files, '<checkOnly>true</checkOnly>')
  const broken = await org.deploy({ ...files, ...apexClass('Noted', 'public class Noted {') })
  expect(problemsOf(broken)).toHaveLength(1)
  const edit = {
    user: 'Mara Lindqvist',
    type: 'ApexClass',
    fullName: 'Noted',
    files: apexClass('Noted', 'public class Noted {}'),
  }
  await org.admin('POST', at('/components'), edit)
  const { list } = await org.admin('GET', '/admin/journal')
  const told = Array.isArray(list) ? list.map(({ kind, checkOnly, status }) => [kind, checkOnly, status]) : []
  expect(told).toEqual([
    ['deployAccepted', true, undefined],
    ['deploy', true, 'Succeeded'],
    ['deployAccepted', false, undefined],
    ['deploy', false, 'Failed'],
    ['edit', false, undefined],
  ])
})

test('an org that was being made when the process died is gone, the others are whole', async () => {
  const { id } = await org.admin('POST', '/admin/orgs', { name: 'Half', bundled: true })
  await writeFile(join(org.dataDir, 'orgs', String(id), 'unfinished'), '')
  await org.restart()
  const { list } = await org.admin('GET', '/admin/orgs')
  expect(Array.isArray(list) && list.map(({ name }) => name)).toEqual(expect.not.arrayContaining(['Half']))
  expect(await org.admin('GET', at(''))).toMatchObject({ name: 'Northbeam Lighting' })
})
