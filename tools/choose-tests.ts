// Which test files the words after `npm test --` mean.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Refusal, root } from './prepare.mjs'

const ignored = new Set(['node_modules', 'dist'])

/** The paths of all test files below a folder, relative to the root. */
function testFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : testFiles(path)
    return /[.](test[.]tsx?|e2e[.]ts)$/.test(entry.name) ? [path] : []
  })
}

const allTestFiles = () => ['apps', 'packages', 'e2e', 'tools'].flatMap(testFiles)

const filesOf = (word: string, files: readonly string[]): string[] => {
  const path = relative(root, resolve(word))
  return files.filter((file) => file.includes(path) || file.includes(word))
}

/** The files whose text has the title; else those that have each word of it, because values are put into some titles. */
function filesWithTitle(title: string, files: readonly string[]): string[] {
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const whole = texts.filter(({ text }) => text.includes(title))
  const words = title.split(/\s+/).filter((word) => /^[a-z]{3,}$/i.test(word))
  const some = texts.filter(({ text }) => words.length > 0 && words.every((word) => text.includes(word)))
  return (whole.length > 0 ? whole : some).map(({ file }) => file)
}

/** Files of tests by their runner, and the titles of the tests that are wanted of them; without titles all. */
export interface ChosenTests {
  readonly code: readonly string[]
  readonly pages: readonly string[]
  readonly stories: readonly string[]
  readonly titles: readonly string[]
}

/**
 * Chooses the tests that the words name: a word that is part of the path of a test file means that file, every other one
 * is a title, or a part of one, in these files or in all. Long tests have to be named by their path.
 */
export function chooseTests(words: readonly string[]): ChosenTests {
  const all = allTestFiles()
  const paths = words.filter((word) => filesOf(word, all).length > 0)
  const titles = words.filter((word) => !paths.includes(word))
  const named = [...new Set(paths.flatMap((word) => filesOf(word, all)))]
  const places = paths.length > 0 ? named : all.filter((file) => !file.includes('.long.test.'))
  const unknown = titles.find((title) => filesWithTitle(title, places).length === 0)
  if (unknown) throw new Refusal(`No test file has "${unknown}" in its path or in a title.`)
  const files =
    titles.length > 0 ? [...new Set(titles.flatMap((title) => filesWithTitle(title, places)))] : named
  return {
    code: files.filter((file) => !/[.](browser[.]test[.]tsx|e2e[.]ts)$/.test(file)),
    pages: files.filter((file) => file.endsWith('.browser.test.tsx')),
    stories: files.filter((file) => file.endsWith('.e2e.ts')),
    titles,
  }
}
