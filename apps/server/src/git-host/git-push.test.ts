import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { resolveCommit } from '@sluice/git/rev-parse'
import { expect, test } from 'vitest'
import { withDatabase } from '../testing/with-database.ts'
import { gitWorld, password, pushedRepository } from './testing/git-world.ts'
import { cloneAndCommit, commitFile, fails, git } from './testing/plain-git.ts'

const database = withDatabase()
const world = gitWorld(database)
const pushed = () => pushedRepository(world)

test('a push of many megabytes arrives in pieces', async () => {
  const { clone, head } = await pushed()
  await writeFile(join(clone, 'large.bin'), randomBytes(8_000_000))
  await commitFile(clone, 'file.txt')
  await git(clone, 'push', '--quiet', 'origin', 'main')
  expect(await head()).toBe(await git(clone, 'rev-parse', 'HEAD'))
})

test('an Operator pushes to branches of his own environments and to free ones only', async () => {
  const { hosted, ada } = await pushed()
  const operator = await world.person()
  await world.join(operator, hosted, 'Operator')
  await world.environment(hosted, 'main', ada)
  await world.environment(hosted, 'mine', operator)
  const clone = await cloneAndCommit(
    world.folder(),
    world.address(hosted.name, operator.emailAddress, password),
  )
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:mine', 'HEAD:feature/x')
  await fails(
    git(clone, 'push', 'origin', 'HEAD:main'),
    /\[remote rejected\] HEAD -> main \(An Operator can push .* created by somebody else/,
  )
  expect(await resolveCommit(hosted, 'refs/heads/mine')).toBe(await git(clone, 'rev-parse', 'HEAD'))
})

test('the branch of an environment is neither rewound nor deleted, a free branch may be', async () => {
  const { hosted, ada, clone, head } = await pushed()
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:feature')
  await world.environment(hosted, 'main', ada)
  await git(clone, 'commit', '--quiet', '--amend', '-m', 'Rewritten')
  const before = await head()
  await fails(git(clone, 'push', '--force', 'origin', 'main'), /denying non-fast-forward|rejected/)
  await fails(
    git(clone, 'push', 'origin', ':main'),
    /refusing to delete|denying ref deletion|deletion (of the current branch )?prohibited/,
  )
  expect(await head()).toBe(before)
  await git(clone, 'push', '--quiet', '--force', 'origin', 'HEAD:feature')
  await git(clone, 'push', '--quiet', 'origin', ':feature')
  expect(await resolveCommit(hosted, 'refs/heads/feature')).toBeNull()
})

test('a job deletes the branch of an environment, and rewinds none', async () => {
  const { hosted, ada, clone, head } = await pushed()
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:env/qa')
  await world.environment(hosted, 'main', ada)
  await world.environment(hosted, 'env/qa', ada)
  const jobId = await world.job(hosted)
  const { workspaceId, repositoryId } = hosted
  const credential = await world.asSystem((tx) =>
    world.access().issueJobCredential(tx, { jobId, workspaceId, repositoryId }),
  )
  const asJob = world.address(hosted.name, credential.username, credential.password)
  await git(clone, 'commit', '--quiet', '--amend', '-m', 'Rewritten')
  const before = await head()
  await fails(git(clone, 'push', '--force', asJob, 'main'), /denying non-fast-forward|rejected/)
  await fails(git(clone, 'push', '--force', asJob, 'main', ':env/qa'), /rejected/)
  expect(await head()).toBe(before)
  expect(await resolveCommit(hosted, 'refs/heads/env/qa')).toBe(before)
  await git(clone, 'push', '--quiet', asJob, ':env/qa')
  expect(await resolveCommit(hosted, 'refs/heads/env/qa')).toBeNull()
})

test('only branches and tags can be pushed', async () => {
  const { hosted, clone } = await pushed()
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/tags/v1')
  await fails(
    git(clone, 'push', 'origin', 'HEAD:refs/notes/x'),
    /\[remote rejected\] HEAD -> refs\/notes\/x \(Only branches and tags can be pushed\.\)/,
  )
  expect(await resolveCommit(hosted, 'refs/notes/x')).toBeNull()
})

test('the reason of a refusal is read also where the push is larger than a buffer', async () => {
  const { clone, head } = await pushed()
  const before = await head()
  await writeFile(join(clone, 'large.bin'), randomBytes(8_000_000))
  await commitFile(clone, 'file.txt')
  await fails(git(clone, 'push', 'origin', 'HEAD:refs/notes/x', 'HEAD:main'), /\(Only branches and tags/)
  expect(await head()).toBe(before)
})

test('a tree that would escape a checkout is refused', async () => {
  const { hosted, clone, head } = await pushed()
  const blob = await git(clone, 'hash-object', '-w', 'file.txt')
  const entry = Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')])
  await writeFile(join(clone, '..', `${hosted.name}.tree`), entry)
  const tree = await git(
    clone,
    'hash-object',
    '-w',
    '-t',
    'tree',
    '--literally',
    join(clone, '..', `${hosted.name}.tree`),
  )
  const commit = await git(clone, 'commit-tree', '-p', 'HEAD', '-m', 'bad', tree)
  const before = await head()
  await fails(git(clone, 'push', 'origin', `${commit}:main`), /fsck|unpacker error|hasDotgit/)
  expect(await head()).toBe(before)
})

test('a tree that stands for too many files is refused with the figure, by name', async () => {
  const { clone, head } = await pushed()
  const before = await head()
  let tree = await git(clone, 'rev-parse', 'HEAD^{tree}')
  for (let level = 0; level < 4; level += 1) {
    const line = (_: unknown, index: number) => `040000 tree ${tree}\td${index}\n`
    const input = Array.from({ length: 60 }, line).join('')
    tree = execFileSync('git', ['-C', clone, 'mktree'], { input }).toString().trim()
  }
  const commit = await git(clone, 'commit-tree', '-p', 'HEAD', '-m', 'bad', tree)
  const sentence =
    /refs\/heads\/main: The folder "d0" holds more than 300,000 files and folders\. Nothing was changed\./
  await fails(git(clone, 'push', 'origin', `${commit}:main`), sentence)
  expect(await head()).toBe(before)
  await fails(git(clone, 'push', 'origin', `${commit}:refs/tags/x`), /more than 300,000/)
})

test('an include file of more than 256 KB is refused', async () => {
  const { clone, head } = await pushed()
  const before = await head()
  await writeFile(join(clone, '.sluiceinclude'), 'x'.repeat(257 * 1024))
  await commitFile(clone, 'file.txt')
  const sentence = /The file "\.sluiceinclude" has 257 KB; it may have at most 256 KB/
  await fails(git(clone, 'push', 'origin', 'main'), sentence)
  expect(await head()).toBe(before)
})

const refs = (oldHash: string | null, newHash: string | null, isDone: boolean) => [
  { ref: 'refs/heads/main', oldHash, newHash, isDone },
]

test('every push is written down with who, what and whether it was done', async () => {
  const { hosted, ada, clone, head } = await pushed()
  await world.environment(hosted, 'main', ada)
  const before = await head()
  await git(clone, 'commit', '--quiet', '--amend', '-m', 'Rewritten')
  const newHash = await git(clone, 'rev-parse', 'HEAD')
  await fails(git(clone, 'push', '--force', 'origin', 'main'), /rejected/)
  const events = () =>
    world.query(
      'select action, actor_user_id as actor, details from audit_event where workspace_id = $1 order by id',
      [hosted.workspaceId],
    )
  await expect.poll(async () => (await events()).length).toBe(2)
  const event = { action: 'repository.pushed', actor: ada.id }
  expect(await events()).toEqual([
    { ...event, details: { as: 'member', jobId: null, collaborator: null, refs: refs(null, before, true) } },
    {
      ...event,
      details: { as: 'member', jobId: null, collaborator: null, refs: refs(before, newHash, false) },
    },
  ])
})

test.each([
  ['not a push', Buffer.from('nonsense')],
  ['a packed bomb', gzipSync(Buffer.alloc(40_000_000))],
  ['broken packing', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
])('%s is refused and nothing else suffers', async (_, body) => {
  const { hosted, ada, head } = await pushed()
  const authorization = `Basic ${Buffer.from(`${ada.emailAddress}:${password}`).toString('base64')}`
  const headers = { authorization, ...(body[0] === 0x1f && { 'content-encoding': 'gzip' }) }
  for (const service of ['git-receive-pack', 'git-upload-pack']) {
    const response = await fetch(`${world.origin()}/git/${hosted.name}.git/${service}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': `application/x-${service}-request` },
      body,
    }).then(
      (answer) => answer.text().catch(() => 'cut off'),
      () => 'cut off',
    )
    expect(response).toMatch(/could not|cut off|^$/)
  }
  expect(await head()).not.toBeNull()
})
