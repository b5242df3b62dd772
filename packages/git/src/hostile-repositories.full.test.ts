import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blameFile } from './blame.ts'
import { diffTrees } from './diff-tree.ts'
import { GitError } from './errors.ts'
import { fetchBranches, remoteBranchRef } from './fetch.ts'
import type { Repository } from './git.ts'
import { grepTree } from './grep.ts'
import { listFolder } from './list-folder.ts'
import { listCommits } from './log.ts'
import { listTree } from './ls-tree.ts'
import { mergeTrees } from './merge-tree.ts'
import { resolveCommit } from './rev-parse.ts'
import { hostileRepositories, writeHostile } from './testing/hostile-repositories.ts'
import { serveRepository, type TestServer } from './testing/http-server.ts'
import { commit, newRepository, planOf, readingFrom, temporaryFolder } from './testing/repositories.ts'
import { writeCommits } from './write-commits.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let hosted: Repository
let mine: Repository
let ours: string
let server: TestServer
beforeAll(async () => {
  folder = await temporaryFolder()
  hosted = await newRepository(join(folder.path, 'hosted'))
  mine = await newRepository(join(folder.path, 'mine'))
  ours = await commit(mine, { a: '1' }, { branch: 'ours' })
  server = await serveRepository(hosted)
})
afterAll(async () => {
  await server.close()
  await folder.remove()
})

const codeOf = (error: unknown) => (error instanceof GitError ? error.code : `no GitError: ${String(error)}`)
const codesOf = async (reads: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(reads)).flatMap((one) => (one.status === 'rejected' ? [codeOf(one.reason)] : []))

/** What the product does with a commit that it has fetched. */
const reads = (head: string): Promise<unknown>[] => [
  readingFrom(mine, (reader) => listFolder(reader, head, { folder: '', prefix: '' })),
  listCommits(mine, { to: head, limit: 1 }),
  diffTrees(mine, ours, head),
  mergeTrees(mine, { ours, theirs: head }),
  grepTree(mine, { tree: head, texts: ['x'] }),
  blameFile(mine, { commitHash: head, path: 'a' }),
  writeCommits(mine, [planOf({ b: '2' }, { parents: [head] })]),
]

test('there are at least 25 hostile repositories', () => {
  expect(new Set(hostileRepositories.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25)
})

test.each(hostileRepositories)('$name: nothing runs, and nothing is written elsewhere', async (hostile) => {
  const branch = crypto.randomUUID()
  const head = await writeHostile(hosted, hostile, { branch, marker: join(folder.path, 'marker') })
  const before = await readdir(hosted.gitDir, { recursive: true })
  const fetching = fetchBranches({ repository: mine, remote: server.remote(), branches: [branch] })
  expect(await fetching.then(() => null, codeOf)).toBe(hostile.fetched)
  const found = await resolveCommit(mine, remoteBranchRef(branch))
  expect(found).toBe(hostile.fetched === null ? head : null)
  const listed = found === null ? hostile.listed : await listTree(mine, found).then(() => undefined, codeOf)
  expect(listed).toBe(hostile.listed)
  const codes = found === null ? [] : await codesOf(reads(found))
  expect(codes.filter((code) => !['unsafeRepository', 'notFound', 'failed'].includes(code))).toEqual([])
  expect((await readdir(folder.path)).toSorted()).toEqual(['hosted', 'mine'])
  expect(await readdir(join(folder.path, 'mine'))).toHaveLength(1)
  expect(await readdir(hosted.gitDir, { recursive: true })).toEqual(before)
})
