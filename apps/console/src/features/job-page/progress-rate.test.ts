import { expect, test } from 'vitest'
import { progressCount, progressRate, progressTimeLeft, stateWords } from './progress-rate.ts'

const scope = {
  itemsCompleted: 1240,
  itemsTotal: 3000,
  unit: 'components',
  startedUtc: '2026-01-31T12:00:00.000Z',
  status: 'Executing' as const,
}
const now = Date.parse('2026-01-31T12:00:10.000Z')

test('a count names its unit, and bytes have their own', () => {
  expect([progressCount(scope), progressCount({ ...scope, unit: 'bytes', itemsTotal: null })]).toEqual([
    '1,240 of 3,000 components',
    '1.2 KiB',
  ])
})
test('[J-077] a rate is shown per second for the units that have one', () => {
  expect([progressRate(scope, now), progressRate({ ...scope, unit: 'bytes' }, now)]).toEqual([
    '124 components/s',
    '124 B/s',
  ])
})
test('what is not counted, or is over, has no rate', () => {
  expect([
    progressRate({ ...scope, unit: 'steps' }, now),
    progressRate({ ...scope, status: 'Disposed' }, now),
  ]).toEqual([null, null])
})
test('the time left follows the speed so far', () => {
  expect(progressTimeLeft({ ...scope, itemsCompleted: 1000 }, now)).toBe('about 20 s left')
})
test.for([
  { itemsTotal: null },
  { itemsCompleted: 0 },
  { itemsCompleted: 3000 },
  { status: 'Disposed' as const },
  { startedUtc: '2026-01-31T12:00:08.000Z' },
])('with %o nothing is said about the time left', (changes) => {
  expect(progressTimeLeft({ ...scope, ...changes }, now)).toBeNull()
})
test.for([
  ['InProgress', 'In progress'],
  ['Cancelling', 'Cancelling'],
  ['Processing Type: CustomField', 'Processing Type: CustomField'],
])('the state %s is shown as "%s"', ([state = '', words]) => {
  expect(stateWords(state)).toBe(words)
})
