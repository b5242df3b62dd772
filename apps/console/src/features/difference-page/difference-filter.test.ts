import { expect, test } from 'vitest'
import { sampleComponents } from '../../testing/difference-samples.ts'
import { countIn, filterComponents, itemsByType } from './difference-filter.ts'
import { shownParts } from './shown-part.ts'

const namesOf = (found: readonly { componentName: string }[]) =>
  found.map(({ componentName }) => componentName)

test('a component on both sides counts in each part', () => {
  expect(shownParts.map((part) => countIn(sampleComponents, part))).toEqual([4, 3, 2, 1])
})

test.each([
  ['all', 'erp', ['ErpSync']],
  ['all', 'customfield', ['Account.Rating__c']],
  ['all', 'JONAS', ['ErpSync']],
  ['inOrg', ' ', ['ErpSync', 'Order.Limit']],
  ['toDeploy', 'order', []],
] as const)('the part %s has for "%s" %o', (part, text, names) => {
  expect(namesOf(filterComponents(sampleComponents, { part, text }))).toEqual(names)
})

test('each type stands once, with the number of its components, above them', () => {
  const lines = itemsByType(sampleComponents).map((item) =>
    item.kind === 'type' ? `${item.componentType} ${item.count}` : item.component.componentName,
  )
  expect(lines).toEqual([
    'ApexClass 2',
    'ErpSync',
    'Pricing',
    'CustomField 1',
    'Account.Rating__c',
    'ValidationRule 1',
    'Order.Limit',
  ])
})
