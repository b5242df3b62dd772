import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchBranches } from './fetch.ts'
import { runGit, startGit } from './git.ts'
import type { Repository } from './git.ts'
import { listRemoteRefs } from './ls-remote.ts'
import { deleteRemoteBranch, pushBranches } from './push.ts'
import type { Remote } from './remote.ts'
import { listen } from './testing/http-server.ts'
import { commit, newRepository, temporaryFolder } from './testing/repositories.ts'

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

const repositoryAt = (url: string) => ({ url, allowHttpOrigin: 'http://127.0.0.1:7300' })

/** Every operation that speaks to a remote. */
const remoteOperations = (remote: Remote): Promise<unknown>[] => [
  listRemoteRefs({ remote }),
  fetchBranches({ repository, remote }),
  pushBranches({
    repository,
    remote,
    updates: [{ branch: 'main', commitHash: head, expectedOldHash: null }],
  }),
  deleteRemoteBranch({ repository, remote, branch: 'x', expectedHash: head }),
]

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
  const asked = await Promise.allSettled(remoteOperations(repositoryAt(url)))
  const refused = { status: 'rejected', reason: { code: 'unsafeRepository' } }
  expect(asked).toMatchObject(asked.map(() => refused))
})

test.each([
  'file:///',
  '.',
  'ext::sh -c true',
  'fd::0',
  'git://127.0.0.1:9/r',
  'ssh://127.0.0.1:9/r',
  'http://127.0.0.1:9/r',
])('Git itself refuses %j', async (url) => {
  const commands = [
    ['ls-remote', '--end-of-options', url],
    ['fetch', '--end-of-options', url],
    ['push', '--end-of-options', url, 'refs/heads/main:refs/heads/main'],
    ['clone', '--bare', '--end-of-options', url, join(folder.path, 'c.git')],
  ]
  for (const args of commands)
    await expect(runGit({ repository, args })).rejects.toMatchObject({ code: 'unsafeRepository' })
})

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
