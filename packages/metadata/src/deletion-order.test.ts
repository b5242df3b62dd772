import { expect, test } from 'vitest'

import { orderDeletions } from './deletion-order.ts'
import { component } from './testing/text.ts'

const order = (deleted: readonly [string, string], ...added: (readonly [string, string])[]): string => {
  const { before, after } = orderDeletions(
    [component(...deleted)],
    added.map((one) => component(...one)),
  )
  if (before.length > 0) return 'before'
  return after.length > 0 ? 'after' : 'not at all'
}

test.each([
  ['a class', ['ApexClass', 'Old'], ['ApexClass', 'New'], 'after'],
  ['a class whose name changed its case', ['ApexClass', 'alpha'], ['ApexClass', 'Alpha'], 'before'],
  [
    'a layout whose name is now written with escapes',
    ['Layout', 'Car-a (b)'],
    ['Layout', 'Car-A %28b%29'],
    'before',
  ],
  [
    'an Aura component with a web component after it',
    ['AuraDefinitionBundle', 'card'],
    ['LightningComponentBundle', 'card'],
    'before',
  ],
  ['a page beside a new class of one name', ['ApexPage', 'Card'], ['ApexClass', 'Card'], 'after'],
  ['a report that moved to another folder', ['Report', 'Old/Cars'], ['Report', 'New/Cars'], 'not at all'],
  ['a dashboard beside one of another name', ['Dashboard', 'A/Cars'], ['Dashboard', 'B/Vans'], 'after'],
  ['a document beside one in another folder', ['Document', 'A/Logo'], ['Document', 'B/Logo'], 'after'],
  [
    'a document whose content is now of another kind',
    ['Document', 'A/Logo.png'],
    ['Document', 'A/Logo.jpg'],
    'before',
  ],
  [
    'a field whose name changed its case',
    ['CustomField', 'Car__c.color__c'],
    ['CustomField', 'Car__c.Color__c'],
    'not at all',
  ],
  [
    'an object whose name changed its case',
    ['CustomObject', 'car__c'],
    ['CustomObject', 'Car__c'],
    'not at all',
  ],
] as const)('%s is deleted %#', (...[, deleted, added, expected]) => {
  expect(order(deleted, added)).toBe(expected)
})

test('what moved from one package directory to another is not deleted', () => {
  const moved = component('ApexClass', 'Alpha')
  expect(orderDeletions([{ ...moved, packageName: 'sales' }], [moved])).toEqual({ before: [], after: [] })
})
