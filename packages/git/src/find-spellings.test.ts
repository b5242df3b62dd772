import { beforeEach, expect, test } from 'vitest'
import { findSpellings } from './find-spellings.ts'
import type { Repository } from './git.ts'
import { commit, newRepository, readingFrom, temporaryFolder } from './testing/repositories.ts'

let repository: Repository
beforeEach(async () => {
  const folder = await temporaryFolder()
  repository = await newRepository(folder.path)
  return folder.remove
})

async function find(commitHash: string, paths: readonly string[]) {
  const found = await readingFrom(repository, (reader) => findSpellings(reader, commitHash, paths))
  return found.toSorted()
}

test('files and folders are found however they and the folders around them are spelt', async () => {
  const files = [
    'c/A.cls',
    'c/a.cls',
    'C/a.cls',
    'c/b.cls',
    'lwc/Box/x.js',
    'lwc/box/x.js',
    'Größe/Ü',
    'A',
    '\u{212A}.cls',
  ]
  const head = await commit(repository, Object.fromEntries(files.map((path) => [path, path])))
  expect(await find(head, ['c/a.CLS'])).toEqual(['C/a.cls', 'c/A.cls', 'c/a.cls'])
  expect(await find(head, ['lwc/box/', 'größe/ü'])).toEqual(['Größe/Ü', 'lwc/Box', 'lwc/box'])
  expect(await find(head, ['lwc/box', 'LWC/BOX/X.js'])).toEqual([
    'lwc/Box',
    'lwc/Box/x.js',
    'lwc/box',
    'lwc/box/x.js',
  ])
  // The sign for kelvin is a k in lower case.
  expect(await find(head, ['K.cls'])).toEqual(['\u{212A}.cls'])
  expect(await find(head, ['a/x', 'c/none', 'none'])).toEqual([])
  expect(await find(head, [])).toEqual([])
  await expect(find('1'.repeat(40), ['a'])).rejects.toMatchObject({ code: 'notFound' })
})
