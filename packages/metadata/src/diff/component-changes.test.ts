import { describe, expect, test } from 'vitest'

import type { ComponentChange } from './component-changes.ts'

import { bytes, metadataXml } from '../testing/text.ts'
import { componentChanges, contentMatters } from './component-changes.ts'

const object = 'unpackaged/objects/Car__c.object'
const field = (name: string, type = 'Text'): string =>
  `<fields><fullName>${name}</fullName><type>${type}</type></fields>`
const summary = (changes: readonly ComponentChange[]): string[] =>
  changes.map(
    ({ identity, changeType }) => `${changeType} ${identity.componentType} ${identity.componentName}`,
  )
const change = (
  path: string,
  before: string | null,
  after: string | null,
): { path: string; before: Uint8Array | null; after: Uint8Array | null } => ({
  path,
  before: before === null ? null : bytes(before),
  after: after === null ? null : bytes(after),
})

describe('changes inside a composite', () => {
  test('are changes of the nested components, not of the composite', () => {
    const before = metadataXml('CustomObject', field('A__c'), field('B__c'), '<label>Car</label>')
    const after = metadataXml('CustomObject', field('A__c', 'Number'), field('C__c'), '<label>Car</label>')
    expect(summary(componentChanges([change(object, before, after)]))).toEqual([
      'Modified CustomField Car__c.A__c',
      'Deleted CustomField Car__c.B__c',
      'Added CustomField Car__c.C__c',
    ])
  })

  test('own content is a change of the composite', () => {
    const [found] = componentChanges([
      change(
        object,
        metadataXml('CustomObject', '<label>Car</label>'),
        metadataXml('CustomObject', '<label>Auto</label>'),
      ),
    ])
    expect(found?.identity.componentType).toBe('CustomObject')
    expect(found?.contentItems).toEqual([
      { item: { type: 'CompositeComponentContent', name: 'Car__c' }, changeType: 'Modified' },
    ])
  })

  test('a new object comes with everything in it', () => {
    expect(
      summary(componentChanges([change(object, null, metadataXml('CustomObject', field('A__c')))])),
    ).toEqual(['Added CustomField Car__c.A__c', 'Added CustomObject Car__c'])
  })

  test('boxes like labels are never changes themselves', () => {
    const labels = metadataXml('CustomLabels', '<labels><fullName>Hi</fullName></labels>')
    expect(
      summary(componentChanges([change('unpackaged/labels/CustomLabels.labels', null, labels)])),
    ).toEqual(['Added CustomLabel Hi'])
  })

  test('spelling is no change', () => {
    const before = metadataXml(
      'CustomObject',
      '<fields>',
      '    <fullName>A__c</fullName><x></x>',
      '</fields>',
    )
    expect(
      componentChanges([
        change(object, before, '<CustomObject><fields><fullName>A__c</fullName><x/></fields></CustomObject>'),
      ]),
    ).toEqual([])
  })
})

describe('changes of files', () => {
  test('a class and its description are one component', () => {
    const found = componentChanges([
      change('unpackaged/classes/A.cls', null, 'class A {}'),
      change('unpackaged/classes/A.cls-meta.xml', null, '<ApexClass/>'),
    ])
    expect(summary(found)).toEqual(['Added ApexClass A'])
    expect(found[0]?.contentItems).toHaveLength(2)
    expect(found[0]?.alwaysSingleContentItem).toBe(true)
  })

  test('a class whose description alone is new is modified', () => {
    expect(
      summary(componentChanges([change('unpackaged/classes/A.cls-meta.xml', null, '<ApexClass/>')])),
    ).toEqual(['Modified ApexClass A'])
  })

  test('a file that leaves a bundle does not delete the bundle', () => {
    const files = [change('unpackaged/lwc/tile/old.js', 'x', null)]
    expect(summary(componentChanges(files))).toEqual(['Modified LightningComponentBundle tile'])
    expect(summary(componentChanges(files, { isPresent: (side) => side === 'before' }))).toEqual([
      'Deleted LightningComponentBundle tile',
    ])
  })

  test('a composite that cannot be read counts as one piece; one that could not be read counts as new', () => {
    const [torn, whole] = ['<CustomObject><<<<<<< ours', metadataXml('CustomObject', field('A__c'))]
    expect(summary(componentChanges([change(object, whole, torn)]))).toEqual(['Modified CustomObject Car__c'])
    expect(summary(componentChanges([change(object, torn, null)]))).toEqual(['Deleted CustomObject Car__c'])
    expect(summary(componentChanges([change(object, torn, whole)]))).toEqual([
      'Added CustomField Car__c.A__c',
      'Added CustomObject Car__c',
    ])
  })

  test('content and description of a document are one component, in source layout too', () => {
    const folder = 'unpackaged/documents/Logos'
    const [content, mdapi, source] = ['logo.png', 'logo.png-meta.xml', 'logo.document-meta.xml'].map((name) =>
      change(`${folder}/${name}`, null, '<Document/>'),
    )
    if (content === undefined || mdapi === undefined || source === undefined) throw new Error('no files')
    const added = ['Added Document Logos/logo.png']
    expect(summary(componentChanges([content, mdapi]))).toEqual(added)
    expect(summary(componentChanges([source, content]))).toEqual(added)
    expect(componentChanges([source, content])[0]?.paths).toEqual([content.path, source.path])
    expect(summary(componentChanges([source]))).toEqual(['Modified Document Logos/logo'])
  })

  test('a file that only spells the same name in another way is no deletion', () => {
    const files = ['Car-A (b)', 'Car-A %28b%29'].map((name) => `unpackaged/layouts/${name}.layout`)
    const [plain = '', escaped = ''] = files
    const renamed = [change(plain, '<Layout/>', null), change(escaped, null, '<Layout/>')]
    expect(summary(componentChanges(renamed))).toEqual(['Added Layout Car-A %28b%29'])
    expect(summary(componentChanges(renamed.toReversed()))).toEqual(['Added Layout Car-A %28b%29'])
  })

  test('files of no component are left out', () => {
    expect(
      componentChanges([
        change('unpackaged/package.xml', 'a', 'b'),
        change('unpackaged/readme.md', 'a', 'b'),
      ]),
    ).toEqual([])
  })
})

describe('what cannot be deployed', () => {
  test.each([
    [
      'unpackaged/objects/Account.object',
      metadataXml('CustomObject', '<label>A</label>'),
      null,
      'ComponentIsNotDeployable',
    ],
    ['unpackaged/classes/ns__A.cls', 'a', 'b', 'ComponentIsNotDeployable'],
    ['unpackaged/settings/Case.settings', '<CaseSettings/>', null, 'ComponentTypeIsSilentDeleteFailure'],
    ['unpackaged/profiles/Admin.profile', '<Profile/>', null, 'ComponentIsNotDeployable'],
    ['unpackaged/classes/A.cls', 'a', null, undefined],
    ['unpackaged/profiles/Admin.profile', '<Profile/>', '<Profile><a/></Profile>', undefined],
  ])('%s', (path, ...[before = null, after = null, reason]) => {
    expect(componentChanges([change(path, before, after)])[0]?.undeployableReason).toBe(reason)
  })
})

test.each([
  ['unpackaged/classes/A.cls', true, false],
  ['unpackaged/classes/A.cls-meta.xml', true, true],
  ['unpackaged/classes/A.cls-meta.xml', false, false],
  [object, false, true],
  ['unpackaged/readme.txt', true, false],
])('whether %s has to be read, on both sides %s: %s', (path, isOnBothSides, expected) => {
  expect(contentMatters(path, isOnBothSides)).toBe(expected)
})

test('a file that nobody read is a change of its component', () => {
  const path = 'unpackaged/classes/A.cls'
  expect(summary(componentChanges([{ path, before: 'unread', after: 'unread' }]))).toEqual([
    'Modified ApexClass A',
  ])
  expect(summary(componentChanges([{ path, before: null, after: 'unread' }]))).toEqual(['Added ApexClass A'])
})

describe('a deleted record type', () => {
  const recordType = '<recordTypes><fullName>Sports</fullName></recordTypes>'
  const before = metadataXml('CustomObject', field('A__c'), recordType)
  const reasonOf = (after: string | null) =>
    componentChanges([change(object, before, after)]).find(
      ({ identity }) => identity.componentType === 'RecordType',
    )?.undeployableReason

  test('cannot be deleted alone', () => {
    expect(reasonOf(metadataXml('CustomObject', field('A__c')))).toBe('ComponentIsNotDeployable')
  })

  test('is deleted with its object', () => {
    expect(reasonOf(null)).toBeUndefined()
  })
})
