import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileAt } from './read-file.ts'
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
  expect((await readFileAt(there, { commit: next, path: 'a.txt' }))?.toString()).toBe('second')
})

test('a cut pack is refused', async () => {
  const here = await newRepository(folder.path)
  const [commit = ''] = await writeCommits(here, [planOf({ 'a.txt': 'first' })])
  const pack = await packCommits(here, { commits: [commit], without: [] })
  const there = await newRepository(folder.path)
  await expect(unpackCommits(there, pack.subarray(0, -10))).rejects.toMatchObject({ name: 'GitError' })
  expect(await resolveCommit(there, commit)).toBeNull()
})

test('a pack is refused where the commits that it stands on are missing', async () => {
  const here = await newRepository(folder.path)
  const [known = ''] = await writeCommits(here, [planOf({ 'a.txt': 'first' })])
  const [next = ''] = await writeCommits(here, [planOf({ 'a.txt': 'second' }, { parents: [known] })])
  const there = await newRepository(folder.path)
  const pack = await packCommits(here, { commits: [next], without: [known] })
  await expect(unpackCommits(there, pack)).rejects.toMatchObject({ name: 'GitError', code: 'notFound' })
  expect(await resolveCommit(there, next)).toBeNull()
})

test('a pack that is larger than the limit is not made', async () => {
  const here = await newRepository(folder.path)
  const [commit = ''] = await writeCommits(here, [planOf({ 'a.txt': 'x'.repeat(1_000) })])
  const small = { ...here, limits: { maxOutputBytes: 100 } }
  await expect(packCommits(small, { commits: [commit], without: [] })).rejects.toMatchObject({
    code: 'tooLarge',
  })
})
