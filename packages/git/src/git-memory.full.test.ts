import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitTree } from './commit-tree.ts'
import { diffTrees } from './diff-tree.ts'
import { type Repository, runGit } from './git.ts'
import { listFolder } from './list-folder.ts'
import { gitMemoryBytes, limitGitMemory } from './process/process-limits.ts'
import { treeOf } from './rev-parse.ts'
import { commit, newRepository, readingFrom, someone, temporaryFolder } from './testing/repositories.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let repository: Repository
let head: string
const usual = gitMemoryBytes()
beforeAll(async () => {
  folder = await temporaryFolder()
  repository = await newRepository(folder.path)
  limitGitMemory(64 * 1024 * 1024)
  let tree = await treeOf(repository, await commit(repository, { a: '' }))
  for (let level = 0; level < 5; level += 1) {
    const line = (_: unknown, index: number) => `040000 tree ${tree}\td${index}\n`
    const input = Buffer.from(Array.from({ length: 100 }, line).join(''))
    tree = (await runGit({ repository, args: ['mktree'], input })).stdout.toString('ascii').trim()
  }
  head = await commitTree(repository, {
    tree,
    author: someone,
    committer: someone,
    message: 'Odd',
    parents: [],
  })
})
afterAll(async () => {
  limitGitMemory(usual)
  await folder.remove()
})

test('Git is ended at its limit of memory, and the sentence names it', async () => {
  await expect(diffTrees(repository, null, head)).rejects.toMatchObject({
    code: 'tooLarge',
    retryable: false,
    message: 'Git needed more than the 64 MB of memory that one of its processes may use.',
  })
})

test('a list of ten billion files ends after half a million', async () => {
  const listing = readingFrom(repository, (reader) => listFolder(reader, head, { folder: '', prefix: '' }))
  await expect(listing).rejects.toMatchObject({
    code: 'tooLarge',
    message: 'There are more than 500,000 files.',
  })
})
