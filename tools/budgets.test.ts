import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFacts } from './source-facts.ts'
import { sourceFiles } from './source-files.ts'

/** The budgets of ARCHITECTURE.md, section "Budgets". */
const files = sourceFiles(['apps', 'packages', 'e2e', 'bench', 'tools'])
const measured = files.map((file) => ({ ...file, facts: sourceFacts(file.path, file.text) }))
const product = measured.filter(({ path, isTest }) => !isTest && /^(apps|packages)\//.test(path))
const functions = product.flatMap(({ path, facts }) => facts.functions.map((fact) => ({ path, ...fact })))
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const within = (path: string, part: string) => path.startsWith(`${part}/`)

/** Tests carry fixtures in their text, so their files may be long; their functions are single sentences. */
describe('budgets', () => {
  test('no file is longer than 300 lines', () => {
    const over = measured.filter(({ facts }) => facts.lines > 300)
    expect(over.map(({ path, facts }) => `${path} ${facts.lines}`)).toEqual([])
  })

  test('the median file of the product has at most 80 lines', () => {
    expect(median(product.map(({ facts }) => facts.lines))).toBeLessThanOrEqual(80)
  })

  test('no function is longer than 60 lines', () => {
    const over = functions.filter(({ lines }) => lines > 60)
    expect(over.map(({ path, name, line, lines }) => `${path}:${line} ${name} ${lines}`)).toEqual([])
  })

  test('at most 5 % of the functions are longer than 50 lines', () => {
    expect(functions.filter(({ lines }) => lines > 50).length / functions.length).toBeLessThanOrEqual(0.05)
  })

  test('no function takes more than three parameters', () => {
    const over = functions.filter(({ parameters }) => parameters > 3)
    expect(over.map(({ path, name, line }) => `${path}:${line} ${name}`)).toEqual([])
  })

  test('no file exports more than seven values, outside the contract and the database schema', () => {
    const catalogues = /^packages\/contract\/|\/platform\/database\/schema\//
    const over = product.filter(({ path, facts }) => facts.exports > 7 && !catalogues.test(path))
    expect(over.map(({ path, facts }) => `${path} ${facts.exports}`)).toEqual([])
  })

  test('nothing has the type any', () => {
    expect(measured.filter(({ facts }) => facts.anyTypes > 0).map(({ path }) => path)).toEqual([])
  })

  test('type assertions stay under three in a thousand lines outside the contract', () => {
    const judged = product.filter(({ path }) => !within(path, 'packages/contract'))
    const perThousand =
      sum(judged.map(({ facts }) => facts.assertions)) / (sum(judged.map(({ facts }) => facts.lines)) / 1000)
    expect(perThousand).toBeLessThanOrEqual(3)
  })

  test.each([
    ['packages', 0.1, 0.25],
    ['apps', 0.02, 0.08],
  ])('comments in %s make up between %d and %d of the lines', (part, least, most) => {
    const judged = product.filter(({ path }) => within(path, part))
    const share =
      sum(judged.map(({ facts }) => facts.commentLines)) / sum(judged.map(({ facts }) => facts.lines))
    expect(share).toBeGreaterThanOrEqual(least)
    expect(share).toBeLessThanOrEqual(most)
  })
})

/** Code that only one file needs stands in that file, unless it is long or loaded on demand. */
describe('files of the console', () => {
  const consoleFiles = product.filter(({ path }) => within(path, 'apps/console/src'))

  test('are at most 500', () => {
    expect(consoleFiles.length).toBeLessThanOrEqual(500)
  })

  test('with a single importer are at most a quarter', () => {
    const importers = new Map<string, number>()
    for (const imported of consoleFiles.flatMap(importedBy))
      importers.set(imported, (importers.get(imported) ?? 0) + 1)
    const withOne = consoleFiles.filter(({ path }) => importers.get(path) === 1)
    expect(withOne.length / consoleFiles.length).toBeLessThanOrEqual(0.25)
  })
})

/** The files of ours that a file imports, on demand too, each once. */
function importedBy({ path, text }: { path: string; text: string }): string[] {
  const named = text.matchAll(/(?:from |import\()'(\.[^']+)'/g)
  return [...new Set([...named].map(([, name = '']) => join(dirname(path), name)))]
}
