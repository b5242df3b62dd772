import { expect, test } from 'vitest'
import type { ListedComponent } from '../list-components.ts'
import { type DatedList, stampsOf } from './component-stamps.ts'

const listed = (given: Partial<ListedComponent> = {}): ListedComponent => ({
  type: 'ApexClass',
  fullName: 'A',
  id: '01p000000000001AAA',
  namespacePrefix: null,
  manageableState: 'unmanaged',
  lastModifiedById: '005000000000001AAA',
  lastModifiedByName: 'Mara',
  lastModifiedDate: '2026-05-04T03:02:01.000Z',
  ...given,
})

const stamps = (list: readonly ListedComponent[], given: Partial<DatedList> = {}) =>
  stampsOf({
    listed: list,
    listedTypes: ['ApexClass', 'CustomField'],
    knownTypes: ['ApexClass', 'CustomField', 'Role'],
    orgTimeUtc: '2026-05-04T04:00:00.000Z',
    ...given,
  })

const stampOf = (given: Partial<ListedComponent>) =>
  [...stamps([listed(given)]).components.values()][0] ?? null

test('the stamp of a component differs with its id, its date and the person', () => {
  const others = [
    {},
    { id: '01p' },
    { lastModifiedById: '006' },
    { lastModifiedDate: '2026-05-04T03:02:02.000Z' },
  ]
  expect(new Set(others.map(stampOf)).size).toBe(4)
})

test.each([
  ['of a type whose dates lie', { type: 'CustomObject' }],
  ['without an id', { id: '' }],
  ['that nobody has changed', { lastModifiedById: null }],
  ['with the first second of 1970', { lastModifiedDate: '1970-01-01T00:00:00.000Z' }],
  ['without a date', { lastModifiedDate: null }],
  ['that was changed in the last ten minutes', { lastModifiedDate: '2026-05-04T03:50:00.000Z' }],
  ['that will be changed in the future', { lastModifiedDate: '2027-05-04T03:50:00.000Z' }],
])('a component %s has no stamp', (_, given) => expect(stampOf(given)).toBeNull())

test('without the time of the org there are no stamps', () => {
  expect(stamps([listed()], { orgTimeUtc: null }).components.size).toBe(0)
})

const field = (given: Partial<ListedComponent>) => listed({ type: 'CustomField', ...given })
const typeStamp = (list: readonly ListedComponent[]) => stamps(list).types['CustomField']

test('a type has one stamp for all of its names and changes', () => {
  const [one, other] = [field({ fullName: 'Car__c.A__c' }), field({ fullName: 'Car__c.B__c' })]
  expect(typeStamp([one, other])).toBe(typeStamp([other, one]))
  expect(typeStamp([one])).not.toBe(typeStamp([other]))
  expect(typeStamp([one, field({ lastModifiedDate: '2026-05-04T03:55:00.000Z' })])).toBeUndefined()
})

test('a type that the org has and no list came of has no stamp; one that the org does not have has one', () => {
  expect(stamps([]).types).toMatchObject({ Territory2: 'none', CustomField: expect.any(String) })
  expect(stamps([]).types).not.toHaveProperty('Role')
})
