import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileAt } from './cat-file.ts'
import { packCommits, unpackCommits } from './commit-pack.ts'
import { resolveCommit } from './rev-parse.ts'
import { newRepository, planOf, temporaryFolder } from './testing/repositories.ts'
import { writeCommits } from './write-commits.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test('a pack brings what one repository has besides the other, and an empty one brings nothing', async () => {
  const here = await newRepository(folder.path)
  const there = await newRepository(folder.path)
  const [known = ''] = await writeCommits(here, [planOf({ 'a.txt': 'first' })])
  await writeCommits(there, [planOf({ 'a.txt': 'first' })])
  const [next = ''] = await writeCommits(here, [planOf({ 'a.txt': 'second' }, { parents: [known] })])
  await unpackCommits(there, await packCommits(here, { commits: [known], without: [known] }))
  expect(await resolveCommit(there, next)).toBeNull()
  await unpackCommits(there, await packCommits(here, { commits: [known, next], without: [known] }))
  expect((await readFileAt(there, { treeish: next, path: 'a.txt' }))?.toString()).toBe('second')
})

test('a cut pack is refused', async () => {
  const here = await newRepository(folder.path)
  const [commit = ''] = await writeCommits(here, [planOf({ 'a.txt': 'first' })])
  const pack = await packCommits(here, { commits: [commit], without: [] })
  const there = await newRepository(folder.path)
  await expect(unpackCommits(there, pack.subarray(0, -10))).rejects.toMatchObject({ name: 'GitError' })
  expect(await resolveCommit(there, commit)).toBeNull()
})
