import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { align, chunks } from './alignment.ts'

const row = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 })

/** Length of the longest common subsequence, by the table that everybody knows. */
function mostPairs(before: readonly string[], after: readonly string[]): number {
  let previous = Array.from({ length: after.length + 1 }, () => 0)
  for (const entry of before) {
    const next = [0]
    after.forEach((other, at) => {
      const best = Math.max(previous[at + 1] ?? 0, next[at] ?? 0)
      next.push(entry === other ? (previous[at] ?? 0) + 1 : best)
    })
    previous = next
  }
  return previous.at(-1) ?? 0
}

test('pairs equal entries in order, as many as there can be', () => {
  fc.assert(
    fc.property(row, row, (before, after) => {
      const partners = [...align(before, after)]
      const pairs = partners.flatMap((to, from) => (to < 0 ? [] : [{ from, to }]))
      expect(pairs.every(({ from, to }) => before[from] === after[to])).toBe(true)
      expect(pairs.map(({ to }) => to)).toEqual(pairs.map(({ to }) => to).toSorted((a, b) => a - b))
      expect(pairs).toHaveLength(mostPairs(before, after))
    }),
  )
})

const rows = (mark: string): string[] => [
  'first',
  ...Array.from({ length: 3000 }, (_, index) => `${mark}${index}`),
  'last',
]

test('rows that differ too much share only their ends', () => {
  const partners = align(rows('x'), rows('y'))
  expect([partners[0], partners[1], partners.at(-1)]).toEqual([0, -1, 3001])
})

test('three rows fall into ranges, none beside another of its kind that agrees', () => {
  fc.assert(
    fc.property(row, row, row, (base, ours, theirs) => {
      const found = chunks(base, ours, theirs)
      const joined = (side: 'base' | 'ours' | 'theirs', of: readonly string[]): string[] =>
        found.flatMap((chunk) => of.slice(...chunk[side]))
      expect([joined('base', base), joined('ours', ours), joined('theirs', theirs)]).toEqual([
        base,
        ours,
        theirs,
      ])
      expect(found.some((chunk, at) => chunk.isStable && found[at + 1]?.isStable === true)).toBe(false)
    }),
  )
})
