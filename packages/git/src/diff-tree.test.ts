import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blobHash } from './blob-hash.ts'
import { openObjectReader } from './cat-file.ts'
import { commitTree } from './commit-tree.ts'
import { diffFolders } from './diff-tree.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { treeOf } from './rev-parse.ts'
import { commit, newRepository, someone, temporaryFolder } from './testing/repositories.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let repository: Repository
beforeAll(async () => {
  folder = await temporaryFolder()
})
beforeEach(async () => {
  repository = await newRepository(folder.path)
})
afterAll(() => folder.remove())

async function diff(from: string | null, to: string, o: { path?: string; anyMode?: boolean } = {}) {
  const reader = openObjectReader(repository)
  try {
    return await diffFolders(reader, { from, to, ...o })
  } finally {
    await reader.close()
  }
}

/** Git knows the empty tree without storing it. */
const emptyTreeHash = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** Zeros stand for a side without the file. */
const there = (value = '') => (/^0+$/u.test(value) ? null : value)

/** What Git itself says, in the same form. */
async function diffByGit(from: string | null, to: string, path?: string) {
  const options = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames']
  const args = [
    'diff-tree',
    ...options,
    from ?? emptyTreeHash,
    to,
    '--',
    ...(path === undefined ? [] : [path]),
  ]
  const fields = (await runGit({ repository, args })).stdout.toString('utf8').split('\0')
  return fields.flatMap((header, at) => {
    if (!header.startsWith(':')) return []
    const [oldMode, newMode, oldHash, newHash, letter = ''] = header.slice(1).split(' ')
    const modes = { oldMode: there(oldMode), newMode: there(newMode) }
    const hashes = { oldHash: there(oldHash), newHash: there(newHash) }
    return [{ path: fields[at + 1], status: letter === 'T' ? 'M' : letter, ...hashes, ...modes }]
  })
}

/** Numbers below a bound, the same in every run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % bound
  }
}

/** A tree of few names that are each other's beginnings, in every mode; folders hold more of them. */
async function randomTree(next: (bound: number) => number, depth: number): Promise<string> {
  const names = ['a', 'a-b', 'a.b', 'a0', 'ab', 'ä', 'z z'].filter(() => next(3) > 0)
  const entries: string[] = []
  for (const name of names) {
    const kind = next(depth > 0 ? 8 : 5)
    const blob = await storedBlob(`${next(3)}`)
    if (kind > 4) entries.push(`040000 tree ${await randomTree(next, depth - 1)}\t${name}`)
    else if (kind === 4) entries.push(`160000 commit ${String(1 + next(3)).repeat(40)}\t${name}`)
    else entries.push(`${['100644', '100644', '100755', '120000'][kind]} blob ${blob}\t${name}`)
  }
  return await makeTree(entries)
}

async function storedBlob(text: string): Promise<string> {
  await runGit({ repository, args: ['hash-object', '-w', '--stdin'], input: Buffer.from(text) })
  return blobHash(Buffer.from(text))
}

async function makeTree(entries: readonly string[]): Promise<string> {
  const input = Buffer.from(entries.map((entry) => `${entry}\0`).join(''))
  const args = ['mktree', '-z', '--missing']
  return (await runGit({ repository, args, input })).stdout.toString('ascii').trim()
}

const commitOf = (tree: string) =>
  commitTree(repository, { tree, parents: [], author: someone, committer: someone, message: 'A tree' })

test('any two trees differ as git-diff-tree says, as a whole and below a path', async () => {
  const next = numbers(7)
  const commits: string[] = []
  for (let at = 0; at < 12; at += 1) commits.push(await commitOf(await randomTree(next, 2)))
  let found = 0
  for (const [at, from] of [null, ...commits].entries()) {
    const to = commits[at % commits.length] ?? ''
    const other = commits[(at * 5 + 3) % commits.length] ?? ''
    for (const [before, after] of [
      [from, to],
      [from, other],
    ] as const) {
      for (const path of [undefined, 'a', 'ab', 'a/a', 'z z/ä', 'a/a/a', 'none']) {
        const { files } = await diff(before, after, { anyMode: true, ...(path !== undefined && { path }) })
        expect(files).toEqual(await diffByGit(before, after, path))
        found += files.length
      }
    }
  }
  expect(found).toBeGreaterThan(1000)
}, 120_000)

test('large folders with few changes anywhere differ as git-diff-tree says', async () => {
  const files = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`f/Name_${at}.cls`, `${at % 7}`]))
  const from = await commit(repository, files)
  const places = ['f/Name_0.cls', 'f/Name_1500.cls', 'f/Name_1501.cls', 'f/Name_999.cls', 'f/Name_9990.cls']
  for (const place of places) {
    for (const text of ['new', null]) {
      const to = await commit(repository, { [place]: text, 'f/A': 'x', 'f/z/z': 'x' }, { parents: [from] })
      expect((await diff(from, to)).files).toEqual(await diffByGit(from, to))
      expect((await diff(to, from)).files).toEqual(await diffByGit(to, from))
    }
  }
})

test('folders with a difference are named on the sides on which they exist', async () => {
  const from = await commit(repository, { 'gone/a': '1', 'kept/b/c': '1', 'same/d': '1' })
  const to = await commit(repository, { 'gone/a': null, 'kept/b/c': '2', 'new/e': '1' }, { parents: [from] })
  const { oldFolders, newFolders } = await diff(from, to)
  expect([...oldFolders]).toEqual(['', 'gone/', 'kept/', 'kept/b/'])
  expect([...newFolders]).toEqual(['', 'kept/', 'new/', 'kept/b/'])
  const none = await diff(from, from)
  expect([none.files.length, none.oldFolders.size]).toEqual([0, 0])
})

test.each([
  ['120000', 'blob', 'a symbolic link'],
  ['160000', 'commit', 'a submodule'],
])(
  'a new entry of mode %s is refused by name, yet does not disturb other folders',
  async (mode, type, kind) => {
    const plain = await commit(repository, { 'ok/a': '' })
    const object = type === 'blob' ? blobHash(Buffer.from('')) : plain
    const inner = await treeOf(repository, plain)
    const head = await commitOf(
      await makeTree([`${mode} ${type} ${object}\todd`, `040000 tree ${inner}\tin`]),
    )
    const refusal = { code: 'unsafeRepository', message: expect.stringContaining(kind) }
    await expect(diff(null, head)).rejects.toMatchObject(refusal)
    expect((await diff(null, head, { path: 'in' })).files).toHaveLength(1)
    expect((await diff(head, plain)).files.map(({ status }) => status)).toEqual(['D', 'D', 'A'])
  },
)

test('permissions of an old tree are those that Git knows, and no difference', async () => {
  const hash = blobHash(Buffer.from('1'))
  await commit(repository, { a: '1' })
  const bytes = Buffer.concat([Buffer.from('100664 a\0'), Buffer.from(hash, 'hex')])
  const args = ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally']
  const tree = (await runGit({ repository, args, input: bytes })).stdout.toString('ascii').trim()
  const [odd, plain] = [await commitOf(tree), await commit(repository, { a: '1' })]
  expect((await diff(odd, plain)).files).toEqual([])
  expect((await diff(null, odd)).files).toMatchObject([{ path: 'a', newMode: '100644' }])
})

test('a folder that is damaged is told, and so is a commit that is not there or none', async () => {
  const head = await commit(repository, { a: '' })
  const entry = Buffer.concat([Buffer.from('100644 b\0'), Buffer.alloc(20, 1)])
  for (const bytes of [entry.subarray(0, 15), Buffer.from('100644 b'), Buffer.from('garbage')]) {
    const args = ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally']
    const tree = (await runGit({ repository, args, input: bytes })).stdout.toString('ascii').trim()
    await expect(diff(head, await commitOf(tree))).rejects.toMatchObject({ code: 'failed' })
  }
  await expect(diff(head, '1'.repeat(40))).rejects.toMatchObject({ code: 'notFound' })
  await expect(diff(head, await treeOf(repository, head))).rejects.toMatchObject({ code: 'failed' })
  await expect(diff(head, 'HEAD')).rejects.toMatchObject({ code: 'invalidRef' })
})
