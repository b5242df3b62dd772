import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestOrg } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
})
afterAll(() => org.stop())

const ask = (soql: string, api = ''): ReturnType<TestOrg['rest']> =>
  org.rest(`${api}/query?q=${encodeURIComponent(soql)}`)

test('selected fields only, with attributes, whatever the letter case', async () => {
  const { body } = await ask("select name, issandbox from organization where name = 'northbeam LIGHTING'")
  expect(body).toMatchObject({
    totalSize: 1,
    done: true,
    records: [{ attributes: { type: 'Organization' }, Name: 'Northbeam Lighting', IsSandbox: false }],
  })
})

test('relationships are nested records', async () => {
  const { body } = await ask("SELECT Name, Profile.Name FROM User WHERE Username LIKE 'mara%'")
  expect(body).toMatchObject({
    records: [{ Name: 'Mara Lindqvist', Profile: { Name: 'System Administrator' } }],
  })
})

test('conditions, order and limit', async () => {
  const { body } = await ask(
    "SELECT Name FROM User WHERE (Title LIKE '%, sales%' OR Title = 'Consultant') AND NOT IsActive = false ORDER BY Name DESC LIMIT 2",
  )
  expect(body).toMatchObject({ records: [{ Name: 'Priya Venkataraman' }, { Name: 'Elena Marchetti' }] })
})

test.each([
  ['SELECT Nope FROM User', 'INVALID_FIELD', "No such column 'Nope' on entity 'User'"],
  ['SELECT Id FROM ScratchOrgInfo', 'INVALID_TYPE', "sObject type 'ScratchOrgInfo' is not supported."],
  ['SELECT Id FROM', 'MALFORMED_QUERY', 'unexpected token'],
])('%s is refused with %s', async (soql, errorCode, message) => {
  const { status, body } = await ask(soql)
  expect([status, body]).toEqual([400, [{ errorCode, message: expect.stringContaining(message) }]])
})

test('more than 2,000 rows come in pages', async () => {
  const { body } = await ask('SELECT MasterLabel FROM StandardValueSet', '/tooling')
  expect(body).toMatchObject({ done: true, entityTypeName: 'StandardValueSet' })
})
