import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { elementChanges } from './element-changes.ts'
import { comparableForm } from './element-form.ts'
import { sentenceOf } from './element-sentence.ts'
import { bytes, metadataXml } from '../testing/text.ts'

const sentences = (root: string, before: readonly string[], after: readonly string[]): string[] =>
  elementChanges(bytes(metadataXml(root, ...before)), bytes(metadataXml(root, ...after))).map(sentenceOf)

const entry = (name: string, inner: string): string => `<${name}>${inner}</${name}>`
const permission = (field: string, editable: boolean): string =>
  entry('fieldPermissions', `<editable>${editable}</editable><field>${field}</field>`)

describe('what changed is said by element', () => {
  test.each([
    [
      'Profile',
      [permission('Account.Rating', false)],
      [permission('Account.Rating', true)],
      ['fieldPermissions Account.Rating: editable false → true'],
    ],
    [
      'Profile',
      [permission('A.B', true)],
      [permission('A.A', true), permission('A.C', true)],
      ['fieldPermissions A.B removed', 'fieldPermissions A.A added', 'fieldPermissions A.C added'],
    ],
    [
      'Profile',
      ['<custom>true</custom>'],
      ['<custom>true</custom>', '<description>For sales</description>'],
      ['description added ("For sales")'],
    ],
    [
      'CustomTab',
      ['<label>Old name</label>'],
      ['<label>New name</label>'],
      ['label "Old name" → "New name"'],
    ],
    [
      'CustomApplication',
      ['<tabs>A</tabs>', '<tabs>B</tabs>', '<tabs>C</tabs>'],
      ['<tabs>C</tabs>', '<tabs>A</tabs>', '<tabs>B</tabs>'],
      ['tabs C moved from 3 to 1'],
    ],
    [
      'Workflow',
      [
        entry(
          'rules',
          '<fullName>R</fullName><criteriaItems><field>X</field><value>1</value></criteriaItems>',
        ),
      ],
      [
        entry(
          'rules',
          '<fullName>R</fullName><criteriaItems><field>X</field><value>2</value></criteriaItems>',
        ),
      ],
      ['rules R, criteriaItems #1: value 1 → 2'],
    ],
    [
      'CustomMetadata',
      [entry('values', '<field>F</field><value xsi:nil="true"/>')],
      [entry('values', '<field>F</field><value/>')],
      ['values F: value (nil) → ""'],
    ],
  ] as const)('%s %#', (...[root, before, after, expected]) => {
    const declared = (lines: readonly string[]): Uint8Array =>
      bytes(
        metadataXml(root, ...lines).replace('">', '" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'),
      )
    expect(elementChanges(declared(before), declared(after)).map(sentenceOf)).toEqual(expected)
  })
})

const many = Array.from({ length: 9 }, (_, index) => permission(`A.F${index}`, true))

describe('no change is', () => {
  test.each([
    [
      'a moved entry and its copy that moved as well',
      'Profile',
      [...many, permission('A.B', true), permission('A.B', true)],
      [permission('A.B', true), ...many, permission('A.B', true)],
    ],
    [
      'the order of a list that is sorted anyway',
      'Profile',
      [permission('A.B', true), permission('A.A', true)],
      [permission('A.A', true), permission('A.B', true)],
    ],
    ['a comment', 'Profile', ['<custom>true</custom>'], ['<!-- mine -->', '<custom>true</custom>']],
    [
      'another spelling',
      'CustomTab',
      ["<label>It's</label>", '<x/>'],
      ['<label>It&#39;s</label>', '<x></x>'],
    ],
    [
      'a place on a canvas',
      'Flow',
      [entry('decisions', '<name>D</name><locationX>1</locationX>')],
      [entry('decisions', '<name>D</name><locationX>99</locationX>')],
    ],
    [
      'the order of blocks',
      'Profile',
      ['<custom>true</custom>', permission('A.A', true)],
      [permission('A.A', true), '<custom>true</custom>'],
    ],
    [
      'numbers that count the same order',
      'Layout',
      ['A', 'B'].map((name, at) => action(name, at * 10)),
      ['B', 'A'].map((name, at) => action(name, 1 - at)),
    ],
  ] as const)('%s', (...[, root, before, after]) => {
    expect(sentences(root, before, after)).toEqual([])
  })
})

function action(name: string, sortOrder: number): string {
  return entry(
    'platformActionListItems',
    `<actionName>${name}</actionName><actionType>QuickAction</actionType><sortOrder>${sortOrder}</sortOrder>`,
  )
}

const list = (...items: string[]): string[] => [entry('platformActionList', items.join(''))]

test('a second copy of an entry is a change, wherever both stand', () => {
  const [twice, once] = [
    [permission('A.B', true), ...many, permission('A.B', true)],
    [...many, permission('A.B', true)],
  ]
  expect(sentences('Profile', once, twice)).toEqual(['fieldPermissions A.B added'])
  expect(sentences('Profile', twice, once)).toEqual(['fieldPermissions A.B removed'])
})

const mixed = (value: string): string[] => [`<description>See <b>${value}</b></description>`]

test('what a child says beside elements is a change of its parent', () => {
  expect(sentences('Profile', mixed('1'), mixed('2'))).toEqual([
    'description "<description>See <b>1</b></description>" → "<description>See <b>2</b></description>"',
  ])
})

test('an order in numbers is an order', () => {
  const before = list(action('A', 0), action('B', 1))
  expect(sentences('Layout', before, list(action('B', 1), action('A', 0)))).toEqual([])
  expect(sentences('Layout', before, list(action('A', 1), action('B', 0)))).toEqual([
    'platformActionList: platformActionListItems QuickAction B moved from 2 to 1',
  ])
})

/** Files of several types with lists of every kind: sorted, ordered, by place, without keys, unknown. */
const letters = fc.constantFrom('A', 'B', 'C', 'D')
const flag = fc.constantFrom('true', 'false')
const children: Readonly<Record<string, fc.Arbitrary<string>>> = {
  Profile: fc.oneof(
    fc
      .tuple(letters, flag)
      .map(([field, on]) => entry('fieldPermissions', `<editable>${on}</editable><field>${field}</field>`)),
    fc
      .tuple(letters, letters)
      .map(([a, b]) =>
        entry('loginIpRanges', `<endAddress>${a}</endAddress><startAddress>${b}</startAddress>`),
      ),
    fc.tuple(letters, flag).map(([a, b]) => entry('unknownThings', `<thing>${a}</thing><on>${b}</on>`)),
  ),
  Report: fc.oneof(
    letters.map((field) => entry('columns', `<field>${field}</field>`)),
    fc
      .array(fc.tuple(letters, flag), { maxLength: 4 })
      .map((items) =>
        entry(
          'filter',
          items.map(([a, b]) => entry('criteriaItems', `<column>${a}</column><value>${b}</value>`)).join(''),
        ),
      ),
  ),
  CustomApplication: letters.map((tab) => entry('tabs', tab)),
  Layout: fc
    .array(fc.tuple(letters, fc.nat(3)), { maxLength: 4 })
    .map((items) => entry('platformActionList', items.map(([name, order]) => action(name, order)).join(''))),
  Nothing: fc.tuple(letters, flag).map(([name, on]) => entry('things', `<name>${name}</name><on>${on}</on>`)),
}
const files = fc.constantFrom(...Object.keys(children)).chain((root) => {
  const line = children[root] ?? fc.constant('<x/>')
  // Long rows are read and compared in another way than short ones.
  const lines = fc.oneof(fc.array(line, { maxLength: 6 }), fc.array(line, { minLength: 8, maxLength: 20 }))
  const shuffled = lines.chain((row) =>
    fc.tuple(fc.constant(row), fc.shuffledSubarray(row, { minLength: row.length })),
  )
  return fc.tuple(fc.constant(root), fc.oneof(shuffled, fc.tuple(lines, lines)))
})

test('nothing is found exactly when both files have one form', () => {
  fc.assert(
    fc.property(files, ([root, [before, after]]) => {
      const isSame =
        comparableForm(bytes(metadataXml(root, ...before))) ===
        comparableForm(bytes(metadataXml(root, ...after)))
      expect(sentences(root, before, after).length === 0).toBe(isSame)
    }),
    { numRuns: 300 },
  )
})

test('a file against itself has no changes, against nothing as many as it has entries', () => {
  fc.assert(
    fc.property(files, ([root, [before]]) => {
      expect(sentences(root, before, before)).toEqual([])
      expect(sentences(root, [], before)).toHaveLength(before.length)
    }),
  )
})
