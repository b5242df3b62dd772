import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { align } from './alignment.ts'
import { compactBoth } from './compaction.ts'
import { mergeLinesCleanly } from '../lines/lines.ts'

const entry = fc.constantFrom('a', 'a', 'b')
/** A row from its entries with blanks between them. */
const entries = (text: string): string[] => text.split(' ')
const row = fc.array(entry, { maxLength: 12 })

const lines = (letters: string): Uint8Array => new TextEncoder().encode(letters.replaceAll(' ', '\n'))
const numbers = (texts: readonly string[]): Int32Array =>
  Int32Array.from(texts, (text) => text.codePointAt(0) ?? 0)

function compacted(before: readonly string[], after: readonly string[]): Int32Array {
  const partners = align(before, after)
  const back = new Int32Array(after.length).fill(-1)
  partners.forEach((to, from) => to >= 0 && (back[to] = from))
  compactBoth({ entries: numbers(before), partners }, { entries: numbers(after), partners: back })
  if (back.some((to, from) => to >= 0 && partners[to] !== from)) throw new Error('The rows disagree.')
  return partners
}

describe('moving changes', () => {
  test('keeps equal entries paired, in order, and as many as before', () => {
    fc.assert(
      fc.property(row, row, (before, after) => {
        const pairs = [...compacted(before, after)].flatMap((to, from) => (to < 0 ? [] : [{ from, to }]))
        expect(pairs.every(({ from, to }) => before[from] === after[to])).toBe(true)
        expect(pairs.map(({ to }) => to)).toEqual(pairs.map(({ to }) => to).toSorted((a, b) => a - b))
        expect(pairs).toHaveLength([...align(before, after)].filter((to) => to >= 0).length)
      }),
    )
  })

  test('puts an addition as far down as equal entries allow', () => {
    expect([...compacted(entries('x a b y'), entries('x a b a b y'))]).toEqual([0, 1, 2, 5])
    expect([...compacted(entries('x a b a b y'), entries('x a b y'))]).toEqual([0, 1, 2, -1, -1, 3])
  })

  test('keeps what was taken away beside what came instead', () => {
    const before = entries('{ a } { b } { c }')
    expect([...compacted(before, entries('{ a } { x } { c }'))]).toEqual([0, 1, 2, 3, -1, 5, 6, 7, 8])
  })
})

test('a change that both sides made is one change, wherever each of them could have made it', () => {
  const base = lines('{ o } { p } { q } { r } { m } { n }')
  const ours = lines('{ f } { o } { m } { n } { p } { q } { r } { m } { n }')
  const theirs = lines('{ f } { o } { m } { n } { p } { q } { r } { z }')
  const merged = mergeLinesCleanly({ base, ours, theirs })
  expect(merged && new TextDecoder().decode(merged).replaceAll('\n', '')).toBe('{f}{o}{m}{n}{p}{q}{r}{z}')
})
