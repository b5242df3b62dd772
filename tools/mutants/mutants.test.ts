import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longParts } from '../long/parts.ts'
import { root } from '../source-files.ts'
import { allMutants } from './all-mutants.ts'
import { type Mutant, faultsOf, groupsOf, plant, sliceOf } from './mutant.ts'

const mutant: Mutant = {
  id: 'a/b',
  invariant: 'Only large numbers count.',
  file: 'a.ts',
  from: 'x > 1',
  to: 'x > $1',
  tests: ['a.test.ts'],
}
const files: Record<string, string> = {
  'a.ts': 'if (x > 1) y()',
  'a.test.ts':
    "describe('x', () => test.each([1])('is so much greater than %s and no other', () => undefined))",
  'twice.ts': 'x > 1, x > 1',
}
const read = (file: string) => files[file]

test('a fault is planted as it is written', () => {
  expect(plant(mutant, 'if (x > 1) y()')).toBe('if (x > $1) y()')
  expect(faultsOf(mutant, read)).toEqual([])
})

test.each([
  [{ file: 'gone.ts' }, 'a/b: there is no file gone.ts'],
  [{ file: 'twice.ts' }, 'a/b: the old text occurs 2 times in twice.ts'],
  [{ from: 'z' }, 'a/b: the old text occurs 0 times in a.ts'],
  [{ to: 'x > 1' }, 'a/b: the new text changes nothing'],
  [{ tests: ['gone.test.ts'] }, 'a/b: there is no test file gone.test.ts'],
  [{ title: 'so much greater|smaller' }, 'a/b: no test has the title smaller'],
  [{ title: '1 and no others' }, 'a/b: no test has the title 1 and no others'],
])('%j is an error of the list', (change, fault) => {
  expect(faultsOf({ ...mutant, ...change }, read)).toEqual([fault])
})

test.each(['^x$', 'x is so', 'greater than 1|is so', '1 and no other'])('the title %s is found', (title) => {
  expect(faultsOf({ ...mutant, title }, read)).toEqual([])
})

test('every mutant of the list can be planted, and its tests exist', () => {
  const texts = new Map<string, string | undefined>()
  const readOnce = (file: string) => {
    const path = join(root, file)
    if (!texts.has(file)) texts.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined)
    return texts.get(file)
  }
  expect(allMutants.flatMap((one) => faultsOf(one, readOnce))).toEqual([])
})

test('mutants of the same tests are judged together', () => {
  const others = ['b.test.ts', 'a.test.ts'].map((file, index) => ({
    ...mutant,
    id: String(index),
    tests: [file],
  }))
  const titled = { ...mutant, id: '2', title: 'x' }
  expect(groupsOf([mutant, ...others, titled]).map((group) => group.map(({ id }) => id))).toEqual([
    ['a/b', '1'],
    ['2'],
    ['0'],
  ])
})

test('the mutants of a group are in the same slice, and no slice is empty', () => {
  const { slices: count = 1 } = longParts.find(({ name }) => name === 'mutants') ?? {}
  const slices = allMutants.map((one) => sliceOf(one, count))
  expect(new Set(slices).size).toBe(count)
  for (const group of groupsOf(allMutants))
    expect(new Set(group.map((one) => sliceOf(one, count))).size).toBe(1)
})

test('the list holds at most 150 faults with different ids, each with the invariant that it breaks', () => {
  const ids = allMutants.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(100)
  expect(ids.length).toBeLessThanOrEqual(150)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(allMutants.map(({ invariant }) => invariant)).size).toBe(ids.length)
  expect(
    allMutants.filter(({ invariant }) => !/^[A-Z].{20,}\.$/u.test(invariant)).map(({ id }) => id),
  ).toEqual([])
})
