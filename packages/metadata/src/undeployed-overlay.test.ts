import { describe, expect, test } from 'vitest'

import { bytes, component, metadataXml, text } from './testing/text.ts'
import { overlayBaseline, overlayOrg } from './undeployed-overlay.ts'

const path = 'unpackaged/objects/Car__c.object'
const field = (name: string, type: string): string =>
  `<fields><fullName>${name}</fullName><type>${type}</type></fields>`
const object = (...lines: string[]): Uint8Array => bytes(metadataXml('CustomObject', ...lines))
const both = (type: string, label: string): Uint8Array =>
  object(`<fields><fullName>B__c</fullName><label>${label}</label><type>${type}</type></fields>`)
const nested = [component('CustomField', 'Car__c.B__c')]

describe('the baseline of undeployed components', () => {
  test('a failed change is undone, the rest stays', () => {
    const parity = object(field('A__c', 'new'), field('B__c', 'new'))
    const baseline = object(field('A__c', 'old'), field('B__c', 'old'))
    expect(text(overlayBaseline({ path, parity, baseline, nested }))).toBe(
      text(object(field('A__c', 'new'), field('B__c', 'old'))),
    )
  })

  test('a failed addition is taken out, a failed deletion put back at its place', () => {
    const without = object(field('A__c', 'x'), field('C__c', 'x'))
    const having = object(field('A__c', 'x'), field('B__c', 'x'), field('C__c', 'x'))
    expect(text(overlayBaseline({ path, parity: having, baseline: without, nested }))).toBe(text(without))
    expect(text(overlayBaseline({ path, parity: without, baseline: having, nested }))).toBe(text(having))
    expect(text(overlayBaseline({ path, parity: having, baseline: null, nested }))).toBe(text(without))
  })

  test('a whole file is taken from the baseline', () => {
    const input = { path: 'unpackaged/classes/A.cls', parity: bytes('new'), nested: null }
    expect(overlayBaseline({ ...input, baseline: null })).toBeNull()
    expect(text(overlayBaseline({ ...input, baseline: bytes('old') }))).toBe('old')
  })
})

describe('what the org returned', () => {
  const baseline = object(field('B__c', 'old'))
  const parity = object(field('B__c', 'new'))

  test('the baseline is no change of the org: parity stays, other changes come in', () => {
    const result = overlayOrg({
      path,
      parity,
      baseline,
      org: object(field('A__c', 'added'), field('B__c', 'old')),
      nested,
    })
    expect(text(result.content)).toBe(text(object(field('A__c', 'added'), field('B__c', 'new'))))
    expect(result.unchanged).toEqual(nested)
  })

  test('what parity holds settles the component', () => {
    expect(overlayOrg({ path, parity, baseline, org: parity, nested }).settled).toEqual(nested)
  })

  test('a third version is a conflict, and the org version is shown', () => {
    const org = object(field('B__c', 'other'))
    const result = overlayOrg({ path, parity, baseline, org, nested })
    expect(result.conflicts).toEqual(nested)
    expect(text(result.content)).toBe(text(org))
  })

  test('a third version of a whole file is a conflict, and the org version is shown', () => {
    const result = overlayOrg({
      path: 'unpackaged/classes/A.cls',
      parity: bytes('new'),
      baseline: bytes('old'),
      org: bytes('other'),
      nested: null,
    })
    expect(result.conflicts).toEqual([component('ApexClass', 'A')])
    expect(text(result.content)).toBe('other')
  })

  test('changes that do not collide are both kept', () => {
    const result = overlayOrg({
      path,
      parity: both('new', 'old'),
      baseline: both('old', 'old'),
      org: both('old', 'new'),
      nested,
    })
    expect(result.merged).toEqual(nested)
    expect(text(result.content)).toBe(text(both('new', 'new')))
  })
})
