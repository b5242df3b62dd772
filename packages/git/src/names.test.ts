import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobHash } from './blob-hash.ts'
import { checkBranchName } from './branch-name.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { cleanIdentity, cleanMessage, identityLine } from './identity.ts'
import { fullRef } from './object-names.ts'
import { newRepository, temporaryFolder } from './testing/repositories.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let repository: Repository
beforeAll(async () => {
  folder = await temporaryFolder()
  repository = await newRepository(folder.path)
})
afterAll(() => folder.remove())

const good = [
  'main',
  'feature/a',
  'release-1.2',
  'ünïcode',
  '日本',
  'a.b',
  'a@b',
  'x{y}',
  '$(id)',
  '`id`',
  'a;b',
  "it's",
  'a"b',
  'a|b',
  'a&b',
  'x+y',
  'FETCH_HEAD',
  'a%2fb',
  '#1',
  '!x',
  'head',
]
const refusedByGit = [
  '',
  '-x',
  '--upload-pack=touch x',
  'a..b',
  'a.lock',
  'a.lock/b',
  '.a',
  'a/.b',
  'a/',
  '/a',
  'a//b',
  'a.',
  'a b',
  'a~1',
  'a^',
  'a:b',
  'a?b',
  'a*',
  '[a]',
  'a\\b',
  'a@{1}',
  'a\nb',
  'a\tb',
  '\u007f',
  'HEAD',
]
const refusedByUs = ['+main', '@', '@x', 'refs/heads/main', 'a'.repeat(40), 'a'.repeat(250), 'lone\ud800']

const gitAccepts = async (name: string) => {
  const args = ['check-ref-format', '--branch', name]
  return await runGit({ args, answers: [128, 1] }).then(({ exitCode }) => exitCode === 0)
}

test.each(good)('the branch name %j is accepted, by Git too', async (name) => {
  expect(checkBranchName(name)).toBeNull()
  expect(await gitAccepts(name)).toBe(true)
  expect(fullRef(`refs/heads/${name}`)).toBe(`refs/heads/${name}`)
})

test.each(refusedByGit)('the branch name %j is refused, by Git too', async (name) => {
  expect(checkBranchName(name)).toEqual(expect.any(String))
  expect(await gitAccepts(name)).toBe(false)
})

test.each([...refusedByUs, 'nul\0'])('the branch name %j is refused', (name) => {
  expect(checkBranchName(name)).toEqual(expect.any(String))
})

test('every single character is judged as Git judges it', async () => {
  const characters = Array.from({ length: 127 }, (_, code) => String.fromCodePoint(code + 1))
  const ours = characters.filter((character) => checkBranchName(`a${character}b`) === null)
  const git = await Promise.all(characters.map((character) => gitAccepts(`a${character}b`)))
  expect(ours).toEqual(characters.filter((_, index) => git[index]))
})

test.each([
  ['little', Buffer.from('Grüße\0\n')],
  ['nothing', Buffer.alloc(0)],
  ['nearly 64 KiB', Buffer.alloc(64 * 1024 - 11, 1)],
  ['just above that', Buffer.alloc(64 * 1024 - 10, 2)],
])('a blob of %s is named as Git names it', async (_, content) => {
  const { stdout } = await runGit({ repository, args: ['hash-object', '--stdin'], input: content })
  expect(blobHash(content)).toBe(stdout.toString().trim())
})

test('an identity cannot break out of its line, is never empty and not endless', () => {
  const date = new Date('2026-01-01T00:00:00.900Z')
  const line = identityLine({ name: 'A\nauthor X <x@y> 1', email: 'a>b\0@c', date })
  expect(line).toBe('A author X  x@y  1 <a b @c> 1767225600 +0000')
  expect(identityLine({ name: '..', email: '', date: new Date(Number.NaN) })).toBe(
    'Unknown <unknown@sluice.invalid> 0 +0000',
  )
  expect(cleanIdentity({ name: '😀'.repeat(300), email: 'e', date }).name).toBe('😀'.repeat(200))
})

test('a message has line feeds, one at the end, and no NUL', () => {
  expect(cleanMessage('a\r\nb\rc\0\n\n ')).toBe('a\nb\nc\n')
})
