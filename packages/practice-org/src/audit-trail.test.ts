import { afterAll, beforeAll, expect, test } from 'vitest'
import { apexClass, manifest, TestOrg } from './testing/client.ts'
import { childrenOf, textOf } from './xml/element.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
})
afterAll(() => org.stop())

const edit = (body: object): ReturnType<TestOrg['admin']> =>
  org.admin('POST', `/admin/orgs/${org.orgId}/components`, body)

async function trailOf(name: string): Promise<unknown> {
  const soql = encodeURIComponent(
    `SELECT Action, Display, CreatedBy.Name FROM SetupAuditTrail WHERE Display LIKE '% ${name}' ORDER BY CreatedDate`,
  )
  const { body } = await org.rest(`/query?q=${soql}`)
  return body
}

test('deployments and edits leave rows in the audit trail, deletions too, with their authors', async () => {
  await org.deploySample({
    'package.xml': manifest({ ApexClass: ['Traced'] }),
    ...apexClass('Traced', 'public class Traced {}'),
  })
  await edit({ user: 'Priya Venkataraman', type: 'ApexClass', fullName: 'Traced', delete: true })
  expect(await trailOf('Traced')).toMatchObject({
    records: [
      { Action: 'createdApexClass', CreatedBy: { Name: 'Mara Lindqvist' } },
      {
        Action: 'deletedApexClass',
        Display: 'Deleted ApexClass Traced',
        CreatedBy: { Name: 'Priya Venkataraman' },
      },
    ],
  })
})

test('an edit with keepsDate changes the component and leaves its author and date', async () => {
  const lastChange = async (): Promise<unknown[]> => {
    const list = '<listMetadata><queries><type>ApexClass</type></queries></listMetadata>'
    const entries = childrenOf(await org.soap(list), 'result')
    const entry = entries.find((candidate) => textOf(candidate, 'fullName') === 'Kept')
    return entry ? [textOf(entry, 'lastModifiedDate'), textOf(entry, 'lastModifiedByName')] : []
  }
  await org.deploySample({
    'package.xml': manifest({ ApexClass: ['Kept'] }),
    ...apexClass('Kept', 'public class Kept {}'),
  })
  const before = await lastChange()
  const change = { user: 'Priya Venkataraman', type: 'ApexClass', fullName: 'Kept' }
  await edit({ ...change, files: apexClass('Kept', 'public class Kept { /* silent */ }'), keepsDate: true })
  expect(await lastChange()).toEqual(before)
  expect((await org.retrieve({ ApexClass: ['Kept'] })).files['classes/Kept.cls']).toContain('silent')
  await edit({ ...change, files: apexClass('Kept', 'public class Kept { /* seen */ }') })
  expect((await lastChange())[1]).toBe('Priya Venkataraman')
})

test('an edit with a date was made at that moment, and one with something else is refused', async () => {
  const change = { type: 'ApexClass', fullName: 'Dated', files: apexClass('Dated', 'public class Dated {}') }
  await edit({ ...change, date: '2026-01-02T03:04:05Z' })
  const list = '<listMetadata><queries><type>ApexClass</type></queries></listMetadata>'
  const entries = childrenOf(await org.soap(list), 'result')
  const entry = entries.find((candidate) => textOf(candidate, 'fullName') === 'Dated')
  expect(entry && textOf(entry, 'lastModifiedDate')).toBe('2026-01-02T03:04:05.000Z')
  expect(await edit({ ...change, date: 'yesterday' })).toMatchObject({ status: 400 })
})
