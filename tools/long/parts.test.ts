import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, sourceFiles } from '../source-files.ts'
import { readOptions, slicesOf } from './options.ts'
import { longParts, vitestArguments } from './parts.ts'

describe('parts of the long tests', () => {
  test('every long test file belongs to exactly one part', () => {
    const files = sourceFiles(['apps', 'packages', 'e2e']).filter(({ path }) =>
      path.endsWith('.long.test.ts'),
    )
    const parts = files.map(({ path }) => [
      path,
      longParts.filter(({ tests }) => tests?.some((one) => path.startsWith(one))).length,
    ])
    expect(parts.length).toBeGreaterThan(8)
    expect(parts.filter(([, count]) => count !== 1)).toEqual([])
  })

  test('every part names files that exist, a program, or projects', () => {
    const paths = longParts
      .filter(({ projects }) => projects === undefined)
      .map(({ tests, command }) => tests ?? command?.slice(-1) ?? [])
    expect(paths.filter((some) => some.length === 0)).toEqual([])
    expect(paths.flat().filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('names are different', () => {
    const names = longParts.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('of a part that runs projects, a slice runs only its share of the files', () => {
    const environment = { LONG_RUN_SEED: '7', LONG_RUN_SLICE: '2/5' }
    const part = { name: 'x', proves: 'y', projects: ['one', 'two'] }
    expect(vitestArguments(part, environment)).toEqual([
      '--project',
      'one',
      '--project',
      'two',
      '--sequence.seed=7',
      '--shard=2/5',
    ])
  })
})

describe('options of the long tests', () => {
  test('a part, a seed and a slice are read in any order', () => {
    const options = readOptions(['--seed', '7', 'laws', '--slice', '2/5'], 1)
    expect(options).toMatchObject({ seed: 7, slice: { index: 2, count: 5 } })
    expect(options.parts.map(({ name }) => name)).toEqual(['laws'])
  })

  test('without a part all of them are run, with the new seed', () => {
    expect(readOptions([], 11)).toMatchObject({ parts: longParts, seed: 11, slice: undefined })
  })

  test.each([
    ['nothing'],
    ['--fast'],
    ['--slice', '6/5'],
    ['--slice', '0/5'],
    ['--slice', '2'],
    ['--seed', 'x'],
  ])('%s %s is refused', (...args) => {
    expect(() => readOptions(args, 1)).toThrow(/nothing|--fast|--slice wants|--seed wants/)
  })

  test('a part of three slices is run in three, unless one slice is asked for', () => {
    const part = { name: 'x', proves: 'y', tests: [], slices: 3 }
    expect(slicesOf(part, undefined)).toEqual([
      { index: 1, count: 3 },
      { index: 2, count: 3 },
      { index: 3, count: 3 },
    ])
    expect(slicesOf(part, { index: 2, count: 5 })).toEqual([{ index: 2, count: 5 }])
  })
})
