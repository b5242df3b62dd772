import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { typeRuleRows } from '../src/data/type-rules.gen.ts'
import { parseKey, rulesBelow, rulesOfRoot } from '../src/type-rules.ts'

const textOf = (name: string): string => readFileSync(new URL(`../rules/${name}`, import.meta.url), 'utf8')

/** The lines of a table behind its head. */
const linesOf = (name: string): string[][] =>
  textOf(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const placeOf = ([type = '', path = '', element = '']: readonly string[]): string =>
  [type, path === '.' ? '' : path, element].join('/')

const explained = new Set([...textOf('README.md').matchAll(/^\| `([a-z]+)` \|/gmu)].map(([, tag]) => tag))
const rows = Object.entries(typeRuleRows).flatMap(([type, lists]) => lists.map((row) => [type, ...row]))
const tagsByPlace = new Map(
  linesOf('sources.tsv').map((line) => [placeOf(line), (line[3] ?? '').split(', ')]),
)

test('every row names a source that is explained', () => {
  expect(rows.length).toBeGreaterThan(1500)
  const unexplained = rows.filter((row) => {
    const tags = tagsByPlace.get(placeOf(row)) ?? []
    return tags.length === 0 || !tags.every((tag) => explained.has(tag))
  })
  expect(unexplained).toEqual([])
  expect(tagsByPlace.size).toBe(rows.length)
})

test('what is changed by hand says so, holds, and has a reason', () => {
  const byHand = [...tagsByPlace].filter(([, tags]) => tags.includes('hand')).map(([place]) => place)
  const corrections = linesOf('corrections.tsv')
  expect(corrections.map(placeOf).toSorted()).toEqual(byHand.toSorted())
  for (const [type = '', path = '', element = '', key = '', order = '', reason = ''] of corrections) {
    const at = path === '.' ? '' : path
    expect(rows).toContainEqual([type, at, element, key, order])
    expect(reason.length, placeOf([type, path, element])).toBeGreaterThan(20)
  }
})

test('a list beside a logic text has entries that are known by their place', () => {
  const matching = rulesBelow(rulesOfRoot('MatchingRules'), 'matchingRules').lists.get('matchingRuleItems')
  const territory = rulesOfRoot('Territory2Rule').lists.get('ruleItems')
  expect([matching, territory]).toEqual([
    { key: parseKey('(position)'), order: 'ordered' },
    { key: parseKey('(position)'), order: 'ordered' },
  ])
})
