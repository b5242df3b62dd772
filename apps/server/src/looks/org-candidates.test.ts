import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { expect, test } from 'vitest'
import type { ListedComponent } from '../steps/org/retrieve/list-components.ts'
import { candidatesOfList } from './org-candidates.ts'

const { specs } = parseIncludeSpecs('unpackaged')
const lastYear = '2025-03-01T10:00:00.000Z'

const listed = (fullName: string, lastModifiedDate = lastYear): ListedComponent => ({
  type: 'ApexClass',
  fullName,
  id: `01p${fullName}`,
  namespacePrefix: null,
  manageableState: null,
  lastModifiedById: '005000000000001',
  lastModifiedByName: 'Jonas Becker',
  lastModifiedDate,
})

const look = (components: readonly ListedComponent[], before: readonly ListedComponent[] | null) => {
  const reading = {
    specs,
    listedTypes: ['ApexClass'],
    expected: [],
    notBefore: new Date('2026-01-01'),
    trustedBefore: new Date('2026-06-01'),
  }
  const memory = before && candidatesOfList(before, { ...reading, memory: null }).memory
  const { identities } = candidatesOfList(components, { ...reading, memory })
  return identities.map(({ componentName }) => componentName)
}

test('a list that says the same as at the last look names nothing', () => {
  expect(look([listed('Invoice'), listed('Order')], [listed('Invoice'), listed('Order')])).toEqual([])
})

test('a component with another date, a new one and one that is gone may have changed', () => {
  const before = [listed('Invoice'), listed('Order'), listed('Quote')]
  const now = [listed('Invoice', '2025-03-01T10:00:01.000Z'), listed('Order'), listed('Refund')]
  expect(look(now, before)).toEqual(['Invoice', 'Refund', 'Quote'])
})

test('a change that was young at the last look may have been followed by another in the same second', () => {
  const young = listed('Invoice', '2026-06-01T00:00:00.000Z')
  expect(look([young, listed('Order')], [young, listed('Order')])).toEqual(['Invoice'])
})

test('a component that was modified shortly before the last look and is deleted now is a candidate', () => {
  const young = listed('Invoice', '2026-06-01T00:00:00.000Z')
  expect(look([listed('Order')], [young, listed('Order')])).toEqual(['Invoice'])
})

test('without an earlier look only what is younger than the last flow may have changed', () => {
  expect(look([listed('Invoice'), listed('Order', '2026-02-01T00:00:00.000Z')], null)).toEqual(['Order'])
})
