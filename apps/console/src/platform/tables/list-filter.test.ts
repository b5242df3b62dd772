import { expect, test } from 'vitest'
import { filterOfSearch, listSearch, noFilter, searchOfFilter } from './list-filter.ts'

const labels = { types: { FlowIn: 'Flow in' }, statuses: { Enabled: 'Enabled' } }

test('a filter survives its address', () => {
  const filter = { filter: 'no. 12', choice: 'FlowIn', status: 'Enabled', onlyMine: true }
  expect(filterOfSearch(listSearch.parse(searchOfFilter(filter)), labels)).toEqual(filter)
})

test('what narrows nothing is not in the address', () => expect(searchOfFilter(noFilter)).toEqual({}))

test('an address without a filter, or with values that the list does not know, has none', () => {
  expect(filterOfSearch({}, labels)).toBeNull()
  expect(filterOfSearch({ type: 'toString', status: 'Enabled' }, { types: labels.types })).toBeNull()
})

test('values of another form are left out, and digits are text', () => {
  const search = listSearch.parse({ filter: 12, mine: 'perhaps', type: 7 })
  expect(filterOfSearch(search, labels)).toEqual({ ...noFilter, filter: '12' })
})
