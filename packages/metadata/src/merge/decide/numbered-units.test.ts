import { expect, test } from 'vitest'

import { bytes, metadataXml, text } from '../../testing/text.ts'
import { mergeFiles } from '../merge-files.ts'

/** A rule whose logic text calls its criteria by number. */
interface Rule {
  readonly logic: string
  readonly values: readonly string[]
}

const file = ({ logic, values }: Rule): Uint8Array => {
  const items = values.map(
    (value) => `<criteriaItems><field>F</field><value>${value}</value></criteriaItems>`,
  )
  const rule = `<rules><fullName>R</fullName><booleanFilter>${logic}</booleanFilter>${items.join('\n')}</rules>`
  return bytes(metadataXml('Workflow', rule))
}

function merged(first: Rule, ours: Rule, theirs: Rule): Rule | string[] {
  const versions = { base: file(first), ours: file(ours), theirs: file(theirs) }
  const { conflicts, content } = mergeFiles({ path: 'a.xml', ...versions })
  if (conflicts.length > 0) return conflicts.map(({ reason }) => reason)
  const written = text(content) ?? ''
  const values = [...written.matchAll(/<value>(.*?)<\/value>/gu)].map(([, value = '']) => value)
  return { logic: /<booleanFilter>(.*?)</u.exec(written)?.[1] ?? '', values }
}

const base = { logic: '1 OR 2', values: ['a', 'b'] }

test.each<[string, readonly [Rule, Rule, Rule]]>([
  ['behind', [{ logic: '1 OR 2 OR 3', values: ['a', 'b', 'c'] }, { ...base, values: ['a', 'x'] }, { logic: '1 OR 2 OR 3', values: ['a', 'x', 'c'] }]],
  ['before', [{ logic: '3 AND (1 OR 2)', values: ['c', 'a', 'b'] }, { ...base, values: ['x', 'b'] }, { logic: '3 AND (1 OR 2)', values: ['c', 'x', 'b'] }]],
  ['between', [{ logic: '1 OR 3', values: ['a', 'c', 'b'] }, { ...base, values: ['x', 'y'] }, { logic: '1 OR 3', values: ['x', 'c', 'y'] }]],
])('an entry added %s and its logic text go with edits of other entries', (_, [added, edited, both]) => {
  expect(merged(base, added, edited)).toEqual(both)
  expect(merged(base, edited, added)).toEqual(both)
}) // prettier-ignore

test.each<[string, Rule]>([
  ['the logic text too', { logic: '1 AND 2', values: ['a', 'x'] }],
  ['which entry has which number', { ...base, values: ['b', 'a'] }],
])('an added entry is a conflict when the other side changed %s', (_, other) => {
  const added = { logic: '1 OR 2 OR 3', values: ['a', 'b', 'c'] }
  expect(merged(base, added, other)).toContain('numberedListChangedByBoth')
})

const entries = (...values: string[]): Uint8Array => {
  const list = values.map((value) => `<ruleEntry><assignedTo>${value}</assignedTo></ruleEntry>`)
  return bytes(metadataXml('AssignmentRule', '<fullName>R</fullName>', ...list))
}

test('in a list whose order means something, what replaces an entry takes its place', () => {
  const [ours, theirs] = [entries('a', 'b', 'c'), entries('a', 'x')]
  const { content } = mergeFiles({ path: 'a.xml', base: entries('a', 'b'), ours, theirs })
  expect(text(content)).toBe(text(entries('a', 'x', 'c')))
})

test('an entry added behind the others goes with an edit of its side, and of another entry by the other side', () => {
  const first = { logic: '1 OR 2', values: ['a', 'b'] }
  const added = { logic: '1 OR 2 OR 3', values: ['x', 'b', 'c'] }
  const edited = { logic: '1 OR 2', values: ['a', 'y'] }
  const both = { logic: '1 OR 2 OR 3', values: ['x', 'y', 'c'] }
  expect([merged(first, added, edited), merged(first, edited, added)]).toEqual([both, both])
})

test('an entry that both sides edited is a conflict, whatever one of them added behind it', () => {
  const added = { logic: '1 OR 2 OR 3', values: ['a', 'x', 'c'] }
  const edited = { logic: '1 OR 2', values: ['a', 'y'] }
  expect(merged(base, added, edited)).toEqual(['changedByBoth'])
})

test('what both sides brought stands once, though one of them put it in the place of another entry', () => {
  const [ours, theirs] = [entries('c', 'a'), entries('c')]
  const merge = (mine: Uint8Array, other: Uint8Array): string | null =>
    text(mergeFiles({ path: 'a.xml', base: entries('a'), ours: mine, theirs: other }).content)
  expect([merge(ours, theirs), merge(theirs, ours)]).toEqual([text(entries('c')), text(entries('c'))])
})

test('entries with a logic text that one side put in and the other put in the place of others are a conflict', () => {
  const added = { logic: '1 OR 2 OR 3 OR 4', values: ['c', 'd', 'a', 'b'] }
  expect(merged(base, added, { ...base, values: ['c', 'd'] })).toContain('numberedListChangedByBoth')
})
