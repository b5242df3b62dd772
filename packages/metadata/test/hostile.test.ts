import type { MergeResult } from '../src/merge/write/merge-result.ts'
import { describe, expect, test } from 'vitest'

import { merge } from '../src/merge/merge.ts'
import { normaliseFile } from '../src/normalise.ts'
import { bytes, metadataXml, text } from '../src/testing/text.ts'
import { XmlError } from '../src/xml/errors.ts'
import { readXml } from '../src/xml/reader.ts'

const path = 'unpackaged/profiles/Admin.profile'
const entry = (field: string, editable = false): string =>
  `<fieldPermissions><editable>${editable}</editable><field>${field}</field></fieldPermissions>`
const small = metadataXml('Profile', entry('A'), entry('B'))
const mergeTexts = (base: string, ours: string, theirs: string): MergeResult =>
  merge({ path, base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) })

function refusalOf(source: string | Uint8Array): string {
  try {
    readXml(source)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return `${error.code} ${error.line}:${error.column}`
  }
}

describe('what is refused says where', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(100)}"><!ENTITY z "&x;&x;&x;">]>\n<a>&z;</a>`
  test.each<[string, string | Uint8Array, string]>([
    ['a document type with entities that grow', bomb, 'doctype 1:1'],
    ['an entity that nobody declared', '<a>\n  <b>&x;</b>\n</a>', 'malformed 2:6'],
    ['a reference beyond Unicode', '<a>&#x110000;</a>', 'malformed 1:4'],
    ['a reference that does not end', '<a>&amp</a>', 'malformed 1:4'],
    ['two hundred thousand elements inside each other', '<a>'.repeat(200_000), 'limit 1:769'],
    [
      'a thousand attributes',
      `<a ${Array.from({ length: 1000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
      'limit',
    ],
    ['a comment that does not end', `<a>\n<!-- ${'x'.repeat(1 << 20)}`, 'malformed 2:1'],
    ['an attribute that does not end', `<a b="${'x'.repeat(1 << 20)}`, 'malformed 1:6'],
    ['bytes that are not UTF-8', Uint8Array.of(60, 97, 62, 0xc3, 0x28, 60, 47, 97, 62), 'encoding 1:1'],
    ['UTF-16 with its mark', Uint8Array.of(0xff, 0xfe, 60, 0, 97, 0, 47, 0, 62, 0), 'encoding 1:1'],
    ['a control character', '<a>\u0000</a>', 'malformed 1:4'],
  ])('%s', (...[, source, refusal]) => {
    expect(refusalOf(source)).toMatch(new RegExp(`^${refusal}`, 'u'))
  })

  test('a file that was cut off, at every byte', () => {
    const whole = bytes(metadataXml('CustomObject', '<label a="1">é &amp; <![CDATA[x]]></label><!-- c -->'))
    const accepted = [...whole.keys()].filter((end) => refusalOf(whole.subarray(0, end)) === 'accepted')
    // Only the line end behind the root may be missing.
    expect(accepted).toEqual([whole.length - 1])
  })
})

describe('a merge never makes a clean file of something hostile', () => {
  test.each<[string, string]>([
    ['cut off', small.slice(0, -20)],
    ['with a document type', small.replace('<Profile', '<!DOCTYPE x>\n<Profile')],
    ['with conflict markers left in', small.replace('    <field', '<<<<<<< HEAD\n    <field')],
    ['with two roots', small + small],
  ])('%s', (...[, theirs]) => {
    const { status, conflicts } = mergeTexts(small, small.replace('false', 'true'), theirs)
    expect([status, conflicts.map(({ reason }) => reason)]).toEqual(['conflict', ['notXml']])
    expect(conflicts[0]?.message).toMatch(/line \d+, column \d+/u)
  })

  test('a version that is no text', () => {
    const theirs = Uint8Array.of(0xff, 0xfe, 60, 0)
    const result = merge({ path, base: bytes(small), ours: bytes(small.replace('false', 'true')), theirs })
    expect([result.status, text(result.content)]).toEqual(['conflict', small.replace('false', 'true')])
  })

  test('normalising leaves it as it is', () => {
    for (const source of [small.slice(0, -20), '<a>'.repeat(10_000), '\u0000'])
      expect(text(normaliseFile({ path, content: bytes(source) }))).toBe(source)
  })
})

const doubled = (count: number, last: boolean): string =>
  metadataXml('Profile', ...Array.from({ length: count }, () => entry('A')), entry('Z', last))
const value = (body: string, other: string): string =>
  metadataXml('CustomObject', `<description>${body}</description>`, `<label>${other}</label>`)

describe('large files', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `A.F${String(index).padStart(6, '0')}__c`)
  const large = (changed: readonly number[]): string =>
    metadataXml('Profile', ...names.map((name, index) => entry(name, changed.includes(index))))

  test('twenty thousand entries, changed by both sides all over, merge to all changes', () => {
    const { status, content } = mergeTexts(large([]), large([0, 10_000]), large([1, 19_999]))
    expect([status, text(content)]).toEqual(['clean', large([0, 1, 10_000, 19_999])])
  })

  test('a key that stands a thousand times comes to an end', () => {
    const { status, content } = mergeTexts(doubled(1000, false), doubled(1001, false), doubled(1000, true))
    expect([status, text(content)]).toEqual(['clean', doubled(1001, true)])
  })

  test('one value of a mebibyte is a value like any other', () => {
    const long = 'x &amp; '.repeat(1 << 17)
    const { status, content } = mergeTexts(value(long, 'a'), value(`${long}y`, 'a'), value(long, 'b'))
    expect([status, text(content) === value(`${long}y`, 'b')]).toEqual(['clean', true])
  })
})
