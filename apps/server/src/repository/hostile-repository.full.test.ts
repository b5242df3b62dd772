import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemOf } from '../api/testing/test-app.ts'
import { git } from '../git-host/testing/plain-git.ts'
import { readRepository } from './open-repository.ts'
import { repositoryWorld } from './testing/repository-world.ts'
import { commitFiles } from './testing/write-files.ts'

const world = repositoryWorld()
const oddName = 'odd\u0001\u202e\nname'
const head = { hash: '' }

const stack = world.sharedStack(async (hosted) => {
  const many = Array.from({ length: 2_001 }, (_, index) => [`many/f${String(index).padStart(4, '0')}`, 'x'])
  await symlink('/etc/passwd', join(hosted.clone, 'link'))
  // Git takes a submodule whose folder is missing for deleted.
  await mkdir(join(hosted.clone, 'module'))
  await git(hosted.clone, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`)
  await git(hosted.clone, 'commit', '--quiet', '-m', 'Submodule')
  await commitFiles(
    hosted,
    {
      ...Object.fromEntries(many),
      [oddName]: 'odd\r\n',
      '-dash': 'dash\n',
      'latin1.txt': Buffer.from([0xe4, 0x0a]),
      'binary.bin': Buffer.from([1, 0, 2]),
      'large.txt': `${'x'.repeat(1023)}\n`.repeat(1_025),
      'lines.txt': 'x\n'.repeat(50_000),
      'src/unpackaged/profiles/Broken.profile': '<Profile><a></Profile>',
      'src/unpackaged/profiles/Empty.profile': '',
    },
    { message: 'Odd files' },
  )
  head.hash = await git(hosted.clone, 'rev-parse', 'HEAD')
})

const api = () => stack.current.owner.client.repository
const file = (path: string, revision = 'main') =>
  api().getFile({ params: stack.current.params, query: { revision, path } })
const difference = (path: string) =>
  api().getDifference({ params: stack.current.params, query: { to: head.hash, path } })
const blame = (path: string) =>
  api().getBlame({ params: stack.current.params, query: { revision: 'main', path } })
const folder = (path: string, skip = '0') =>
  api().listFolder({ params: stack.current.params, query: { revision: 'main', path, skip } })

test.each([
  '--output=/tmp/sluice-owned',
  '-h',
  'HEAD',
  '@',
  'refs/heads/main',
  'main~0',
  'main^{tree}',
  'main:many',
  'main..main',
  '@{-1}',
  '^main',
  'main ',
  '../../main',
  ':/Odd',
  '1'.repeat(40),
  'f'.repeat(39),
])('%j is no revision', async (revision) => {
  const query = { revision, skip: '0' }
  const asked = api().listCommits({ params: stack.current.params, query })
  expect((await problemOf(asked)).type).toBe('entityNotFound')
  expect(existsSync('/tmp/sluice-owned')).toBe(false)
})

test('the hash of an object that is no commit is no revision', async () => {
  const tree = await git(stack.current.clone, 'rev-parse', 'HEAD^{tree}')
  const query = { revision: tree, path: '', skip: '0' }
  const asked = api().listFolder({ params: stack.current.params, query })
  expect((await problemOf(asked)).type).toBe('entityNotFound')
})

test.each(['../config', 'many/../-dash', '/etc/passwd', '.git/config', 'many/', 'link/x', '-dash/x', ' '])(
  'there is no file %j',
  async (path) => {
    expect((await problemOf(file(path))).type).toBe('entityNotFound')
    expect((await problemOf(blame(path))).type).toBe('entityNotFound')
  },
)

test('neither a symbolic link nor a submodule is followed', async () => {
  expect(await file('link')).toMatchObject({ kind: 'link', text: '/etc/passwd' })
  expect(await file('module')).toMatchObject({ kind: 'submodule', text: '', sizeBytes: 0 })
})

test('names with control characters and with a hyphen in front are names like others', async () => {
  expect(await file(oddName)).toMatchObject({ kind: 'text', text: 'odd\r\n' })
  expect(await blame('-dash')).toMatchObject({
    lines: [{ firstLine: 1, lineCount: 1, commit: 0 }],
  })
})

test('a file that is no UTF-8 is read as Windows-1252', async () => {
  expect(await file('latin1.txt')).toMatchObject({ kind: 'text', text: 'ä\n', isUtf8: false })
})

test('the content of binary and of large files stays in the repository', async () => {
  expect(await file('binary.bin')).toMatchObject({ kind: 'binary', text: '', sizeBytes: 3 })
  expect(await file('large.txt')).toMatchObject({ kind: 'tooLarge', text: '', sizeBytes: 1_049_600 })
  expect(await difference('binary.bin')).toMatchObject({ kind: 'binary', hunks: [] })
  expect(await difference('large.txt')).toMatchObject({ kind: 'tooLarge', hunks: [] })
})

test('a folder with thousands of entries comes in pages, and folders come first', async () => {
  const root = await folder('')
  expect(root.entries.slice(0, 2)).toEqual([
    { name: 'many', kind: 'folder' },
    { name: 'src', kind: 'folder' },
  ])
  expect(root.entries.find(({ name }) => name === 'link')?.kind).toBe('link')
  expect(root.entries.find(({ name }) => name === 'module')?.kind).toBe('submodule')
  const first = await folder('many')
  expect([first.entries.length, first.total, first.nextSkip]).toEqual([1_000, 2_001, 1_000])
  const last = await folder('many', '2000')
  expect([last.entries, last.nextSkip]).toEqual([[{ name: 'f2000', kind: 'file' }], null])
})

test('a commit of thousands of files tells their number and lists the first', async () => {
  const { changes } = await api().getCommit({ params: stack.current.params, query: { hash: head.hash } })
  expect([changes.total, changes.files.length]).toEqual([2_010, 2_000])
})

test('a file of very many lines is shown and not blamed', async () => {
  expect(await file('lines.txt')).toMatchObject({ kind: 'text', sizeBytes: 100_000 })
  expect(await problemOf(blame('lines.txt'))).toMatchObject({
    type: 'repositoryNotSupported',
    detail: 'The file has too many lines to be blamed here.',
  })
})

test('metadata XML that cannot be read has lines and no elements', async () => {
  expect(await blame('src/unpackaged/profiles/Broken.profile')).toMatchObject({ elements: null })
  expect(await blame('src/unpackaged/profiles/Empty.profile')).toMatchObject({ lines: [], elements: null })
})

test('a commit that tells a date of no calendar has none', async () => {
  const { clone, params, owner } = await world.newStack()
  await git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'Late', '--date=@99999999999999 +0000')
  await git(clone, 'push', '--quiet', 'origin', 'HEAD')
  const query = { revision: 'main', skip: '0' }
  const { commits } = await owner.client.repository.listCommits({ params, query })
  expect(commits[0]).toMatchObject({ subject: 'Late', authoredUtc: null })
})

test('the processes of a call share its time', async () => {
  const { params, owner } = await world.newStack()
  const signals = await readRepository(
    world.app.current.ctx,
    { params, caller: owner },
    async ({ onDisk }) => [onDisk.signal?.aborted],
  )
  expect(signals).toEqual([false])
})

test('of one workspace two calls read at a time, twelve wait, and more are refused', async () => {
  const { params, owner } = await world.newStack()
  const news = new EventEmitter()
  const gate = once(news, 'open')
  const refusal = once(news, 'refused')
  let inside = 0
  const startedMs = performance.now()
  const calls = Array.from({ length: 15 }, () =>
    readRepository(world.app.current.ctx, { params, caller: owner }, async () => {
      inside += 1
      await gate
    }).then(
      () => 'done',
      (error: unknown) => {
        news.emit('refused', error)
        return 'refused'
      },
    ),
  )
  expect(await refusal).toMatchObject([{ problemType: 'tooManyRequests' }])
  // A call that waits is refused too, but only after 20 seconds.
  expect(performance.now() - startedMs).toBeLessThan(15_000)
  expect(inside).toBe(2)
  news.emit('open')
  expect((await Promise.all(calls)).toSorted()).toEqual([
    ...Array.from({ length: 14 }, () => 'done'),
    'refused',
  ])
})
