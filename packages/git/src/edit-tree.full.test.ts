import { array, assert, asyncProperty, constant, constantFrom, oneof, record } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openObjectReader } from './cat-file.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { listTree } from './ls-tree.ts'
import { treeOf } from './rev-parse.ts'
import { changesOf, newRepository, planOf, temporaryFolder } from './testing/repositories.ts'
import { type TreeChange, writeCommits } from './write-commits.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

/** What git-fast-import makes of the same changes, commit by commit: the hashes of its trees. */
async function theirTrees(repository: Repository, commits: readonly (readonly TreeChange[])[]) {
  const lines = commits.flatMap((changes, at) => [
    `commit refs/heads/theirs\nmark :${at + 1}\ncommitter A <a@b.c> 0 +0000\ndata 0\n`,
    ...changes.map((change) =>
      'content' in change
        ? `M 100644 inline ${change.path}\ndata ${change.content.length}\n${Buffer.from(change.content).toString()}\n`
        : `D ${change.path}\n`,
    ),
    `\nget-mark :${at + 1}\n`,
  ])
  const { stdout } = await runGit({
    repository,
    args: ['fast-import', '--force', '--quiet', '--done', '--date-format=raw'],
    input: Buffer.from(`${lines.join('')}done\n`),
  })
  return await Promise.all(
    stdout
      .toString()
      .trim()
      .split('\n')
      .map((hash) => treeOf(repository, hash)),
  )
}

// Names that sort otherwise as files than as folders, and that are the beginning of one another.
const name = constantFrom('a', 'a.b', 'a-b', 'a0', 'ab', 'ü', 'B')
const path = array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const change = oneof(
  record({ path, content: constantFrom('1', '2').map((text) => Buffer.from(text)) }),
  record({ path, deleted: constant(true as const) }),
)
const history = array(array(change, { maxLength: 8 }), { minLength: 1, maxLength: 5 })

test('whatever is set and removed, the trees are those of git-fast-import', async () => {
  const repository = await newRepository(folder.path)
  await assert(
    asyncProperty(history, async (commits) => {
      const plans = commits.map((changes, at) =>
        planOf({}, { changes, parents: at === 0 ? [] : [{ plan: at - 1 }] }),
      )
      const ours = await writeCommits(repository, plans)
      const trees = await Promise.all(ours.map((hash) => treeOf(repository, hash)))
      expect(trees).toEqual(await theirTrees(repository, commits))
    }),
    { numRuns: 40 },
  )
  await runGit({ repository, args: ['fsck', '--full', '--strict'] })
})

test('edits of a stored commit are those of one that is just being written', async () => {
  const repository = await newRepository(folder.path)
  await assert(
    asyncProperty(history, async (commits) => {
      const plans = commits.map((changes) => planOf({}, { changes }))
      const together = plans.map((plan, at) => ({ ...plan, parents: at === 0 ? [] : [{ plan: at - 1 }] }))
      const hashes = await writeCommits(repository, together)
      let parents: string[] = []
      for (const [at, plan] of plans.entries()) {
        parents = await writeCommits(repository, [{ ...plan, parents }])
        expect(parents).toEqual([hashes[at]])
      }
    }),
    { numRuns: 10 },
  )
})

const wide = (at: number) => Object.fromEntries(Array.from({ length: 400 }, (_, no) => [`f/${no}`, `${at}`]))

test('a long chain of commits takes little room, and every tree of it comes back', async () => {
  const repository = await newRepository(folder.path)
  const plans = Array.from({ length: 130 }, (_, at) =>
    planOf(at === 0 ? wide(0) : { [`f/${at}`]: `new ${at}` }, {
      parents: at === 0 ? [] : [{ plan: at - 1 }],
    }),
  )
  const hashes = await writeCommits(repository, plans)
  await runGit({ repository, args: ['fsck', '--full', '--strict'] })
  expect((await listTree(repository, hashes.at(-1) ?? '')).size).toBe(400)
  const { stdout } = await runGit({ repository, args: ['count-objects', '-v'] })
  // A tree of 400 files takes some 9 KB.
  expect(Number(/size-pack: (\d+)/u.exec(stdout.toString())?.[1])).toBeLessThan(130 * 2)
})

/** A tree object as somebody else wrote it. */
async function strangeTree(repository: Repository, entries: readonly string[]): Promise<string> {
  const blob = Buffer.from((await treeOf(repository, await someCommit(repository))).slice(0, 40), 'hex')
  const content = Buffer.concat(entries.flatMap((entry) => [Buffer.from(`${entry}\0`), blob]))
  const { stdout } = await runGit({
    repository,
    args: ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'],
    input: content,
  })
  return stdout.toString().trim()
}

const someCommit = async (repository: Repository) =>
  (await writeCommits(repository, [planOf({ a: '1' })]))[0] ?? ''

test.each([
  ['out of order', ['100644 b', '100644 a']],
  ['cut off', ['100644 a', '100644']],
])('a folder that is %s is not edited', async (_, entries) => {
  const repository = await newRepository(folder.path)
  const tree = await strangeTree(repository, entries)
  const { stdout } = await runGit({ repository, args: ['commit-tree', tree, '-m', 'x'], env: person })
  const plan = planOf({ c: '1' }, { parents: [stdout.toString().trim()] })
  await expect(writeCommits(repository, [plan])).rejects.toMatchObject({ code: 'failed' })
})

const person = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@b.c',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@b.c',
}

test('what a commit names must be there and be of its kind', async () => {
  const repository = await newRepository(folder.path)
  const commit = await someCommit(repository)
  const reader = openObjectReader(repository)
  const write = (extra: Parameters<typeof planOf>[1]) =>
    writeCommits(repository, [planOf({}, extra)], { reader })
  const missing = 'f'.repeat(40)
  await expect(write({ parents: [missing] })).rejects.toMatchObject({ code: 'notFound' })
  await expect(write({ parents: [commit, missing] })).rejects.toMatchObject({ code: 'notFound' })
  await expect(write({ parents: [await treeOf(repository, commit)] })).rejects.toMatchObject({
    code: 'failed',
  })
  await expect(write({ changes: [{ path: 'a', hash: missing }] })).rejects.toMatchObject({ code: 'notFound' })
  await expect(write({ changes: [{ path: 'a', hash: commit }] })).rejects.toMatchObject({ code: 'failed' })
  await expect(write({ parents: [{ plan: 0 }] })).rejects.toMatchObject({ code: 'failed' })
  expect(await write({ parents: [commit], changes: changesOf({ a: null }) })).toHaveLength(1)
  await reader.close()
})
