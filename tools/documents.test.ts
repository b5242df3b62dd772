import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../apps/server/src/platform/config/settings.ts'
import { settingsDocument } from './settings-document.ts'
import { root, sourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found).toSorted()

/** The cells of one column of the tables of a document. */
function column(document: string, index: number): string {
  const rows = document.split('\n').filter((line) => line.startsWith('| '))
  return rows.map((row) => row.split('|')[index]).join('\n')
}

test('the document of the settings says what the server reads', async () => {
  await expect(settingsDocument()).toMatchFileSnapshot(join(root, 'docs/run/settings.md'))
  expect(Object.entries(settings.shape).filter(([, { description }]) => !description)).toEqual([])
})

test('what the glossary calls by a name in code has that name', () => {
  const code = sourceFiles(['apps', 'packages'])
    .map(({ text }) => text)
    .join('\n')
  const words = new Set(code.match(/[\w$]+/g))
  const names = all(column(read('GLOSSARY.md'), 3), /`(\w+)`/g)
  expect(names.length).toBeGreaterThan(60)
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

/** Every document of the repository, by its path from the root. */
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

test('files that a document names are there', () => {
  const paths = documents.flatMap((document) => {
    const text = read(document)
    const links = all(text, /\]\(([^)#:]+)[)#]/g).map((link) => join(dirname(document), link))
    return [...links, ...all(text, /`((?:apps|packages|docs|tools|bench|e2e)\/[\w./-]+)[` ]/g)]
  })
  expect(paths.length).toBeGreaterThan(60)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name))
const numberOf = (name: string) => Number(name.slice(0, 4))

test('the index of the decisions has a sentence for each', () => {
  const linked = all(read('docs/decisions/README.md'), /\]\((\d[^)]+)\) \| \w/g)
  expect(linked).toEqual(decisions.toSorted())
})

test('a decision that code or a document cites is there', () => {
  const sources = sourceFiles(['apps', 'packages', 'e2e', 'bench', 'tools']).map(({ text }) => text)
  const texts = [...sources, ...documents.map(read), read('bench/README.md'), read('apps/merge/README.md')]
  const cited = texts.flatMap((text) => all(text, /\bdecision (\d+)/g)).map(Number)
  expect(new Set(cited).size).toBeGreaterThan(8)
  expect(cited.filter((number) => !decisions.map(numberOf).includes(number))).toEqual([])
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
