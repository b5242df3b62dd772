import { describe, expect, test } from 'vitest'

import { componentKey } from './component.ts'
import { filterComposite, listNested, reduceComposite } from './composite.ts'
import { bytes, component, metadataXml, text } from './testing/text.ts'

const path = 'unpackaged/objects/Car__c.object'
const label = '<label>Car</label>'
const field = (name: string): string => `<fields><fullName>${name}</fullName></fields>`
const car = bytes(
  metadataXml(
    'CustomObject',
    field('A__c'),
    '<!-- old -->',
    field('B__c'),
    label,
    '<listViews><fullName>All</fullName></listViews>',
  ),
)

describe('a composite', () => {
  test('lists what is nested in it', () => {
    const nested = listNested(path, car)
    expect(nested.map(({ identity }) => identity)).toEqual([
      component('CustomField', 'Car__c.A__c'),
      component('CustomField', 'Car__c.B__c'),
      component('ListView', 'Car__c.All'),
    ])
    expect(nested[0]?.elementText).toBe(field('A__c'))
  })

  test('labels are named without their parent', () => {
    const labels = bytes(metadataXml('CustomLabels', '<labels><fullName>Hi</fullName></labels>'))
    expect(listNested('unpackaged/labels/CustomLabels.labels', labels)[0]?.identity).toEqual(
      component('CustomLabel', 'Hi'),
    )
  })

  test('is filtered to what is kept, other bytes stay', () => {
    const kept = filterComposite({
      path,
      content: car,
      keep: ({ componentName }) => componentName !== 'Car__c.A__c',
    })
    expect(text(kept)).toBe(
      metadataXml(
        'CustomObject',
        '<!-- old -->',
        field('B__c'),
        label,
        '<listViews><fullName>All</fullName></listViews>',
      ),
    )
  })

  test('comes back as the same bytes when everything is kept, and not at all when nothing is', () => {
    expect(filterComposite({ path, content: car, keep: () => true })).toBe(car)
    expect(filterComposite({ path, content: car, keep: () => false })).toBeNull()
  })

  test('loses its own content when only nested components are kept', () => {
    const kept = filterComposite({
      path,
      content: car,
      keep: ({ componentType }) => componentType === 'ListView',
    })
    expect(text(kept)).not.toContain(label)
    expect(text(kept)).toContain('<listViews>')
  })

  test('is reduced to named nested components', () => {
    const nested = new Set([componentKey(component('CustomField', 'Car__c.B__c'))])
    const reduced = text(reduceComposite({ path, content: car, nested, ownContent: false }))
    expect(reduced).toContain(field('B__c'))
    expect(reduced).not.toContain(field('A__c'))
    expect(reduced).not.toContain(label)
    expect(text(reduceComposite({ path, content: car, nested, ownContent: true }))).toContain(label)
  })
})
