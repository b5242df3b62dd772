import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { ComponentIdentity } from './component.ts'

import { isDependentFile, completePartial, uniteParts } from './partial-retrieve.ts'
import { bytes, metadataXml, text } from './testing/text.ts'

const path = 'unpackaged/profiles/Sales.profile'
const entry = (element: string, lines: Record<string, string>): string[] => [
  `<${element}>`,
  ...Object.entries(lines).map(([name, value]) => `    <${name}>${value}</${name}>`),
  `</${element}>`,
]
const classAccess = (apexClass: string, enabled = 'true'): string[] =>
  entry('classAccesses', { apexClass, enabled })
const field = (name: string, editable = 'true'): string[] =>
  entry('fieldPermissions', { editable, field: name, readable: 'true' })
const layout = (name: string, recordType?: string): string[] =>
  entry('layoutAssignments', { layout: name, ...(recordType !== undefined && { recordType }) })
const profile = (...lines: readonly string[][]): Uint8Array => bytes(metadataXml('Profile', ...lines.flat()))
const accesses = (names: readonly string[]): Uint8Array =>
  profile(names.flatMap((name) => entry('newAccesses', { enabled: 'true', name })))
const custom = ['<custom>true</custom>']
const permission = (name: string): string[] => entry('userPermissions', { enabled: 'true', name })
const object = (...names: string[]): Uint8Array =>
  bytes(
    metadataXml(
      'CustomObject',
      ...names.flatMap((name) => entry('fields', { fullName: name, type: 'Text' })),
    ),
  )
const asked =
  (...names: string[]) =>
  ({ componentType, componentName }: ComponentIdentity): boolean =>
    componentType === 'Profile' || names.includes(`${componentType} ${componentName}`)

describe('parts of one file', () => {
  test('become the file that one retrieve of everything returns', () => {
    const one = profile(classAccess('Beta'), custom, field('Car__c.Color__c'), layout('Car__c-A', 'Car__c.B'))
    const two = profile(
      classAccess('Alpha'),
      custom,
      field('Account.X__c'),
      layout('Car__c-A B'),
      layout('Car__c-C'),
    )
    expect(text(uniteParts(path, [one, two]))).toBe(
      text(
        profile(
          [...classAccess('Alpha'), ...classAccess('Beta')],
          custom,
          [...field('Account.X__c'), ...field('Car__c.Color__c')],
          [...layout('Car__c-A', 'Car__c.B'), ...layout('Car__c-A B'), ...layout('Car__c-C')],
        ),
      ),
    )
  })

  test('that say the same are one, the same bytes', () => {
    const content = profile(classAccess('Alpha'), custom)
    expect(uniteParts(path, [content, profile(classAccess('Alpha'), custom)])).toBe(content)
  })

  test('that differ in one entry have it as the last part says', () => {
    const first = profile(classAccess('Alpha'), custom, field('Car__c.X__c'), field('Car__c.Y__c'))
    const last = profile(custom, field('Car__c.X__c', 'false'), field('Car__c.Z__c'))
    expect(text(uniteParts(path, [first, last]))).toBe(
      text(
        profile(classAccess('Alpha'), custom, [
          ...field('Car__c.X__c', 'false'),
          ...field('Car__c.Y__c'),
          ...field('Car__c.Z__c'),
        ]),
      ),
    )
  })

  test('have the settings of the last part, without those that are gone from it', () => {
    const first = profile(classAccess('Alpha'), custom, permission('EditTask'), permission('ViewSetup'))
    const last = profile(classAccess('Beta'), ['<custom>false</custom>'], permission('ViewSetup'))
    expect(text(uniteParts(path, [first, last]))).toBe(
      text(
        profile(
          [...classAccess('Alpha'), ...classAccess('Beta')],
          ['<custom>false</custom>'],
          permission('ViewSetup'),
        ),
      ),
    )
  })

  test('of which the last is another kind of file are that one', () => {
    const last = object('A__c')
    expect(uniteParts(path, [profile(custom), last])).toBe(last)
  })

  test('of an object are united by their fields', () => {
    expect(
      text(uniteParts('unpackaged/objects/Car__c.object', [object('C__c'), object('A__c', 'D__c')])),
    ).toBe(text(object('A__c', 'C__c', 'D__c')))
  })

  test('give the whole again, however it is divided', () => {
    const names = fc.uniqueArray(
      fc.string({ unit: fc.constantFrom('A', 'b', '_', 'C', '1'), minLength: 1, maxLength: 4 }),
    )
    const division = fc.record({
      classes: names,
      fields: names,
      mask: fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }),
    })
    fc.assert(
      fc.property(division, ({ classes, fields, mask }) => {
        const lists = [
          classes.toSorted(byText).map((name) => classAccess(name)),
          fields.toSorted(byText).map((name) => field(`Car__c.${name}`)),
        ] as const
        const part = (wanted: number): Uint8Array => {
          const [first, second] = lists.map((list, at) =>
            list.filter((_, index) => wanted < 0 || mask[(index + at * 7) % 40] === wanted).flat(),
          )
          return profile(first ?? [], custom, second ?? [])
        }
        expect(text(uniteParts(path, [part(2), part(0), part(1)]))).toBe(text(part(-1)))
      }),
    )
  })
})

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

describe('a partial file, completed from the known one', () => {
  test('keeps the entries that nobody asked for', () => {
    const known = profile(classAccess('Alpha'), classAccess('Beta'), custom, field('Car__c.X__c'))
    const partial = profile(classAccess('Beta', 'false'), custom)
    const result = completePartial({ path, known, partial, isRequested: asked('ApexClass Beta') })
    expect(text(result)).toBe(
      text(profile(classAccess('Alpha'), classAccess('Beta', 'false'), custom, field('Car__c.X__c'))),
    )
  })

  test('loses the entries of what was asked for and did not come', () => {
    const known = profile(classAccess('Alpha'), custom, field('Car__c.X__c'))
    const partial = profile(custom)
    const isRequested = asked('ApexClass Alpha', 'CustomObject Car__c')
    expect(completePartial({ path, known, partial, isRequested })).toBe(partial)
  })

  test('takes its own settings as they came', () => {
    const known = profile(custom, entry('userPermissions', { enabled: 'true', name: 'EditTask' }))
    const partial = profile(['<custom>false</custom>'])
    expect(completePartial({ path, known, partial, isRequested: asked() })).toBe(partial)
  })

  test('keeps what no rule knows', () => {
    const known = profile(custom, entry('newAccesses', { thing: 'A', enabled: 'true' }))
    const result = completePartial({ path, known, partial: profile(custom), isRequested: asked() })
    expect(text(result)).toBe(text(known))
  })

  test('keeps the entries of a list that no rule knows, however few of them came', () => {
    const letters = fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 })
    fc.assert(
      fc.property(letters, letters, (known, came) => {
        fc.pre(known.length > 1)
        const sides = { known: accesses(known), partial: accesses(came) }
        const result = String(text(completePartial({ path, ...sides, isRequested: asked() })))
        const names = new Set(result.match(/(?<=<name>)\w/g))
        expect(names).toEqual(new Set([...known, ...came]))
        expect(result.match(/<name>/g)).toHaveLength(names.size)
      }),
    )
  })

  test('of an object keeps the fields that nobody asked for, and its own content', () => {
    const known = bytes(
      metadataXml(
        'CustomObject',
        '<description>A car</description>',
        '<fields>',
        '    <fullName>A__c</fullName>',
        '</fields>',
      ),
    )
    const partial = bytes(
      metadataXml('CustomObject', '<fields>', '    <fullName>B__c</fullName>', '</fields>'),
    )
    const result = completePartial({
      path: 'unpackaged/objects/Car__c.object',
      known,
      partial,
      isRequested: ({ componentName }) => componentName === 'Car__c.B__c',
    })
    expect(text(result)).toBe(
      metadataXml(
        'CustomObject',
        '<description>A car</description>',
        ...['A', 'B'].flatMap((name) => ['<fields>', `    <fullName>${name}__c</fullName>`, '</fields>']),
      ),
    )
  })

  test('of any other type is taken whole', () => {
    const partial = bytes(metadataXml('Layout', '<a/>'))
    const known = bytes(metadataXml('Layout', '<b/>'))
    const file = { path: 'unpackaged/layouts/Car__c-A.layout', known, partial, isRequested: () => false }
    expect(completePartial(file)).toBe(partial)
  })

  test('completed once needs nothing more', () => {
    const known = profile(classAccess('Alpha'), custom)
    const partial = profile(classAccess('Beta'), custom)
    const isRequested = asked('ApexClass Beta')
    const once = completePartial({ path, known, partial, isRequested })
    expect(text(completePartial({ path, known: once, partial, isRequested }))).toBe(text(once))
  })
})

test('profiles and translations depend on the request, permission sets and objects do not', () => {
  expect(isDependentFile(path)).toBe(true)
  expect(isDependentFile('unpackaged/translations/de.translation')).toBe(true)
  expect(isDependentFile('unpackaged/permissionsets/A.permissionset')).toBe(false)
  expect(isDependentFile('unpackaged/mutingpermissionsets/A.mutingpermissionset')).toBe(false)
  expect(isDependentFile('unpackaged/objects/Car__c.object')).toBe(false)
})
