import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { RetrieveMember } from './retrieve-plan.ts'

import { planRetrieve, splitBatch } from './retrieve-plan.ts'

const members = (type: string, count: number): RetrieveMember[] =>
  Array.from({ length: count }, (_, index) => ({ type, fullName: `N${index}` }))
const fields = (object: string, count: number): RetrieveMember[] =>
  members('CustomField', count).map(({ type, fullName }) => ({ type, fullName: `${object}.${fullName}` }))
const key = ({ type, fullName }: RetrieveMember): string => `${type}/${fullName}`
const sizes = (batches: readonly RetrieveMember[][]): number[] => batches.map((batch) => batch.length)

const about = (object: string): RetrieveMember[] => [
  { type: 'CustomObject', fullName: object },
  { type: 'Layout', fullName: `${object}-Main` },
  { type: 'CustomObjectTranslation', fullName: `${object}-de` },
  { type: 'QuickAction', fullName: `${object}.New` },
]

const aboutObjects = (type: string, count: number, separator: string): RetrieveMember[] =>
  Array.from({ length: count }, (_, index) => ({
    type,
    fullName: `Object${index % 900}__c${separator}N${index}`,
  }))

/** What a large production org may hold. */
const largeOrg: readonly RetrieveMember[] = [
  ...members('CustomObject', 900),
  ...aboutObjects('Layout', 2_500, '-'),
  ...aboutObjects('CustomObjectTranslation', 4_000, '-'),
  ...aboutObjects('QuickAction', 600, '.'),
  ...Object.entries({
    ApexClass: 7_000,
    ApexPage: 800,
    ApexTrigger: 500,
    AuraDefinitionBundle: 400,
    CustomApplication: 80,
    CustomMetadata: 15_000,
    CustomPermission: 200,
    CustomTab: 400,
    Dashboard: 1_200,
    Document: 600,
    EmailTemplate: 2_500,
    FlexiPage: 700,
    Flow: 1_500,
    GlobalValueSet: 200,
    Group: 300,
    LightningComponentBundle: 1_800,
    PermissionSet: 800,
    Profile: 120,
    RemoteSiteSetting: 192,
    Report: 12_000,
    ReportType: 300,
    SharingRules: 300,
    StaticResource: 500,
    Translations: 8,
    Workflow: 600,
  }).flatMap(([type, count]) => members(type, count)),
]

describe('batches', () => {
  test('hold at least 200, at most 1,000, and aim for sixteen', () => {
    expect(sizes(planRetrieve(members('StaticResource', 500)))).toEqual([200, 200, 100])
    expect(planRetrieve(members('StaticResource', 8000))).toHaveLength(16)
    expect(Math.max(...sizes(planRetrieve(members('StaticResource', 40_000))))).toBe(1000)
  })

  test('keep profiles with what they speak about, other types apart', () => {
    const plan = planRetrieve([
      ...members('Profile', 3),
      ...members('ApexClass', 1500),
      ...members('StaticResource', 10),
    ])
    expect(sizes(plan)).toEqual([1503, 10])
  })

  test('take profiles along in each part when it is too much for one request', () => {
    const plan = planRetrieve([...members('Profile', 3), ...members('ApexClass', 2500)], {
      maxTogether: 1003,
    })
    expect(sizes(plan)).toEqual([1003, 1003, 503])
    expect(plan.every((batch) => batch.filter(({ type }) => type === 'Profile').length === 3)).toBe(true)
  })

  test('keep what is about one object together, though it be more than fits the rest', () => {
    const asked = [
      ...members('Profile', 1),
      ...about('Car__c'),
      ...about('Boat__c'),
      ...members('ApexClass', 3),
    ]
    const plan = planRetrieve(asked, { maxTogether: 7, minBatch: 1 })
    const objects = plan.map((batch) =>
      batch
        .filter(({ type }) => type !== 'Profile' && type !== 'ApexClass')
        .map(({ fullName }) => fullName.slice(0, 3)),
    )
    expect(objects.map((names) => [...new Set(names)])).toEqual([['Boa'], ['Car'], []])
    expect(plan.map((batch) => batch.filter(({ type }) => type === 'ApexClass').length)).toEqual([0, 2, 1])
  })

  test('stay below the limit of files, where a class is two and a bundle several', () => {
    const plan = planRetrieve([
      ...members('Profile', 10),
      ...members('ApexClass', 4990),
      ...members('LightningComponentBundle', 5000),
    ])
    const files = plan.map((batch) =>
      batch.reduce((count, { type }) => count + (type === 'ApexClass' ? 2 : type === 'Profile' ? 1 : 8), 0),
    )
    expect(Math.max(...files)).toBeLessThanOrEqual(9000)
    expect(plan).toHaveLength(10)
  })

  test('count eight files for a bundle', () => {
    const plan = planRetrieve(members('LightningComponentBundle', 5), { minBatch: 5, maxFiles: 16 })
    expect(sizes(plan)).toEqual([2, 2, 1])
  })

  test('take profiles along five times for 56,000 components, not with records and permission sets', () => {
    const plan = planRetrieve(largeOrg)
    const withProfiles = plan.filter((batch) => batch.some(({ type }) => type === 'Profile'))
    const beside = new Set(withProfiles.flatMap((batch) => batch.map(({ type }) => type)))
    expect(largeOrg).toHaveLength(56_000)
    expect([plan.length, withProfiles.length]).toEqual([42, 5])
    expect([beside.has('CustomMetadata'), beside.has('PermissionSet')]).toEqual([false, false])
    expect([beside.has('ApexClass'), beside.has('Layout')]).toEqual([true, true])
  })

  test('are empty when nothing is asked for', () => {
    expect(planRetrieve([])).toEqual([])
  })

  test('hold every member', () => {
    const member = fc.record({
      type: fc.constantFrom('Profile', 'ApexClass', 'Report'),
      fullName: fc.string({ maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(member), (asked) => {
        const planned = new Set(
          planRetrieve(asked, { minBatch: 2, maxBatch: 5, maxTogether: 4 }).flat().map(key),
        )
        expect(planned).toEqual(new Set(asked.map(key)))
      }),
    )
  })
})

describe('a refused batch', () => {
  test('is halved, dependents in both halves', () => {
    const halves = splitBatch([...members('Profile', 2), ...members('ApexClass', 5)])
    expect(sizes(halves ?? [])).toEqual([5, 4])
  })

  test('is divided between objects', () => {
    const [first, second] = splitBatch([...fields('Boat__c', 5), ...fields('Car__c', 2)]) ?? []
    expect(new Set(first?.map(({ fullName }) => fullName.split('.')[0]))).toEqual(new Set(['Boat__c']))
    expect(second).toHaveLength(2)
  })

  test('that is mostly profiles is divided between these', () => {
    const halves = splitBatch([...members('Profile', 6), ...members('ApexClass', 2)])
    expect(sizes(halves ?? [])).toEqual([5, 5])
  })

  test('cannot be split below one member', () => {
    expect(splitBatch(members('ApexClass', 1))).toBeNull()
    expect(splitBatch([...members('Profile', 1), ...members('ApexClass', 1)])).toBeNull()
  })
})
