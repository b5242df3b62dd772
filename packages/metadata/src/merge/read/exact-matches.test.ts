import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bytes, metadataXml } from '../../testing/text.ts'
import { readXml } from '../../xml/reader.ts'
import { ChildRow } from './child-row.ts'
import { findExactMatches } from './exact-matches.ts'

const rowOf = (entries: readonly number[]): ChildRow =>
  new ChildRow(readXml(bytes(metadataXml('Thing', ...entries.map((at) => `<a>${at}</a>`)))).source, 0)
const matchesOf = (version: readonly number[], base: readonly number[]): number[] => [
  ...(findExactMatches(rowOf(version), rowOf(base)) ?? []),
]
const known = Array.from({ length: 40 }, (_, index) => index)
const more = known.map((index) => index + 100)
const [notFound, noneFound] = [-1, known.map(() => -1)]

test.each([
  ['a child that changed', known.with(7, 99), known.with(7, notFound)],
  ['children that changed, most of them', [...more.slice(0, 30), ...known.slice(30)], [...noneFound.slice(0, 30), ...known.slice(30)]],
  ['added children', known.toSpliced(7, 0, ...more.slice(0, 3)), known.toSpliced(7, 0, ...noneFound.slice(0, 3))],
  ['a child less', known.toSpliced(7, 1), known.toSpliced(7, 1)],
  ['many children less', known.toSpliced(7, 20), known.toSpliced(7, 20)],
  ['a few in the middle', known.slice(7, 16), known.slice(7, 16)],
  ['parts in another order', [...known.slice(20), ...known.slice(0, 20)], [...known.slice(20), ...known.slice(0, 20)]],
  ['children added at the end', [...known, ...more], [...known, ...noneFound]],
])('%s: all that stand in both are found', (_, version, expected) => {
  expect(matchesOf(version, known)).toEqual(expected)
}) // prettier-ignore

const entries = fc.array(fc.nat(12), { minLength: 8, maxLength: 30 })

test('what is found is the same', () => {
  fc.assert(
    fc.property(entries, entries, (version, base) => {
      const found = matchesOf(version, base).map((match, index) =>
        match === -1 ? version[index] : base[match],
      )
      expect(found).toEqual(version)
    }),
  )
})
