import { beforeEach, expect, test } from 'vitest'
import { blobHash } from './blob-hash.ts'
import { openObjectReader } from './cat-file.ts'
import { commitTree } from './commit-tree.ts'
import { findFiles } from './find-files.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { listTree } from './ls-tree.ts'
import { treeOf } from './rev-parse.ts'
import { commit, newRepository, someone, readingFrom, temporaryFolder } from './testing/repositories.ts'

let repository: Repository
beforeEach(async () => {
  const folder = await temporaryFolder()
  repository = await newRepository(folder.path)
  return folder.remove
})

async function find(commitHash: string, paths: readonly string[]) {
  return await readingFrom(repository, (reader) => findFiles(reader, commitHash, paths))
}

test('files are found at and below paths, as ls-tree lists them', async () => {
  const paths = ['a', 'a-b', 'a.b', 'd/a', 'd/e/f', 'd/e/g', 'd/ef', 'größe/ü%20 x', 'z/1\n2']
  const head = await commit(repository, Object.fromEntries(paths.map((path) => [path, path])))
  const all = await listTree(repository, head)
  const below = (...starts: string[]) =>
    new Map(
      [...all].filter(([path]) => starts.some((start) => path === start || path.startsWith(`${start}/`))),
    )
  expect(await find(head, paths)).toEqual(all)
  expect(await find(head, ['d/e/', 'd/a', 'none', 'd/none/x', 'a/x'])).toEqual(below('d/e', 'd/a'))
  expect(await find(head, ['d/e/f', 'd/e', 'größe'])).toEqual(below('d/e', 'größe'))
  expect(await find(head, [])).toEqual(new Map())
  expect(await find(head, ['a\0', 'd\0/a'])).toEqual(new Map())
})

test('names are told apart however folders and files of like names lie', async () => {
  const files = ['a b', 'a-b', 'a.b', 'a/x', 'a0', 'ab', 'b/x', 'b-x', 'ä', 'z.', 'z/y', 'zz']
  const head = await commit(repository, Object.fromEntries(files.map((path) => [path, path])))
  const all = await listTree(repository, head)
  const reader = openObjectReader(repository)
  for (let mask = 0; mask < 512; mask += 1) {
    const wanted = ['a', 'a b', 'a-b', 'a0', 'ab', 'b', 'b-x', 'ä', 'z'].filter((_, bit) => (mask >> bit) & 1)
    const expected = [...all.keys()].filter((path) => wanted.includes(path.split('/')[0] ?? ''))
    expect([...(await findFiles(reader, head, wanted)).keys()].toSorted()).toEqual(expected.toSorted())
  }
  await reader.close()
})

test('a wanted entry that is no file is refused, an unwanted one is not', async () => {
  const plain = await commit(repository, { 'ok/a': '' })
  const inner = await treeOf(repository, plain)
  const input = Buffer.from(
    `120000 blob ${blobHash(Buffer.from(''))}\todd\u0000040000 tree ${inner}\tin\u0000`,
  )
  const tree = (await runGit({ repository, args: ['mktree', '-z'], input })).stdout.toString().trim()
  const about = { author: someone, committer: someone, message: 'Odd', parents: [] }
  const head = await commitTree(repository, { tree, ...about })
  await expect(find(head, ['odd'])).rejects.toMatchObject({ code: 'unsafeRepository' })
  expect([...(await find(head, ['in'])).keys()]).toEqual(['in/ok/a'])
})

test('a commit that is not there, or is none, is told', async () => {
  const head = await commit(repository, { a: '' })
  await expect(find('1'.repeat(40), ['a'])).rejects.toMatchObject({ code: 'notFound' })
  await expect(find(await treeOf(repository, head), ['a'])).rejects.toMatchObject({ code: 'failed' })
})

test('what is asked right before a reader closes is answered', async () => {
  const head = await commit(repository, { a: 'text' })
  const reader = openObjectReader(repository)
  const content = reader.read((await listTree(repository, head)).get('a')?.hash ?? '')
  await reader.close()
  expect(String(await content)).toBe('text')
})
