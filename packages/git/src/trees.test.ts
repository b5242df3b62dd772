import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { blobHash } from './blob-hash.ts'
import { openObjectReader } from './cat-file.ts'
import { readFileAt } from './read-file.ts'
import { diffFolders, diffTrees } from './diff-tree.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { GitError } from './errors.ts'
import { grepTree } from './grep.ts'
import { listTree } from './ls-tree.ts'
import { mergeFile } from './merge-file.ts'
import { mergeTrees } from './merge-tree.ts'
import { treeOf } from './rev-parse.ts'
import { commit, newRepository, temporaryFolder } from './testing/repositories.ts'

let repository: Repository
beforeEach(async () => {
  const folder = await temporaryFolder()
  repository = await newRepository(folder.path)
  return folder.remove
})

const file = (text: string) => ({ mode: '100644', hash: blobHash(Buffer.from(text)) })

test('a difference names added, changed and deleted files with both hashes', async () => {
  const before = await commit(repository, { a: '1', b: '1', 'd/e': '1' })
  const after = await commit(repository, { a: '2', b: null, c: '1' }, { parents: [before] })
  const one = blobHash(Buffer.from('1'))
  expect(await diffTrees(repository, before, after)).toEqual([
    {
      path: 'a',
      status: 'M',
      oldHash: one,
      newHash: blobHash(Buffer.from('2')),
      oldMode: '100644',
      newMode: '100644',
    },
    { path: 'b', status: 'D', oldHash: one, newHash: null, oldMode: '100644', newMode: null },
    { path: 'c', status: 'A', oldHash: null, newHash: one, oldMode: null, newMode: '100644' },
  ])
  expect((await diffTrees(repository, null, before)).map((change) => change.path)).toEqual(['a', 'b', 'd/e'])
  expect(await diffFolders(repository, { from: null, to: before, path: 'd' })).toHaveLength(1)
})

test('a folder that came, went or became a file differs as the whole tree does', async () => {
  const none = await commit(repository, { b: '1' })
  const filled = await commit(repository, { b: '1', 'd/a': '1', 'd/e/f': '1' }, { parents: [none] })
  const replaced = await commit(repository, { b: '2', d: '1' }, { parents: [none] })
  const commits = [none, filled, replaced]
  for (const from of commits) {
    for (const to of commits) {
      const all = await diffTrees(repository, from, to)
      const below = all.filter(({ path }) => path.startsWith('d/') || path === 'd')
      expect(await diffFolders(repository, { from, to, path: 'd' })).toEqual(below)
    }
  }
})

test('a moved file is a deletion and an addition, however alike the two are', async () => {
  const before = await commit(repository, { a: 'same\n'.repeat(50) })
  const after = await commit(repository, { a: null, b: 'same\n'.repeat(50) }, { parents: [before] })
  expect((await diffTrees(repository, before, after)).map((change) => change.status)).toEqual(['D', 'A'])
})

test('overlapping reads answer each with its own object', async () => {
  const texts = Array.from({ length: 300 }, (_, index) => `${index}\n`.repeat(index * 20))
  const head = await commit(repository, Object.fromEntries(texts.map((text, index) => [`f${index}`, text])))
  const files = await listTree(repository, head)
  const reader = openObjectReader(repository)
  const read = await Promise.all(texts.map((_, index) => reader.read(files.get(`f${index}`)?.hash ?? '')))
  await reader.close()
  expect(read.map(String)).toEqual(texts)
})

test('who asks for an object that somebody waits for gets the same bytes, and asks again afterwards', async () => {
  const head = await commit(repository, { a: 'text' })
  const reader = openObjectReader(repository)
  const hash = blobHash(Buffer.from('text'))
  const [one, same] = await Promise.all([reader.read(hash), reader.read(hash)])
  expect(one.toString()).toBe('text')
  expect(same).toBe(one)
  const again = await reader.read(hash)
  expect(again).not.toBe(one)
  expect(again).toEqual(one)
  const missing = '1'.repeat(40)
  const failed = await Promise.allSettled([reader.read(missing), reader.read(missing), reader.read(head)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await reader.close()
})

test('many objects come one by one, and who stops early leaves the reader usable', async () => {
  const texts = Array.from({ length: 300 }, (_, index) => `${index}\n`.repeat(index * 20))
  await commit(repository, Object.fromEntries(texts.map((text, index) => [`f${index}`, text])))
  const hashes = texts.map((text) => blobHash(Buffer.from(text)))
  const reader = openObjectReader(repository)
  const read: string[] = []
  for await (const content of reader.readEach(hashes)) read.push(String(content))
  expect(read).toEqual(texts)
  for await (const content of reader.readEach(hashes)) if (content.length > 0) break
  expect(String(await reader.read(hashes[7] ?? ''))).toBe(texts[7])
  await expect(reader.readEach(['1'.repeat(40), ...hashes]).next()).rejects.toMatchObject({
    code: 'notFound',
  })
  expect(String(await reader.read(hashes[8] ?? ''))).toBe(texts[8])
  await reader.close()
})

test('of many objects, what was handed over is let go while the next ones come', async () => {
  const texts = Array.from({ length: 10 }, (_, index) => `${index}\n`.repeat(20_000))
  await commit(repository, Object.fromEntries(texts.map((text, index) => [`f${index}`, text])))
  const reader = openObjectReader(repository)
  const contents: WeakRef<Buffer>[] = []
  for await (const content of reader.readEach(texts.map((text) => blobHash(Buffer.from(text))))) {
    contents.push(new WeakRef(content))
    if (contents.length < texts.length) continue
    setFlagsFromString('--expose-gc')
    runInNewContext('gc()')
  }
  expect(contents.slice(0, -2).filter((content) => content.deref() !== undefined)).toEqual([])
  await reader.close()
})

test('a missing object is told apart from a closed reader and from one that is too large', async () => {
  const head = await commit(repository, { a: 'x'.repeat(1000) })
  const reader = openObjectReader(repository, { maxObjectBytes: 500 })
  await expect(reader.read('1'.repeat(40))).rejects.toMatchObject({ code: 'notFound' })
  const hash = (await listTree(repository, head)).get('a')?.hash ?? ''
  await expect(reader.read(hash)).rejects.toThrow('larger than 500 bytes')
  await expect(reader.read(hash)).rejects.toMatchObject({ code: 'tooLarge' })
  await reader.close()
})

test('an aborted reader fails the read that waits', async () => {
  const abort = new AbortController()
  const reader = openObjectReader(repository, { signal: abort.signal })
  const read = reader.read('1'.repeat(40)).then(
    () => reader.read('2'.repeat(40)),
    () => 'answered',
  )
  expect(await read).toBe('answered')
  abort.abort()
  await reader.close()
  await expect(reader.read('1'.repeat(40))).rejects.toMatchObject({ code: 'aborted' })
})

test('a file is read at a commit and a path, null where there is none', async () => {
  const head = await commit(repository, { 'd/a': 'text', b: '' })
  expect(String(await readFileAt(repository, { commit: head, path: 'd/a' }))).toBe('text')
  expect(await readFileAt(repository, { commit: head, path: 'd' })).toBeNull()
  expect(await readFileAt(repository, { commit: head, path: 'x' })).toBeNull()
})

test.each([
  ['120000', 'blob', 'a symbolic link'],
  ['160000', 'commit', 'a submodule'],
])('an entry of mode %s is refused by name, yet does not disturb other folders', async (mode, type, kind) => {
  const head = await commit(repository, { 'ok/a': '' })
  const object = type === 'blob' ? blobHash(Buffer.from('')) : head
  const folderTree = await treeOf(repository, head)
  const input = Buffer.from(`${mode} ${type} ${object}\todd\u0000040000 tree ${folderTree}\tin\u0000`)
  const tree = (await runGit({ repository, args: ['mktree', '-z'], input })).stdout.toString().trim()
  const refusal = { code: 'unsafeRepository', message: expect.stringContaining(kind) }
  await expect(listTree(repository, tree)).rejects.toMatchObject(refusal)
  await expect(diffTrees(repository, null, tree)).rejects.toMatchObject(refusal)
  expect((await listTree(repository, tree, { path: 'in' })).size).toBe(1)
  expect(await diffFolders(repository, { from: null, to: tree, path: 'in' })).toHaveLength(1)
})

test('two branches merge cleanly, and a conflict names its stages', async () => {
  const base = await commit(repository, { a: '1\n', b: '1\n', c: '1\n' })
  const ours = await commit(repository, { a: '2\n', c: '2\n' }, { parents: [base] })
  const theirs = await commit(repository, { b: '2\n', c: null, n: '' }, { parents: [base] })
  const { conflicts, treeHash } = await mergeTrees(repository, { ours, theirs })
  expect(conflicts).toEqual([{ path: 'c', stages: { base: file('1\n'), ours: file('2\n') } }])
  expect((await listTree(repository, treeHash)).get('b')).toEqual(file('2\n'))
  const clean = await mergeTrees(repository, { ours, theirs: base })
  expect(clean).toMatchObject({ treeHash: await treeOf(repository, ours), conflicts: [] })
})

test('two histories without a common commit do not merge', async () => {
  const ours = await commit(repository, { a: '1\n' })
  const theirs = await commit(repository, { b: '1\n' })
  await expect(mergeTrees(repository, { ours, theirs })).rejects.toMatchObject({
    code: 'failed',
    message: 'The two histories never met.',
  })
})

test('files that hold one of some texts are found by their letters, whatever the case, below a folder', async () => {
  const files = {
    'in/a': 'x Color__c\n',
    'in/b': 'color__C',
    'in/c': 'Colour.c',
    a: 'Color__c',
    'in/d': '\0Color__c',
  }
  const hash = await commit(repository, files)
  const found = (texts: string[], path?: string) =>
    grepTree(repository, { tree: hash, texts, ...(path !== undefined && { path }) })
  expect(await found(['Color__c', ' '], 'in')).toEqual(['in/a', 'in/b'])
  expect(await found(['Colour.c', 'x Color__c'])).toEqual(['in/a', 'in/c'])
  expect([await found(['.*']), await found(['', ' ']), await found(['-e'])]).toEqual([[], [], []])
  await expect(grepTree(repository, { tree: 'f'.repeat(40), texts: ['a'] })).rejects.toBeInstanceOf(GitError)
})

test('a merge tells what each side changed since the commit that both share', async () => {
  const base = await commit(repository, { a: '1', b: '1' })
  const ours = await commit(repository, { a: '2' }, { parents: [base] })
  const theirs = await commit(repository, { b: null, n: '' }, { parents: [base] })
  const merged = await mergeTrees(repository, { ours, theirs })
  const [changedByOurs, changedByTheirs] = [merged.changes.ours, merged.changes.theirs].map((side) =>
    side.map(({ status, path }) => `${status} ${path}`),
  )
  expect([merged.base, changedByOurs, changedByTheirs]).toEqual([base, ['M a'], ['D b', 'A n']])
})

test('a change does not follow a look-alike to another path, whichever side moved it', async () => {
  const text = 'line\n'.repeat(40)
  const base = await commit(repository, { 'A.cls': text, 'Z.cls': text, k: '1' })
  const moved = await commit(repository, { 'A.cls': null, 'B.cls': text, k: '2' }, { parents: [base] })
  const changed = await commit(repository, { 'A.cls': `${text}more\n` }, { parents: [base] })
  const stages = { base: file(text) }
  const merged = await mergeTrees(repository, { ours: moved, theirs: changed })
  expect(merged.conflicts).toEqual([{ path: 'A.cls', stages: { ...stages, theirs: file(`${text}more\n`) } }])
  const mirrored = await mergeTrees(repository, { ours: changed, theirs: moved })
  expect(mirrored.conflicts).toEqual([{ path: 'A.cls', stages: { ...stages, ours: file(`${text}more\n`) } }])
  for (const tree of [merged.treeHash, mirrored.treeHash]) {
    const [a, b, z, k] = [file(`${text}more\n`), file(text), file(text), file('2')]
    expect(Object.fromEntries(await listTree(repository, tree))).toEqual({
      'A.cls': a,
      'B.cls': b,
      'Z.cls': z,
      k,
    })
  }
})

test('a file that both sides moved elsewhere is no conflict', async () => {
  const text = 'line\n'.repeat(40)
  const base = await commit(repository, { a: text, x: text })
  const ours = await commit(repository, { a: null, b: text }, { parents: [base] })
  const theirs = await commit(repository, { a: null, c: text, x: null, 'x/in': text }, { parents: [base] })
  const { treeHash, conflicts } = await mergeTrees(repository, { ours, theirs })
  expect(conflicts).toEqual([])
  expect([...(await listTree(repository, treeHash)).keys()]).toEqual(['b', 'c', 'x/in'])
})

test('one file merges with diff3 markers, or by favour', async () => {
  const sides = {
    base: Buffer.from('a\nb\nc\n'),
    ours: Buffer.from('a\nO\nc\n'),
    theirs: Buffer.from('a\nT\nc\n'),
  }
  const marked = await mergeFile(repository, {
    ...sides,
    labels: { ours: 'main', base: 'old', theirs: 'org' },
  })
  expect(marked.conflictCount).toBe(1)
  expect(String(marked.content)).toBe('a\n<<<<<<< main\nO\n||||||| old\nb\n=======\nT\n>>>>>>> org\nc\n')
  expect(String((await mergeFile(repository, { ...sides, favour: 'theirs' })).content)).toBe('a\nT\nc\n')
  await expect(mergeFile(repository, { ...sides, ours: Buffer.from('\0') })).rejects.toMatchObject({
    code: 'failed',
  })
})
