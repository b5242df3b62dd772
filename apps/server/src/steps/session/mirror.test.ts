import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFileAt } from '@sluice/git/read-file'
import { resolveCommit } from '@sluice/git/rev-parse'
import { writeCommits } from '@sluice/git/write-commits'
import { expect, test } from 'vitest'
import { commitFile, git } from '../../git-host/testing/plain-git.ts'
import { gitWorld, password, pushedRepository } from '../../git-host/testing/git-world.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/read-config.ts'
import { Deadline } from '../../platform/deadline.ts'
import { commitLimits } from '../../stacks/commit-limits.ts'
import { withDatabase } from '../../testing/with-database.ts'
import { concludeError } from '../../worker/job-outcome.ts'
import { type Mirror, openMirror } from './mirror.ts'

const world = gitWorld(withDatabase())

const person = { name: 'Ada', email: 'ada@example.com', date: new Date(0) }
const planOn = (parent: string) => ({
  parents: [parent],
  author: person,
  committer: person,
  message: 'Own',
  changes: [],
})

/** A repository of the built-in host, and mirrors of jobs that borrow from one mirror of its stack. */
async function repositoryWithMirrors() {
  const pushed = await pushedRepository(world)
  const { hosted, ada } = pushed
  const head = async () => (await pushed.head()) ?? ''
  const url = `${world.origin()}/git/${hosted.name}.git`
  const credential = { username: ada.emailAddress, password, allowHttpOrigin: world.origin() }
  const signal = new AbortController().signal
  const ofStack = join(await mkdtemp(join(world.folder(), 'stack-')), 'mirror')
  const open = async (needed: readonly string[] = []) =>
    await openMirror({
      work: { path: await mkdtemp(join(world.folder(), 'work-')) },
      ofStack,
      remote: async () => ({ url, ...credential }),
      limit: () => ({ signal, deadline: new Deadline(systemClock, 60_000) }),
      commitLimits: commitLimits(readConfig({}).config),
      needed,
    })
  const packs = async () =>
    (await readdir(join(ofStack, 'objects', 'pack'))).filter((name) => name.endsWith('.pack'))
  return { ...pushed, head, ofStack, open, packs }
}

const fileOf = async ({ repository }: Mirror, commit: string, path: string) =>
  (await readFileAt(repository, { commit, path }))?.toString() ?? null

test('jobs of a stack borrow from one mirror, into which each fetch brings what is new of its branch only', async () => {
  const { clone, head, open, packs, ofStack } = await repositoryWithMirrors()
  const first = await head()
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/a')
  await commitFile(clone, 'elsewhere.txt')
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/other')
  const other = await git(clone, 'rev-parse', 'HEAD')
  const [one, two] = await Promise.all([open(), open()])
  expect(await Promise.all([one.fetch('main'), two.fetch('main'), two.fetch('a')])).toEqual(
    Array.from({ length: 3 }, () => first),
  )
  expect(await resolveCommit({ gitDir: ofStack }, other)).toBeNull()
  const before = await packs()
  const [own = ''] = await writeCommits(one.repository, [planOn(first)])
  expect(await resolveCommit(two.repository, own)).toBeNull()
  await git(clone, 'reset', '--quiet', '--hard', 'origin/main')
  await commitFile(clone, 'next.txt')
  await git(clone, 'push', '--quiet', 'origin', 'main')
  const three = await open()
  expect(await three.fetch('main')).toBe(await head())
  expect(await fileOf(three, await head(), 'next.txt')).not.toBeNull()
  const added = (await packs()).find((name) => !before.includes(name)) ?? ''
  const listed = await git(ofStack, 'verify-pack', '-v', join(ofStack, 'objects', 'pack', added))
  expect(listed.match(/ commit /g)).toHaveLength(1)
  expect(await readdir(join(three.repository.gitDir, 'objects', 'pack'))).toEqual([])
})

test('a branch that was rewritten, or stands where another had a folder, is fetched as it is now', async () => {
  const { clone, head, open } = await repositoryWithMirrors()
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/a')
  expect(await (await open()).fetch('a')).toBe(await head())
  await git(clone, 'push', '--quiet', 'origin', ':refs/heads/a', 'HEAD:refs/heads/a/b')
  await git(clone, 'commit', '--quiet', '--amend', '--message', 'Rewritten')
  await git(clone, 'push', '--quiet', '--force', 'origin', 'main')
  const next = await open()
  expect(await next.fetch('main')).toBe(await git(clone, 'rev-parse', 'HEAD'))
  expect(await next.fetch('a/b')).not.toBeNull()
  expect(await next.fetch('a')).toBeNull()
})

test('a commit that the job compares with comes along where only another branch has it', async () => {
  const { clone, open } = await repositoryWithMirrors()
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/former')
  const former = await git(clone, 'rev-parse', 'HEAD')
  await git(clone, 'commit', '--quiet', '--amend', '--message', 'Rewritten')
  await git(clone, 'push', '--quiet', '--force', 'origin', 'main')
  const mirror = await open([former])
  await mirror.fetch('main')
  expect(await resolveCommit(mirror.repository, former)).toBe(former)
})

test.each([
  ['damaged', async (path: string) => await writeFile(path, 'no pack')],
  ['removed', async (path: string) => await rm(dirname(dirname(dirname(path))), { recursive: true })],
])('a mirror that is %s is fetched anew, and the work repeated', async (_, spoil) => {
  const { head, open, packs, ofStack } = await repositoryWithMirrors()
  const running = await open()
  const commit = (await running.fetch('main')) ?? ''
  const [pack = ''] = await packs()
  const path = join(ofStack, 'objects', 'pack', pack)
  await chmod(path, 0o644)
  await spoil(path)
  await running.repository.reader?.close()
  const work = async () => await fileOf(running, commit, 'file.txt')
  const read = await work().catch(async (error: unknown) => await running.afterDamage(error, work))
  expect(read).not.toBeNull()
  expect(await (await open()).fetch('main')).toBe(await head())
})

test('a head that stands for too many files is refused with the path and the limit, in the words of the job', async () => {
  const { hosted, head, open } = await repositoryWithMirrors()
  const mirror = await open()
  expect(await mirror.fetch('main')).toBe(await head())
  writeHostileHead(hosted.gitDir)
  const { error } = concludeError(await mirror.fetch('main').catch((reason: unknown) => reason))
  expect(error).toEqual({
    message: 'The folder "d0" holds more than 300,000 files and folders.',
    details: null,
  })
})

/** As the host of somebody else may hold it. */
function writeHostileHead(gitDir: string): void {
  const asEve = (args: readonly string[], input = '') =>
    execFileSync('git', ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.com', '-C', gitDir, ...args], {
      input,
    })
      .toString()
      .trim()
  let tree = asEve(['rev-parse', 'main^{tree}'])
  for (let level = 0; level < 4; level += 1) {
    const line = (_: unknown, index: number) => `040000 tree ${tree}\td${index}\n`
    tree = asEve(['mktree'], Array.from({ length: 60 }, line).join(''))
  }
  asEve(['update-ref', 'refs/heads/main', asEve(['commit-tree', '-p', 'main', '-m', 'Hostile', tree])])
}
