import { beforeEach, expect, test } from 'vitest'
import { blobHash } from './blob-hash.ts'
import { commitTree } from './commit-tree.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { listFolder } from './list-folder.ts'
import { listTree } from './ls-tree.ts'
import { treeOf } from './rev-parse.ts'
import { commit, newRepository, someone, readingFrom, temporaryFolder } from './testing/repositories.ts'

let repository: Repository
beforeEach(async () => {
  const folder = await temporaryFolder()
  repository = await newRepository(folder.path)
  return folder.remove
})

async function list(commitHash: string, below: string, prefix = '') {
  return await readingFrom(repository, (reader) => listFolder(reader, commitHash, { folder: below, prefix }))
}

test('files below a folder are those that ls-tree lists', async () => {
  const names = ['a', 'a-b', 'a.b', 'größe', 'ü%20 x', '1\n2', '-', '.hidden', '%28x%29', 'a b', '日本']
  const paths = names.flatMap((name) => [
    `src/d/${name}`,
    `src/d/e ${name}/f`,
    `src/d-/${name}`,
    `${name}/src`,
  ])
  const head = await commit(repository, Object.fromEntries(paths.map((path) => [path, path])))
  for (const below of ['', 'src', 'src/d', 'src/d-', 'a']) {
    const files = await listTree(repository, head, { path: below })
    const start = below === '' ? 0 : below.length + 1
    const expected = [...files].map(([path, { hash }]) => [`x/${path.slice(start)}`, hash] as const)
    expect(new Map(await list(head, below, 'x/'))).toEqual(new Map(expected))
  }
  const taken = await readingFrom(repository, (reader) =>
    listFolder(reader, head, { folder: 'src', prefix: 'x/', takes: (name) => name === 'd-' }),
  )
  expect(new Map(taken)).toEqual(new Map(await list(head, 'src/d-', 'x/d-/')))
  for (const none of ['none', 'src/none/d', 'a/src', 'src/d/a']) expect((await list(head, none)).size).toBe(0)
})

test('files are found in whatever order they are asked for, and no others', async () => {
  const names = ['a', 'a-b', 'a b', 'ab', 'größe', 'z', 'z1', '.x', 'Z']
  const contents = new Map(
    names.flatMap((name) => [[name, name] as const, [`d/${name}`, `d ${name}`] as const]),
  )
  const head = await commit(repository, Object.fromEntries(contents))
  const files = await list(head, '')
  const paths = [...contents.keys()]
  const odd = paths.flatMap((path) => [`${path}0`, `0${path}`, `e/${path}`, `${path}/a`, path.slice(0, -1)])
  const asked = [
    ...paths,
    '',
    'd',
    ...paths.toReversed(),
    'd/',
    ...odd,
    ...paths.toSorted(),
    ...odd.toReversed(),
  ]
  for (const path of asked) {
    const content = contents.get(path)
    expect(files.get(path)).toBe(content === undefined ? undefined : blobHash(Buffer.from(content)))
  }
  expect(files.size).toBe(paths.length)
  expect([...files]).toEqual(Array.from(files.keys(), (path) => [path, files.get(path)]))
})

async function commitOf(tree: Buffer): Promise<string> {
  const args = ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally']
  const hash = (await runGit({ repository, args, input: tree })).stdout.toString('ascii').trim()
  const about = { author: someone, committer: someone, message: 'Odd', parents: [] }
  return await commitTree(repository, { tree: hash, ...about })
}

const entry = (start: string, hash: string) =>
  Buffer.concat([Buffer.from(`${start}\0`), Buffer.from(hash, 'hex')])

test.each([
  ['120000 a', 'unsafeRepository'],
  ['160000 a', 'unsafeRepository'],
  ['100644 .git', 'unsafeRepository'],
  ['100644 a/b', 'failed'],
  ['100644 ', 'failed'],
  ['40000 ..', 'unsafeRepository'],
])('an entry that begins with "%s" is refused: %s', async (start, code) => {
  const inner = await treeOf(repository, await commit(repository, { a: '' }))
  const hash = start.startsWith('4') ? inner : blobHash(Buffer.from(''))
  await expect(list(await commitOf(entry(start, hash)), '')).rejects.toMatchObject({ code })
})

test('modes of old trees are files, and a folder that is cut off is damaged', async () => {
  const hash = blobHash(Buffer.from(''))
  const good = Buffer.concat([entry('100664 a', hash), entry('100755 b', hash)])
  expect([...(await list(await commitOf(good), '')).keys()]).toEqual(['a', 'b'])
  for (const bytes of [good.subarray(0, -1), good.subarray(0, 12), Buffer.concat([good, Buffer.from('x')])])
    await expect(list(await commitOf(bytes), '')).rejects.toMatchObject({ code: 'failed' })
})

test('a folder that stands twice in another is refused', async () => {
  const inner = await treeOf(repository, await commit(repository, { a: '' }))
  const head = await commitOf(Buffer.concat([entry('40000 d', inner), entry('40000 d', inner)]))
  await expect(list(head, '')).rejects.toMatchObject({ code: 'failed' })
})

test('files of a folder that is out of order are found', async () => {
  const hash = blobHash(Buffer.from(''))
  const names = ['b', 'a', 'd', 'c', 'e']
  const head = await commitOf(Buffer.concat(names.map((name) => entry(`100644 ${name}`, hash))))
  const files = await list(head, '')
  expect([...files.keys()].toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(files.get(name)).toBe(hash)
})

test('a commit that is not there, or is none, is told', async () => {
  const head = await commit(repository, { a: '' })
  await expect(list('1'.repeat(40), '')).rejects.toMatchObject({ code: 'notFound' })
  await expect(list(await treeOf(repository, head), '')).rejects.toMatchObject({ code: 'failed' })
})
