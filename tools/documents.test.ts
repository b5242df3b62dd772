import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../apps/server/src/platform/config/settings.ts'
import { root, sourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found).toSorted()

/** The cells of one column of the tables of a document. */
function column(document: string, index: number): string {
  const rows = document.split('\n').filter((line) => line.startsWith('| '))
  return rows.map((row) => row.split('|')[index]).join('\n')
}

test('the README lists exactly the settings that the server reads', () => {
  const listed = all(column(read('README.md'), 1), /`([A-Z][A-Z_]+)`/g)
  expect(listed).toEqual(Object.keys(settings.shape).toSorted())
})

test('what the glossary calls by a name in code has that name', () => {
  const code = sourceFiles(['apps', 'packages'])
    .map(({ text }) => text)
    .join('\n')
  const words = new Set(code.match(/[\w$]+/g))
  const names = all(column(read('GLOSSARY.md'), 3), /`(\w+)`/g)
  expect(names.length).toBeGreaterThan(80)
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

test('files that a document names are there', () => {
  const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
  const paths = documents.flatMap((document) => [
    ...all(read(document), /\]\(([^)#:]+)[)#]/g),
    ...all(read(document), /`((?:apps|packages|docs|tools|bench|e2e)\/[\w./-]+)[` ]/g),
  ])
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** Names of rulings, threats and chapters of documents that a reader of this repository does not have. */
const foreignReference =
  /\bdecisions? [A-Z]\d|\bthreats? T\d|[([][A-EN-QT]\d{1,2}[)\]]|\bspecification \d|\b(semantics|reliability-security|salesforce-protocol|algorithms|serialisation)\.md\b|\bdesign\/\w/

test.each([
  '// Kept apart (decision E15).',
  "test('[T25] nothing is sent', async () => {",
  '/** The name rule of specification 0. */',
  ' * See `design/semantics.md`.',
])('a reference to a document outside of the repository is recognised: %s', (line) => {
  expect(foreignReference.test(line)).toBe(true)
})

test('no source file refers to a document outside of the repository', () => {
  const own = 'tools/documents.test.ts'
  const lines = sourceFiles(['apps', 'packages', 'e2e', 'bench', 'tools'])
    .filter(({ path }) => path !== own)
    .flatMap(({ path, text }) =>
      text.split('\n').map((line, index) => ({ line, place: `${path}:${index + 1}` })),
    )
  expect(lines.length).toBeGreaterThan(50_000)
  expect(lines.filter(({ line }) => foreignReference.test(line)).map(({ place }) => place)).toEqual([])
})
