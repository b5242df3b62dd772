import { describe, expect, test } from 'vitest'
import { bytes, metadataXml, text } from '../testing/text.ts'
import { changedEntries, withEntriesOf, withKnownEmptyEntries } from './edit-profile.ts'

const profile = (...lines: string[]) => bytes(metadataXml('Profile', ...lines))
const permission = (name: string, enabled = 'true') =>
  `<userPermissions><enabled>${enabled}</enabled><name>${name}</name></userPermissions>`
const apex = (name: string, enabled = 'true') =>
  `<classAccesses><apexClass>${name}</apexClass><enabled>${enabled}</enabled></classAccesses>`

const layout = (name: string) => `<layoutAssignments><layout>${name}</layout></layoutAssignments>`
const sides = (expected: string[], org: string[], head: string[]) => ({
  expected: profile(...expected),
  org: profile(...org),
  head: profile(...head),
})

describe('an entry of the org that grants nothing', () => {
  test('is no change where Git has no such entry', () => {
    const known = profile(apex('A'))
    const org = profile(apex('A'), apex('B', 'false'))
    expect(text(withKnownEmptyEntries({ known, org }))).toBe(text(known))
  })

  test('is a change where Git has the entry', () => {
    const org = profile(apex('A', 'false'))
    expect(withKnownEmptyEntries({ known: profile(apex('A')), org })).toBe(org)
  })

  test('stays in Git where the service never retrieves it', () => {
    const known = profile(permission('A'), permission('B', 'false'), permission('C'))
    const org = profile(permission('A'), permission('C'))
    expect(text(withKnownEmptyEntries({ known, org }))).toBe(text(known))
  })

  test('leaves Git where the service would retrieve it', () => {
    const org = profile(apex('A'))
    expect(withKnownEmptyEntries({ known: profile(apex('A'), apex('B', 'false')), org })).toBe(org)
  })

  test('cannot be judged in a file that cannot be read', () => {
    const org = bytes('<Profile>')
    expect(withKnownEmptyEntries({ known: profile(apex('A', 'false')), org })).toBe(org)
  })
})

describe('entries of another version', () => {
  test('replace those of the file, and what that version lacks goes', () => {
    const content = profile(apex('A'), permission('B'), permission('C'))
    const source = profile(permission('A'), permission('B', 'false'))
    const ids = ['userPermissions B', 'userPermissions C']
    expect(text(withEntriesOf({ content, source, ids }))).toBe(
      text(profile(apex('A'), permission('B', 'false'))),
    )
    expect(text(withEntriesOf({ content, source: null, ids }))).toBe(text(profile(apex('A'))))
  })

  test('are found by the name of a layout, too', () => {
    const ids = ['layoutAssignments Account-New']
    expect(
      text(
        withEntriesOf({
          content: profile(layout('Account-New')),
          source: profile(layout('Account-Old')),
          ids,
        }),
      ),
    ).toBe(text(profile(layout('Account-Old'))))
  })
})

describe('a deployment overwrites an entry of the org', () => {
  const ids = ['userPermissions A']

  test('when the org changed it to another value than the branch has', () => {
    expect(changedEntries(sides([], [permission('A')], [permission('A', 'false')]), ids)).toBe(true)
  })

  test('when the org removed it', () => {
    expect(changedEntries(sides([permission('A')], [], [permission('A')]), ids)).toBe(true)
  })

  test('but not when the org and the branch agree on it, or only another entry changed', () => {
    expect(changedEntries(sides([permission('A')], [permission('A', 'false')], []), ids)).toBe(false)
    expect(changedEntries(sides([], [permission('B')], [permission('A')]), ids)).toBe(false)
  })

  test('when the profile was created or deleted', () => {
    expect(changedEntries({ expected: profile(), org: null, head: profile() }, ids)).toBe(true)
  })
})
