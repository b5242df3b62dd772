import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diffTrees } from './diff-tree.ts'
import { fetchBranches } from './fetch.ts'
import { runGit, startGit } from './git.ts'
import type { Repository } from './git.ts'
import { createBareRepository } from './init.ts'
import { listCommits } from './log.ts'
import { listRemoteRefs } from './ls-remote.ts'
import { listTree } from './ls-tree.ts'
import { isAncestor } from './merge-base.ts'
import { mergeTrees } from './merge-tree.ts'
import { pushBranches } from './push.ts'
import { resolveCommit } from './rev-parse.ts'
import { listen } from './testing/http-server.ts'
import { commit, newRepository, temporaryFolder } from './testing/repositories.ts'
import { updateRef } from './update-ref.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let repository: Repository
let head: string
let marker: string
beforeAll(async () => {
  folder = await temporaryFolder()
  repository = await newRepository(folder.path)
  head = await commit(repository, { a: '1' }, { branch: 'main' })
  marker = join(folder.path, 'marker')
})
afterAll(() => folder.remove())

const hostileNames = () => [
  `--upload-pack=touch ${marker}`,
  `--receive-pack=touch ${marker}`,
  `--exec=touch ${marker}`,
  `--output=${marker}`,
  `-o${marker}`,
  '--all',
  '-d',
  '-f',
  `$(touch ${marker})`,
  `\`touch ${marker}\``,
  `;touch ${marker};`,
  `|touch ${marker}`,
  `&& touch ${marker}`,
  `ext::sh -c touch% ${marker}`,
  'main\nrefs/heads/x',
  'main\0x',
  '+main',
  ':main',
  'main:main',
  '@',
  'HEAD~1',
  'main@{0}',
  '../main',
  'refs/../main',
  '',
  ' ',
  '^main',
  'a..b',
]

test('hostile names reach no operation, run nothing and write nothing', async () => {
  const operations: ((name: string) => Promise<unknown>)[] = [
    (name) => resolveCommit(repository, name),
    (name) => listTree(repository, name),
    (name) => diffTrees(repository, head, name),
    (name) => listCommits(repository, { from: name, to: head, limit: 1 }),
    (name) => isAncestor(repository, name, head),
    (name) => mergeTrees(repository, { ours: head, theirs: name }),
    (name) => updateRef(repository, { ref: name, newHash: head, oldHash: null }),
    (name) => updateRef(repository, { ref: 'refs/heads/y', newHash: name, oldHash: null }),
    (name) => createBareRepository({ gitDir: join(folder.path, 'z.git'), defaultBranch: name }),
    (name) => fetchBranches({ repository, remote: { url: 'https://127.0.0.1:9/r.git' }, branches: [name] }),
    (name) =>
      pushBranches({
        repository,
        remote: { url: 'https://127.0.0.1:9/r.git' },
        updates: [{ branch: name, commitHash: head, expectedOldHash: null }],
      }),
  ]
  const before = await readdir(folder.path, { recursive: true })
  const outcomes = await Promise.allSettled(
    hostileNames().flatMap((name) => operations.map((operation) => operation(name))),
  )
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toEqual([])
  const codes = new Set(
    outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'none')),
  )
  expect([...codes]).toEqual(['invalidRef'])
  expect(await readdir(folder.path, { recursive: true })).toEqual(before)
})

test.each([
  'file:///etc',
  '/etc',
  '../r.git',
  'ext::sh -c true',
  'fd::3',
  'git://127.0.0.1/r',
  'ssh://-oProxyCommand=x/r',
  'git@host:r',
  'ftp://127.0.0.1/r',
  'http://127.0.0.1:9/r',
  'http::https://127.0.0.1/r',
  'https://user:pw@127.0.0.1/r',
  'https://token@127.0.0.1/r',
  'https://127.0.0.1/r?x',
  'https://127.0.0.1/r#x',
  '-oProxyCommand',
  '--upload-pack=x',
  'https:\\\\127.0.0.1\\r',
  'https://127.0.0.1/\nr',
  ' https://127.0.0.1/r',
  '',
  'https://',
  'javascript:1',
  'http://127.0.0.1:7300@evil.example/r',
])('the address %j is refused before Git runs', async (url) => {
  const remote = { url, allowHttpOrigin: 'http://127.0.0.1:7300' }
  await expect(listRemoteRefs({ remote })).rejects.toMatchObject({ code: 'unsafeRepository' })
})

test.each(['file:///', 'ext::sh -c true', 'git://127.0.0.1:9/r', 'http://127.0.0.1:9/r'])(
  'Git itself refuses %j',
  async (url) => {
    await expect(runGit({ args: ['ls-remote', '--end-of-options', url] })).rejects.toMatchObject({
      code: 'unsafeRepository',
    })
  },
)

test('a redirect is not followed, and its target sees neither request nor credential', async () => {
  let requests = 0
  const target = await listen((_, response) => {
    requests++
    response.writeHead(401, { 'www-authenticate': 'Basic realm="t"' }).end()
  })
  const source = await listen((request, response) =>
    response.writeHead(302, { location: target.origin + (request.url ?? '') }).end(),
  )
  await expect(listRemoteRefs({ remote: source.remote() })).rejects.toMatchObject({ name: 'GitError' })
  expect([requests, target.authorizations]).toEqual([0, []])
  await Promise.all([target.close(), source.close()])
})

test('the askpass helper answers for the exact host only', async () => {
  const other = await listen((_, response) =>
    response.writeHead(401, { 'www-authenticate': 'Basic realm="t"' }).end(),
  )
  const named = await listen((_, response) => response.end())
  // The address is swapped under the helper, as a hostile configuration would.
  const remote = named.remote()
  const { accessRemote } = await import('./remote.ts')
  const { env } = accessRemote(remote)
  const swapped = runGit({ args: ['ls-remote', '--end-of-options', `${other.origin}/r.git`], env })
  await expect(swapped).rejects.toMatchObject({ code: 'authenticationFailed' })
  expect(other.authorizations).toEqual([])
  await Promise.all([other.close(), named.close()])
})

test('the password stands in no argument list while Git talks', async () => {
  const silent = await listen(() => undefined)
  const abort = new AbortController()
  const listing = listRemoteRefs({ remote: silent.remote({ password: 'very-s3cret' }), signal: abort.signal })
  await silent.asked
  const { readFile } = await import('node:fs/promises')
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  expect(lines.some((line) => line.includes('ls-remote') && line.includes(silent.origin))).toBe(true)
  expect(lines.filter((line) => line.includes('very-s3cret'))).toEqual([])
  abort.abort()
  await expect(listing).rejects.toMatchObject({ code: 'aborted' })
  await silent.close()
})

test('nothing of this process reaches Git but what is meant to', async () => {
  const { stdout } = await runGit({ args: ['-c', 'alias.env=!env', 'env'] })
  const names = stdout
    .toString()
    .split('\n')
    .map((line) => line.split('=')[0] ?? '')
  const allowed = /^(PATH|LC_ALL|TZ|HOME|XDG_CONFIG_HOME|GIT_\w+|PWD|SHLVL|OLDPWD|_|)$/
  expect(names.filter((name) => !allowed.test(name))).toEqual([])
})

test.each(['abort', 'timeout'] as const)(
  '%s ends Git and its helper, whatever the server does',
  async (how) => {
    const silent = await listen(() => undefined)
    const abort = new AbortController()
    const options = how === 'abort' ? { signal: abort.signal } : { timeoutMs: 400 }
    const listing = listRemoteRefs({ remote: silent.remote(), ...options })
    setTimeout(() => abort.abort(), 400)
    await expect(listing).rejects.toMatchObject({ code: how === 'abort' ? 'aborted' : 'timeout' })
    const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const { readFile } = await import('node:fs/promises')
    const lines = await Promise.all(
      processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    )
    expect(lines.filter((line) => line.includes(silent.origin))).toEqual([])
    await silent.close()
  },
)

test('a process that ignores the polite signal is ended all the same', async () => {
  const git = startGit({
    args: ['-c', `alias.stay=!trap '' TERM; while :; do sleep 0.1; done`, 'stay'],
    timeoutMs: 300,
  })
  git.stdout.resume()
  await expect(git.ended).rejects.toMatchObject({ code: 'timeout' })
})

test('a process is ended although nobody reads its output', async () => {
  const git = startGit({ args: ['-c', 'alias.flood=!yes', 'flood'], timeoutMs: 300 })
  await expect(git.ended).rejects.toMatchObject({ code: 'timeout' })
})

test('output beyond the limit ends the process', async () => {
  const small = { ...repository, limits: { maxOutputBytes: 10 } }
  await expect(runGit({ repository: small, args: ['ls-tree', '-r', head] })).rejects.toThrow(
    'more than 10 bytes',
  )
  await expect(access(marker)).rejects.toThrow('ENOENT')
})
