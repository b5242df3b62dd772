import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifest, problemsOf, TestOrg } from '../testing/client.ts'
import { childOf, childrenOf, textOf } from '../xml/element.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start({ pollIntervalSeconds: 0 })
})
afterAll(() => org.stop())

const at = (label: string): string => `/admin/orgs/${encodeURIComponent(label)}/components`
const production = 'Northbeam Lighting'
const [dev, uat] = [`${production} – dev`, `${production} – uat`]

interface Listed {
  type: string
  fullName: string
  lastModifiedByName: string
  lastModifiedDate: string
  manageableState: string
  namespacePrefix?: string
}

async function listOf(label: string): Promise<Listed[]> {
  const response = await fetch(`${org.origin}${at(label)}`)
  return response.json()
}

async function component(label: string, type: string, name: string): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ type, name })
  return org.admin('GET', `${at(label)}?${query}`)
}

async function filesIn(label: string, type: string, name: string): Promise<Record<string, string>> {
  const { files } = await component(label, type, name)
  return Object.fromEntries(Object.entries(files ?? {}).map(([path, text]) => [path, String(text)]))
}

/** What differs between an org and production: names with the person who did it. */
async function driftOf(label: string): Promise<string[]> {
  const before = new Map((await listOf(production)).map((item) => [`${item.type} ${item.fullName}`, item]))
  const drift: string[] = []
  for (const item of await listOf(label)) {
    const key = `${item.type} ${item.fullName}`
    const twin = before.get(key)
    before.delete(key)
    if (!twin) drift.push(`+ ${key} ${item.lastModifiedByName}`)
    else if (twin.lastModifiedDate !== item.lastModifiedDate)
      drift.push(`~ ${key} ${item.lastModifiedByName}`)
  }
  return [...drift, ...[...before.keys()].map((key) => `- ${key}`)].toSorted()
}

test('the developer sandbox has drifted, by people with names', async () => {
  expect(await driftOf(dev)).toEqual([
    '+ ApexClass GoodwillPolicy Tomas Okafor',
    '+ ApexClass GoodwillPolicyTest Tomas Okafor',
    '+ CustomField Warranty_Claim__c.Repair_Partner__c Tomas Okafor',
    '+ Flow Repair_Partner_Notice Elena Marchetti',
    '- ApexClass AccountMergeGuard',
    '- ApexClass AccountMergeGuardTest',
    '- CustomField Opportunity.Rebate_Program__c',
    '~ CustomField Warranty_Claim__c.Replacement_Cost__c Tomas Okafor',
    '~ Flow Installation_Completed Elena Marchetti',
    '~ Layout Opportunity-Opportunity Layout Priya Venkataraman',
    '~ ValidationRule Installation__c.No_Schedule_On_Credit_Hold Tomas Okafor',
  ])
})

test('the acceptance sandbox has drifted elsewhere', async () => {
  expect(await driftOf(uat)).toEqual([
    '+ CustomField Opportunity.Rebate_Approved__c Priya Venkataraman',
    '+ Flow Rebate_Reminder Priya Venkataraman',
    '+ PermissionSet Rebate_Manager Priya Venkataraman',
    '- ApexClass FaultCode',
    '- ApexClass FaultCodeTest',
    '- CustomField Opportunity.Rebate_Program__c',
    '~ ApexClass ErpSyncBatch Elena Marchetti',
    '~ Layout Opportunity-Opportunity Layout Priya Venkataraman',
  ])
})

test('source tracking tells the work of the people, and not how the sandbox was made', async () => {
  const session = await org.admin('POST', '/admin/sessions', { org: dev })
  const soql = 'SELECT MemberName, IsNameObsolete FROM SourceMember ORDER BY RevisionCounter'
  const answer = await fetch(
    `${org.origin}/services/data/v68.0/tooling/query?q=${encodeURIComponent(soql)}`,
    { headers: { authorization: `Bearer ${String(session.accessToken)}` } },
  )
  const { records }: { records: { MemberName: string; IsNameObsolete: boolean }[] } = await answer.json()
  expect(records.map((row) => (row.IsNameObsolete ? '- ' : '') + row.MemberName)).toEqual([
    'Warranty_Claim__c.Repair_Partner__c',
    'Warranty_Claim__c.Replacement_Cost__c',
    '- AccountMergeGuard',
    '- AccountMergeGuardTest',
    'Repair_Partner_Notice',
    'Installation__c.No_Schedule_On_Credit_Hold',
    'Installation_Completed',
    'GoodwillPolicy',
    'GoodwillPolicyTest',
  ])
})

test.each([
  { label: dev, type: 'ValidationRule', name: 'Installation__c.No_Schedule_On_Credit_Hold' },
  { label: dev, type: 'Flow', name: 'Installation_Completed' },
  { label: uat, type: 'ApexClass', name: 'ErpSyncBatch' },
])('$label: $type $name changed on both sides since the sandbox was made', async ({ label, type, name }) => {
  const { createdDate: made } = await org.admin('GET', `/admin/orgs/${encodeURIComponent(label)}`)
  const here = await component(production, type, name)
  const there = await component(label, type, name)
  expect(here.files).not.toEqual(there.files)
  expect(String(there.lastModifiedDate) > String(made)).toBe(true)
  expect(String(here.lastModifiedDate) > String(made)).toBe(true)
})

test('production refuses the goodwill classes: their test fails there', async () => {
  const names = ['GoodwillPolicy', 'GoodwillPolicyTest']
  const files: Record<string, string> = { 'package.xml': manifest({ ApexClass: names }) }
  for (const name of names) Object.assign(files, await filesIn(dev, 'ApexClass', name))
  const result = await org.deploy(files)
  expect(textOf(result, 'status')).toBe('Failed')
  const tests = childOf(childOf(result, 'details') ?? result, 'runTestResult')
  const [failed] = tests ? childrenOf(tests, 'failures') : []
  expect(failed && textOf(failed, 'methodName')).toBe('goldMayGetTwoHundredAndFifty')
  expect(failed && textOf(failed, 'message')).toContain('Expected: 250, Actual: 240.0')
  expect(await component(production, 'ApexClass', 'GoodwillPolicy')).toMatchObject({ status: 404 })
})

test('production refuses a permission set without the field that it grants', async () => {
  const files = await filesIn(uat, 'PermissionSet', 'Rebate_Manager')
  const result = await org.deploy({
    'package.xml': manifest({ PermissionSet: ['Rebate_Manager'] }),
    ...files,
  })
  expect(problemsOf(result)).toEqual([
    'PermissionSet Rebate_Manager: In field: field - no CustomField named Opportunity.Rebate_Approved__c found',
  ])
})

test('the managed package is listed as installed, and comes by its name', async () => {
  const installed = (await listOf(production)).filter((item) => item.manageableState === 'installed')
  expect(new Set(installed.map((item) => item.namespacePrefix))).toEqual(new Set(['sigbook']))
  expect(installed.length).toBeGreaterThanOrEqual(10)
  const { files } = await org.retrieve({ ApexClass: ['sigbook__BookingService'] })
  expect(files['classes/sigbook__BookingService.cls']).toBe('(hidden)')
})

test('a reset of production answers, and what is deployed afterwards is carried out', async () => {
  const company = await TestOrg.start({ pollIntervalSeconds: 0 })
  try {
    const { status } = await company.admin('POST', `/admin/orgs/${company.orgId}/reset`, {})
    const { list } = await company.admin('GET', '/admin/orgs')
    await company.signIn()
    const files = {
      'package.xml': manifest({ RemoteSiteSetting: ['Later'] }),
      'remoteSiteSettings/Later.remoteSite':
        '<RemoteSiteSetting xmlns="http://soap.sforce.com/2006/04/metadata"><isActive>true</isActive><url>https://later.example</url></RemoteSiteSetting>',
    }
    const deployed = await company.deploy(files)
    expect([status, Array.isArray(list) && list.length, textOf(deployed, 'status')]).toEqual([
      200,
      3,
      'Succeeded',
    ])
  } finally {
    await company.stop()
  }
})

test('a reset brings the company back with its sandboxes, also when the process dies in the middle', async () => {
  const orgs = async (): Promise<unknown[]> => {
    const { list } = await org.admin('GET', '/admin/orgs')
    return Array.isArray(list) ? list.map((entry) => [entry.id, entry.label, entry.componentCount]) : []
  }
  const before = await orgs()
  const edit = { user: 'Mara Lindqvist', type: 'ApexClass', fullName: 'GoodwillPolicyTest', delete: true }
  await org.admin('POST', at(dev), edit)
  expect(await orgs()).not.toEqual(before)
  await writeFile(join(org.dataDir, 'orgs', org.orgId, 'resetting.json'), '{"stays": "company"}')
  await org.restart()
  expect(await orgs()).toEqual(before)
})
