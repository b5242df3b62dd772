import { describe, expect, test } from 'vitest'
import { bytes, metadataXml, text } from '../testing/text.ts'
import { componentOfEntry, isEmptyDelta, profileDelta, writeProfileDelta } from './profile-delta.ts'

const profile = (...lines: string[]) => bytes(metadataXml('Profile', ...lines))
const entry = (list: string, parts: Record<string, string>) =>
  `<${list}>${Object.entries(parts)
    .map(([part, value]) => `<${part}>${value}</${part}>`)
    .join('')}</${list}>`
const nothing = () => false
const permission = (name: string, enabled = 'true') => entry('userPermissions', { enabled, name })

/** The deployed entries of a profile, without whitespace and the head of the file. */
function delta(base: string[], head: string[], isLeftOut: (id: string) => boolean = nothing): string | null {
  const found = profileDelta({ base: profile(...base), head: profile(...head), revokes: true })
  if (found === null || isEmptyDelta(found)) return null
  const written = text(writeProfileDelta(profile(...head), found, isLeftOut)) ?? ''
  return /<Profile [^>]*>(.*)<\/Profile>/u.exec(written.replaceAll(/\n\s*/gu, ''))?.[1] ?? ''
}

const range = (start: string) => entry('loginIpRanges', { endAddress: '9.9.9.9', startAddress: start })

const given = { enabled: 'true' }
const granted = (list: string, part: string) => entry(list, { [part]: 'X', ...given })
const taken = (list: string, part: string) =>
  entry(
    list,
    Object.fromEntries(
      [
        ['enabled', 'false'],
        [part, 'X'],
      ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ),
  )
const ofObject = (value: string) => ({
  allowCreate: value,
  allowDelete: value,
  allowEdit: value,
  allowRead: value,
  modifyAllRecords: value,
  object: 'X',
  viewAllFields: value,
  viewAllRecords: value,
})

describe('an entry that a profile no longer has is taken away', () => {
  const switches = [
    ['agentAccesses', 'agentName'],
    ['classAccesses', 'apexClass'],
    ['customMetadataTypeAccesses', 'name'],
    ['customPermissions', 'name'],
    ['customSettingAccesses', 'name'],
    ['externalCredentialPrincipalAccesses', 'externalCredentialPrincipal'],
    ['externalDataSourceAccesses', 'externalDataSource'],
    ['flowAccesses', 'flow'],
    ['pageAccesses', 'apexPage'],
    ['servicePresenceStatusAccesses', 'servicePresenceStatus'],
    ['userPermissions', 'name'],
  ] as const
  const others: readonly (readonly [string, string, string])[] = [
    [
      'applicationVisibilities',
      entry('applicationVisibilities', { application: 'X', default: 'true', visible: 'true' }),
      entry('applicationVisibilities', { application: 'X', default: 'false', visible: 'false' }),
    ],
    [
      'categoryGroupVisibilities',
      entry('categoryGroupVisibilities', {
        dataCategories: 'All',
        dataCategoryGroup: 'X',
        visibility: 'CUSTOM',
      }),
      entry('categoryGroupVisibilities', { dataCategoryGroup: 'X', visibility: 'NONE' }),
    ],
    [
      'fieldPermissions',
      entry('fieldPermissions', { editable: 'false', field: 'X', readable: 'true' }),
      entry('fieldPermissions', { editable: 'false', field: 'X', readable: 'false' }),
    ],
    ['loginHours', entry('loginHours', { mondayStart: '60' }), '<loginHours/>'],
    [
      'objectPermissions',
      entry('objectPermissions', ofObject('true')),
      entry('objectPermissions', ofObject('false')),
    ],
    [
      'recordTypeVisibilities',
      entry('recordTypeVisibilities', { default: 'true', recordType: 'X', visible: 'true' }),
      entry('recordTypeVisibilities', { default: 'false', recordType: 'X', visible: 'false' }),
    ],
    [
      'tabVisibilities',
      entry('tabVisibilities', { tab: 'X', visibility: 'DefaultOn' }),
      entry('tabVisibilities', { tab: 'X', visibility: 'Hidden' }),
    ],
  ]
  const all = [
    ...switches.map(([list, part]) => [list, granted(list, part), taken(list, part)] as const),
    ...others,
  ]

  test.each(all)('%s', (_list, before, expected) => {
    expect(delta([before], [])).toBe(expected)
  })

  test('unless it gave nothing', () => {
    expect(delta([permission('A', 'false')], [])).toBeNull()
  })

  test('unless the comparison takes nothing away', () => {
    const found = profileDelta({ base: profile(permission('A')), head: profile(), revokes: false })
    expect(found).toEqual({ entries: [], revocations: [], irrevocable: [] })
  })

  test.each([
    [
      'layoutAssignments',
      'layoutAssignments Account',
      entry('layoutAssignments', { layout: 'Account-Sales' }),
    ],
    [
      'loginIpRanges',
      'loginIpRanges',
      entry('loginIpRanges', { endAddress: '1.1.1.2', startAddress: '1.1.1.1' }),
    ],
    ['loginFlows', 'loginFlows', entry('loginFlows', { friendlyname: 'A' })],
    [
      'profileActionOverrides',
      'profileActionOverrides',
      entry('profileActionOverrides', { actionName: 'View' }),
    ],
    ['description', 'description', '<description>Sales</description>'],
    ['a list that nobody knows', 'newAccesses', entry('newAccesses', { name: 'X' })],
  ])('but for %s, which no deployment takes away', (_list, id, before) => {
    const found = profileDelta({ base: profile(before), head: profile(), revokes: true })
    expect(found).toEqual({ entries: [], revocations: [], irrevocable: [id] })
  })

  test('but for what says what the profile is', () => {
    const found = profileDelta({
      base: profile('<custom>true</custom>', '<userLicense>Salesforce</userLicense>'),
      head: profile(),
      revokes: true,
    })
    expect(found).toEqual({ entries: [], revocations: [], irrevocable: [] })
  })
})

describe('of a changed profile', () => {
  test('only added and changed entries are deployed, with the kind of the profile', () => {
    const base = ['<custom>true</custom>', permission('A'), permission('B')]
    const head = ['<custom>true</custom>', permission('A'), permission('B', 'false'), permission('C')]
    expect(delta(base, head)).toBe(`<custom>true</custom>${permission('B', 'false')}${permission('C')}`)
  })

  test('another order and other blanks are no change', () => {
    expect(delta([permission('A'), permission('B')], [permission('B'), `${permission('A')}\n`])).toBeNull()
  })

  test('another layout of the same object and record type is a changed entry', () => {
    const sales = entry('layoutAssignments', { layout: 'Account-Sales', recordType: 'Account.A' })
    const service = entry('layoutAssignments', { layout: 'Account-Service', recordType: 'Account.A' })
    expect(delta([sales], [service])).toBe(service)
  })

  test('all address ranges are deployed when one changed', () => {
    expect(delta([range('1.1.1.1')], [range('1.1.1.1'), range('2.2.2.2')])).toBe(
      `${range('1.1.1.1')}${range('2.2.2.2')}`,
    )
  })

  test('entries stand by list and name, those taken away among the others', () => {
    expect(
      delta([permission('B'), granted('classAccesses', 'apexClass')], [permission('A'), permission('C')]),
    ).toBe(
      `${taken('classAccesses', 'apexClass')}${permission('A')}${permission('B', 'false')}${permission('C')}`,
    )
  })

  test('an entry that is left out is not deployed, also by the name of its layout', () => {
    const layout = entry('layoutAssignments', { layout: 'Account-Sales' })
    const leftOut = new Set(['userPermissions A', 'layoutAssignments Account-Sales'])
    expect(delta([], [layout, permission('A'), permission('B')], (id) => leftOut.has(id))).toBe(
      permission('B'),
    )
  })

  test('a file without entries that gets one back is well-formed', () => {
    const empty = bytes('<?xml version="1.0"?>\n<Profile xmlns="http://soap.sforce.com/2006/04/metadata"/>\n')
    const found = profileDelta({ base: profile(permission('A')), head: empty, revokes: true })
    expect(found === null ? null : text(writeProfileDelta(empty, found, nothing))).toBe(
      '<?xml version="1.0"?>\n<Profile xmlns="http://soap.sforce.com/2006/04/metadata">\n    <userPermissions>\n        <enabled>false</enabled>\n        <name>A</name>\n    </userPermissions>\n</Profile>\n',
    )
  })

  test('a profile with a version that cannot be read is deployed whole', () => {
    expect(profileDelta({ base: profile(), head: bytes('<Profile>'), revokes: true })).toBeNull()
  })
})

test('the id of an entry tells the component that it is about', () => {
  expect(componentOfEntry('fieldPermissions Car__c.Color__c')).toMatchObject({
    componentType: 'CustomField',
    componentName: 'Car__c.Color__c',
  })
  expect(componentOfEntry('externalCredentialPrincipalAccesses Cred-Main')).toMatchObject({
    componentType: 'ExternalCredential',
    componentName: 'Cred',
  })
  expect(componentOfEntry('userPermissions ViewSetup')).toBeNull()
  expect(componentOfEntry('loginHours')).toBeNull()
})
