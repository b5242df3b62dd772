import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchBranches } from './fetch.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { listRemoteRefs } from './ls-remote.ts'
import { deleteRemoteBranch, pushBranches } from './push.ts'
import { resolveCommit } from './rev-parse.ts'
import { serveRepository } from './testing/http-server.ts'
import type { TestServer } from './testing/http-server.ts'
import { commit, newRepository, temporaryFolder } from './testing/repositories.ts'
import { updateRef } from './update-ref.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let hosted: Repository
let mine: Repository
let server: TestServer
beforeAll(async () => {
  folder = await temporaryFolder()
})
beforeEach(async () => {
  hosted = await newRepository(folder.path)
  mine = await newRepository(folder.path)
  server = await serveRepository(hosted)
  return () => server.close()
})
afterAll(() => folder.remove())

/** One branch that both sides know. */
async function shared() {
  const root = await commit(hosted, { a: '1' }, { branch: 'main' })
  await fetchBranches({ repository: mine, remote: server.remote(), branches: ['main'] })
  return root
}
const push = (branch: string, commitHash: string, expectedOldHash: string | null) =>
  pushBranches({
    repository: mine,
    remote: server.remote(),
    updates: [{ branch, commitHash, expectedOldHash }],
  })

const remove = (branch: string, expectedHash: string) =>
  deleteRemoteBranch({ repository: mine, remote: server.remote(), branch, expectedHash })

test('Git connects to the checked address, whatever the name means', async () => {
  const root = await shared()
  const { port } = new URL(server.origin)
  const origin = `http://git.invalid:${port}`
  const remote = { ...server.remote(), url: `${origin}/r.git`, allowHttpOrigin: origin }
  const pinned = await listRemoteRefs({ remote: { ...remote, resolvedAddress: '127.0.0.1' } })
  expect(pinned.branches).toEqual([{ name: 'main', commitHash: root }])
  await expect(listRemoteRefs({ remote })).rejects.toMatchObject({ code: 'network' })
})

test('an empty remote has no branches, and is fetched without complaint', async () => {
  expect(await listRemoteRefs({ remote: server.remote() })).toEqual({ defaultBranch: null, branches: [] })
  await fetchBranches({ repository: mine, remote: server.remote() })
})

test('branches and the default branch are listed and fetched, vanished ones are dropped', async () => {
  const root = await shared()
  await updateRef(hosted, { ref: 'refs/heads/dev/x', newHash: root, oldHash: null })
  expect(await listRemoteRefs({ remote: server.remote() })).toEqual({
    defaultBranch: 'main',
    branches: [
      { name: 'dev/x', commitHash: root },
      { name: 'main', commitHash: root },
    ],
  })
  await fetchBranches({ repository: mine, remote: server.remote() })
  expect(await resolveCommit(mine, 'refs/remotes/origin/dev/x')).toBe(root)
  await updateRef(hosted, { ref: 'refs/heads/dev/x', newHash: null, oldHash: root })
  await fetchBranches({ repository: mine, remote: server.remote() })
  expect(await resolveCommit(mine, 'refs/remotes/origin/dev/x')).toBeNull()
})

test('a push creates, moves and repeats without harm', async () => {
  const first = await commit(mine, { a: '1' })
  expect(await push('dev', first, null)).toEqual([{ branch: 'dev', status: 'created' }])
  const second = await commit(mine, { a: '2' }, { parents: [first] })
  expect(await push('dev', second, first)).toEqual([{ branch: 'dev', status: 'updated' }])
  expect(await push('dev', second, first)).toEqual([{ branch: 'dev', status: 'upToDate' }])
  expect(await resolveCommit(hosted, 'refs/heads/dev')).toBe(second)
})

test('a push onto a branch that has moved is refused and moves nothing', async () => {
  const root = await shared()
  const theirs = await commit(hosted, { a: 'theirs' }, { parents: [root], branch: 'main' })
  const ours = await commit(mine, { a: 'ours' }, { parents: [root] })
  await expect(push('main', ours, root)).rejects.toMatchObject({ code: 'rejectedNonFastForward' })
  expect(await resolveCommit(hosted, 'refs/heads/main')).toBe(theirs)
})

test('a push is refused when the branch went back to an ancestor, exists already or is gone', async () => {
  const root = await shared()
  const next = await commit(mine, { a: '2' }, { parents: [root] })
  const last = await commit(mine, { a: '3' }, { parents: [next] })
  await expect(push('main', last, next)).rejects.toMatchObject({ code: 'rejectedNonFastForward' })
  await expect(push('main', next, null)).rejects.toMatchObject({ code: 'rejectedNonFastForward' })
  await expect(push('gone', next, root)).rejects.toMatchObject({ code: 'rejectedNonFastForward' })
  expect((await listRemoteRefs({ remote: server.remote() })).branches).toEqual([
    { name: 'main', commitHash: root },
  ])
})

test('a push never rewinds: a commit that lacks the old one is refused before Git runs', async () => {
  const root = await shared()
  const stranger = await commit(mine, { b: '1' })
  await expect(push('main', stranger, root)).rejects.toMatchObject({ code: 'rejectedNonFastForward' })
  expect(await resolveCommit(hosted, 'refs/heads/main')).toBe(root)
})

test('several branches move together or not at all', async () => {
  const root = await shared()
  const next = await commit(mine, { a: '2' }, { parents: [root] })
  const updates = [
    { branch: 'main', commitHash: next, expectedOldHash: root },
    { branch: 'other', commitHash: next, expectedOldHash: root },
  ]
  await expect(pushBranches({ repository: mine, remote: server.remote(), updates })).rejects.toMatchObject({
    code: 'rejectedNonFastForward',
  })
  expect(await resolveCommit(hosted, 'refs/heads/main')).toBe(root)
})

test('a branch is deleted at the expected commit only', async () => {
  const root = await shared()
  const theirs = await commit(hosted, { a: 'theirs' }, { parents: [root] })
  await updateRef(hosted, { ref: 'refs/heads/dev', newHash: theirs, oldHash: null })
  await expect(remove('dev', root)).rejects.toMatchObject({ code: 'rejectedNonFastForward' })
  expect(await resolveCommit(hosted, 'refs/heads/dev')).toBe(theirs)
  await remove('dev', theirs)
  expect(await resolveCommit(hosted, 'refs/heads/dev')).toBeNull()
  expect(await resolveCommit(hosted, 'refs/heads/main')).toBe(root)
})

test('the default branch is deleted by nobody, and a name that is no branch is not sent', async () => {
  const root = await shared()
  await expect(remove('main', root)).rejects.toMatchObject({ code: 'rejectedByRemote' })
  expect(await resolveCommit(hosted, 'refs/heads/main')).toBe(root)
  await expect(remove('+main', root)).rejects.toMatchObject({ code: 'invalidRef' })
})

test('a rule of the remote is told apart from a moved branch', async () => {
  const root = await commit(mine, { a: '1' })
  await runGit({ repository: hosted, args: ['config', 'receive.maxInputSize', '10'] })
  await expect(push('main', root, null)).rejects.toMatchObject({ code: 'rejectedByRemote' })
  await runGit({ repository: hosted, args: ['config', 'transfer.hideRefs', 'refs/heads/closed'] })
  await runGit({ repository: hosted, args: ['config', '--unset', 'receive.maxInputSize'] })
  await expect(push('closed', root, null)).rejects.toMatchObject({ code: 'rejectedByRemote' })
})

test('a wrong password, a missing branch and a missing server have their own names', async () => {
  const wrong = listRemoteRefs({ remote: server.remote({ password: 'hunter2' }) })
  await expect(wrong).rejects.toMatchObject({ code: 'authenticationFailed' })
  await expect(wrong).rejects.not.toMatchObject({ stderr: expect.stringContaining('hunter2') })
  const none = { url: server.remote().url, allowHttpOrigin: server.origin }
  await expect(listRemoteRefs({ remote: none })).rejects.toMatchObject({ code: 'authenticationFailed' })
  const missing = fetchBranches({ repository: mine, remote: server.remote(), branches: ['nope'] })
  await expect(missing).rejects.toMatchObject({ code: 'notFound' })
  const closed = {
    ...server.remote(),
    url: 'http://127.0.0.1:9/r.git',
    allowHttpOrigin: 'http://127.0.0.1:9',
  }
  await expect(listRemoteRefs({ remote: closed })).rejects.toMatchObject({ code: 'network' })
})

test('a tree with an entry that would escape a checkout is refused on fetch', async () => {
  const blob = (
    await runGit({ repository: hosted, args: ['hash-object', '-w', '--stdin'], input: Buffer.from('x') })
  ).stdout
    .toString()
    .trim()
  const tree = (
    await runGit({
      repository: hosted,
      args: ['mktree', '-z'],
      input: Buffer.from(`100644 blob ${blob}\t.git\u0000`),
    })
  ).stdout
    .toString()
    .trim()
  const raw = Buffer.from(`tree ${tree}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\nx\n`)
  const head = (
    await runGit({ repository: hosted, args: ['hash-object', '-w', '-t', 'commit', '--stdin'], input: raw })
  ).stdout
    .toString()
    .trim()
  await updateRef(hosted, { ref: 'refs/heads/main', newHash: head, oldHash: null })
  await expect(fetchBranches({ repository: mine, remote: server.remote() })).rejects.toMatchObject({
    code: 'unsafeRepository',
  })
  expect(await resolveCommit(mine, 'refs/remotes/origin/main')).toBeNull()
})
