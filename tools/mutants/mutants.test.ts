import { expect, test } from 'vitest'
import { allMutants } from './all-mutants.ts'
import { type Mutant, faultsOf, groupsOf, plant } from './mutant.ts'

const mutant: Mutant = { id: 'a/b', file: 'a.ts', from: 'x > 1', to: 'x > $1', tests: ['a.test.ts'] }
const files: Record<string, string> = {
  'a.ts': 'if (x > 1) y()',
  'a.test.ts': '',
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
])('%j is an error of the list', (change, fault) => {
  expect(faultsOf({ ...mutant, ...change }, read)).toEqual([fault])
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

test('the list holds at least a hundred faults with different ids', () => {
  const ids = allMutants.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(100)
  expect(new Set(ids).size).toBe(ids.length)
})
