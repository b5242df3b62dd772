import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitTree } from './commit-tree.ts'
import { writeCommits } from './write-commits.ts'
import { runGit } from './git.ts'
import { listCommits } from './log.ts'
import { listTree } from './ls-tree.ts'
import { resolveCommit, treeOf } from './rev-parse.ts'
import { commit, newRepository, planOf, someone, temporaryFolder } from './testing/repositories.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test('the same plans give the same hashes in another repository', async () => {
  const plans = [planOf({ 'a/b.txt': 'one', c: 'two' }), planOf({ c: 'three' }, { parents: [{ plan: 0 }] })]
  const first = await writeCommits(await newRepository(folder.path), plans)
  const second = await writeCommits(await newRepository(folder.path), plans)
  expect(second).toEqual(first)
  expect(first).toEqual([
    '16b633eaffae6a90e0e2944ba68a81f99a800219',
    '4537066cf503369cf905a66715b5410879683fd8',
  ])
})

test('a commit has the hash that git-commit-tree gives it', async () => {
  const repository = await newRepository(folder.path)
  const author = { ...someone, name: ' "Zoë" <x>\n.', email: 'z@example.com\n' }
  const [hash = ''] = await writeCommits(repository, [
    planOf({ a: '1' }, { author, message: 'Subject\r\n\r\nBody \n\n' }),
  ])
  const tree = await treeOf(repository, hash)
  const again = await commitTree(repository, {
    tree,
    parents: [],
    author,
    committer: someone,
    message: 'Subject\n\nBody',
  })
  expect(again).toBe(hash)
})

test('no ref appears, and the new commit can be read', async () => {
  const repository = await newRepository(folder.path)
  const hash = await commit(repository, { a: '1' })
  const refs = await runGit({ repository, args: ['for-each-ref'] })
  expect(refs.stdout.toString()).toBe('')
  expect(await resolveCommit(repository, hash)).toBe(hash)
})

test('a chain keeps parents in order and deletes, replaces and reuses files', async () => {
  const repository = await newRepository(folder.path)
  const root = await commit(repository, { 'a/1': 'x', 'a/2': 'y', b: 'z' })
  const blob = (await listTree(repository, root)).get('b')?.hash ?? ''
  const plans = [
    planOf({ 'a/1': null }, { parents: [root] }),
    planOf(
      {},
      {
        parents: [{ plan: 0 }, root],
        replaceTree: true,
        changes: [{ path: 'n', hash: blob, mode: '100755' }],
      },
    ),
  ]
  const [first = '', second = ''] = await writeCommits(repository, plans)
  expect([...(await listTree(repository, first)).keys()]).toEqual(['a/2', 'b'])
  expect(await listTree(repository, second)).toEqual(new Map([['n', { mode: '100755', hash: blob }]]))
  expect((await listCommits(repository, { to: second, limit: 1 }))[0]?.parents).toEqual([first, root])
})

test.each([
  'quote".txt',
  'back\\slash',
  'line\nbreak',
  'tab\tstop',
  ' leading',
  'trailing ',
  '-option',
  '--upload-pack=x',
  ':(top)x',
  'Ünïcödé/äöü.txt',
  '日本語',
  'a b/c d',
  '%2e%2e',
  '*',
  '[a]',
  '$(touch x)',
  '`touch x`',
  'a;b',
  "it's",
  '\u0001',
  '..a',
  'a..',
  '.gitx',
  'git',
])('a file named %j comes back as it was', async (path) => {
  const repository = await newRepository(folder.path)
  const hash = await commit(repository, { [path]: 'content', [`${path}x/${path}`]: 'content' })
  expect([...(await listTree(repository, hash)).keys()].toSorted()).toEqual(
    [path, `${path}x/${path}`].toSorted(),
  )
  expect([...(await listTree(repository, hash, { path })).keys()]).toEqual([path])
})

test.each([
  '',
  '/',
  '/abs',
  'a//b',
  'a/',
  './a',
  'a/./b',
  '../a',
  'a/../b',
  '.git',
  '.GIT/config',
  'a/.git/hooks/x',
  'git~1',
  'GIT~1/x',
  '.git.',
  '.git ',
  '.git::$INDEX_ALLOCATION',
  '.g\u200cit',
  'nul\0',
  'lone\ud800',
])('a file named %j is refused', async (path) => {
  const repository = await newRepository(folder.path)
  await expect(commit(repository, { [path]: 'x' })).rejects.toMatchObject({ code: 'unsafeRepository' })
})

async function* brokenChanges() {
  yield { path: 'a', content: Buffer.from('1') }
  throw new RangeError('the archive is broken')
}

test('an error of the one who makes the changes is passed on, and no report stays', async () => {
  const repository = await newRepository(folder.path)
  await expect(writeCommits(repository, [planOf({}, { changes: brokenChanges() })])).rejects.toThrow(
    'the archive is broken',
  )
  const unknown = planOf({}, { changes: [{ path: 'a', hash: 'f'.repeat(40) }] })
  await expect(writeCommits(repository, [unknown])).rejects.toMatchObject({ name: 'GitError' })
  expect(await readdir(repository.gitDir)).not.toContainEqual(expect.stringContaining('crash'))
})
