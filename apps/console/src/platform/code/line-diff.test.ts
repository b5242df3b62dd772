import { expect, test } from 'vitest'
import { coarseDiff, type Changes, lineDiff } from './line-diff.ts'

/** The first text with the changes made to it. */
function applied([a, b]: readonly [string, string], changes: Changes | null): string {
  if (changes === null) return 'over'
  let text = ''
  let at = 0
  for (let i = 0; i < changes.length; i += 4) {
    const [fromA = 0, toA = 0, fromB = 0, toB = 0] = changes.subarray(i, i + 4)
    text += a.slice(at, fromA) + b.slice(fromB, toB)
    at = toA
  }
  return text + a.slice(at)
}

const pairs: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', 'a\n'],
  ['a\nb\nc', 'a\nc'],
  ['a\nc', 'a\nb\nc\n'],
  ['x', 'y'],
  ['a\nb', 'b\na'],
  ['a\r\nb\r\n', 'a\nb\n'],
]

test.for(pairs)('the changes from %j lead to %j', (pair) => {
  expect(applied(pair, lineDiff(...pair, 1000))).toBe(pair[1])
  expect(applied(pair, coarseDiff(...pair))).toBe(pair[1])
})

/** The same numbers in every run. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('the changes of random texts lead from one to the other, and no line that is equal is among them', () => {
  const next = numbersFrom(7)
  for (let i = 0; i < 500; i++) {
    const text = () => Array.from({ length: next(12) }, () => 'abc'[next(3)]).join('\n')
    const pair = [text(), text()] as const
    expect(applied(pair, lineDiff(...pair, 1000)), JSON.stringify(pair)).toBe(pair[1])
  }
})

test('only the characters that differ are a change', () => {
  expect([...(lineDiff('one\ntwo\nthree', 'one\ntWo\nthree', 1000) ?? [])]).toEqual([5, 6, 5, 6])
})

const large = (changeEvery: number) =>
  Array.from(
    { length: 64_000 },
    (_, i) => `    <line>${i % changeEvery === 0 ? `changed ${i}` : i % 97}</line>`,
  )

test('two megabytes with 640 edits are compared edit by edit', () => {
  const changes = lineDiff(large(64_001).join('\n'), large(100).join('\n'), 60_000)
  expect((changes?.length ?? 0) / 4).toBe(639)
})

test('a comparison that takes longer than its time is given up', () => {
  const other = large(1).map((line) => `${line}!`)
  expect(lineDiff(large(1).join('\n'), other.join('\n'), 50)).toBeNull()
})
