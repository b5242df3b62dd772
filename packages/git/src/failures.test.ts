import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classifyFailure } from './errors.ts'
import { fetchBranches } from './fetch.ts'
import { type Repository, runGit, startGit } from './git.ts'
import { listRemoteRefs } from './ls-remote.ts'
import { pushBranches } from './push.ts'
import { removeStaleLocks } from './stale-locks.ts'
import { listen, serveRepository } from './testing/http-server.ts'
import { commit, newRepository, temporaryFolder } from './testing/repositories.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let mine: Repository
let head: string
beforeAll(async () => {
  folder = await temporaryFolder()
  mine = await newRepository(folder.path)
  head = await commit(mine, { a: '1' })
})
afterAll(() => folder.remove())

const updates = () => [{ branch: 'main', commitHash: head, expectedOldHash: null }]

test.each([
  [401, 'authenticationFailed', false],
  [403, 'authenticationFailed', false],
  [404, 'notFound', false],
  [301, 'network', false],
  [400, 'network', false],
  [413, 'rejectedByRemote', false],
  [429, 'network', true],
  [500, 'network', true],
  [502, 'network', true],
  [503, 'network', true],
])('a server that answers %i is %s for every operation, retryable: %s', async (status, code, retryable) => {
  const server = await listen((_, response) =>
    response.writeHead(status, { location: '/elsewhere', 'www-authenticate': 'Basic' }).end('<html>'),
  )
  const remote = server.remote()
  const expected = { code, retryable }
  await expect(listRemoteRefs({ remote })).rejects.toMatchObject(expected)
  await expect(fetchBranches({ repository: mine, remote })).rejects.toMatchObject(expected)
  await expect(pushBranches({ repository: mine, remote, updates: updates() })).rejects.toMatchObject(expected)
  await server.close()
})

test('a fetch that brings more than it may is ended, and is not repeated', async () => {
  const theirs = await newRepository(folder.path)
  await commit(theirs, { large: randomBytes(1_500_000).toString('hex') }, { branch: 'main' })
  const server = await serveRepository(theirs)
  const fetching = fetchBranches({ repository: mine, remote: server.remote(), maxBytes: 1024 * 1024 })
  await expect(fetching).rejects.toMatchObject({
    code: 'tooLarge',
    retryable: false,
    message: 'Git received more than the 1 MB that one fetch may bring.',
  })
  const packs = await readdir(join(mine.gitDir, 'objects', 'pack'))
  expect(packs.filter((name) => name.startsWith('tmp_'))).toEqual([])
  await server.close()
})

test('a server that is gone, or cuts the line, is retryable for every operation', async () => {
  const server = await listen((request) => request.socket.destroy())
  const remote = server.remote()
  const calls = [
    () => listRemoteRefs({ remote }),
    () => fetchBranches({ repository: mine, remote }),
    () => pushBranches({ repository: mine, remote, updates: updates() }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ retryable: true })
  await server.close()
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'network', retryable: true })
})

test.each([
  ['cuts the line', (socket: { destroy: () => void }) => socket.destroy()],
  ['answers with a page', undefined],
] as const)('a server that %s is a failure with a name', async (_, cut) => {
  const server = await listen((request, response) => {
    if (cut === undefined)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>')
    else cut(request.socket)
  })
  const codes = expect.stringMatching(/^(network|notFound)$/)
  await expect(listRemoteRefs({ remote: server.remote() })).rejects.toMatchObject({
    name: 'GitError',
    code: codes,
  })
  await server.close()
})

test('a process ends with the signal of its repository where the caller names no other', async () => {
  const abort = new AbortController()
  const repository = { ...mine, signal: abort.signal }
  const waiting = startGit({ repository, args: ['cat-file', '--batch'] })
  abort.abort()
  await expect(waiting.ended).rejects.toMatchObject({ code: 'aborted' })
  const args = ['rev-parse', '--git-dir']
  await expect(runGit({ repository, args })).rejects.toMatchObject({ code: 'aborted' })
  const { signal } = new AbortController()
  expect((await runGit({ repository, args, signal })).exitCode).toBe(0)
})

test('a secret is masked wherever an error repeats it', async () => {
  const failing = runGit({ repository: mine, args: ['cat-file', '-t', 's3cret/s3cret'], secrets: ['s3cret'] })
  await expect(failing).rejects.toMatchObject({
    stderr: expect.stringContaining('***/***'),
    message: expect.not.stringContaining('s3cret'),
  })
})

test('a lock left on the remote refuses the push until it is swept', async () => {
  const hosted = await newRepository(folder.path)
  const server = await serveRepository(hosted)
  await writeFile(join(hosted.gitDir, 'refs/heads/main.lock'), '')
  const push = () => pushBranches({ repository: mine, remote: server.remote(), updates: updates() })
  await expect(push()).rejects.toMatchObject({ name: 'GitError' })
  await removeStaleLocks(hosted, { olderThanMs: -1_000 })
  expect(await push()).toEqual([{ branch: 'main', status: 'created' }])
  await server.close()
})

test.each([
  ["fatal: unable to access 'https://x/': Could not resolve host: x", 'network'],
  ["fatal: unable to access 'https://x/': SSL certificate problem: self-signed certificate", 'network'],
  ["fatal: unable to access 'https://x/': Operation too slow. Less than 1000 bytes/sec", 'timeout'],
  ["fatal: Authentication failed for 'https://x/'", 'authenticationFailed'],
  ["fatal: repository 'https://x/' not found", 'notFound'],
  ["fatal: couldn't find remote ref refs/heads/x", 'notFound'],
  ['fatal: fsck error in packed object', 'unsafeRepository'],
  ["fatal: transport 'file' not allowed", 'unsafeRepository'],
  [
    "fatal: update_ref failed for ref 'refs/heads/x': cannot lock ref 'refs/heads/x': is at 1 but expected 2",
    'staleRef',
  ],
  ['something new', 'failed'],
])('%s is %s', (stderr, code) => {
  expect(classifyFailure(stderr)).toBe(code)
})
