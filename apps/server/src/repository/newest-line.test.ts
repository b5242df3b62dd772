import { expect, test } from 'vitest'
import { newestLineIn } from './newest-line.ts'

/** Dates that repeat, the same at every run. */
const datesOf = (size: number) => Array.from({ length: size }, (_, line) => (line * 7919) % 13)

test.each([0, 1, 2, 5, 8, 21])(
  'every range of %i lines gives its newest line, the first of equal ones',
  (size) => {
    const dates = datesOf(size)
    const newest = newestLineIn(dates)
    for (let from = 0; from <= size; from += 1)
      for (let to = from; to <= size + 1; to += 1) {
        const inside = dates.slice(from, to)
        const expected = inside.length === 0 ? null : from + inside.indexOf(Math.max(...inside))
        expect([from, to, newest(from, to)]).toEqual([from, to, expected])
      }
  },
)

test('thousands of elements that lie inside each other take no longer than as many beside each other', () => {
  const size = 50_000
  const newest = newestLineIn(datesOf(size))
  const lines = Array.from({ length: 20_000 }, (_, depth) => newest(depth, size - depth))
  expect(lines.filter((line) => line === null)).toEqual([])
})
