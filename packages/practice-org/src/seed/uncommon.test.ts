import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestOrg } from '../testing/client.ts'
import { childrenOf, textOf } from '../xml/element.ts'

let org: TestOrg
let report: Record<string, unknown>
beforeAll(async () => {
  org = await TestOrg.start()
  report = await org.admin('POST', `/admin/orgs/${org.orgId}/seed`, { bundled: 'uncommon' })
})
afterAll(() => org.stop())

test('every file of the uncommon seed is read', () => {
  expect(report).toMatchObject({ status: 200, skipped: [] })
})

test('a layout with two underscores in its name is listed without a namespace, and comes', async () => {
  const answer = await org.soap('<listMetadata><queries><type>Layout</type></queries></listMetadata>')
  const entries = childrenOf(answer, 'result').map((entry) => [
    textOf(entry, 'fullName'),
    textOf(entry, 'namespacePrefix'),
    textOf(entry, 'manageableState'),
  ])
  expect(entries).toEqual([['Account-Sales__EMEA', undefined, 'unmanaged']])
  const { files } = await org.retrieve({ Layout: ['Account-Sales__EMEA'] })
  expect(files).toHaveProperty(['layouts/Account-Sales__EMEA.layout'])
})
