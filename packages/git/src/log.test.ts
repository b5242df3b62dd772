import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCommits } from './log.ts'
import { newRepository, planOf, temporaryFolder } from './testing/repositories.ts'
import { writeCommits } from './write-commits.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test('author and committer of a commit keep their own names and dates', async () => {
  const repository = await newRepository(folder.path)
  const author = { name: 'Ada', email: 'ada@example.com', date: new Date('2026-01-02T03:04:05Z') }
  const committer = { name: 'Sluice', email: 'sluice@example.com', date: new Date('2026-02-03T04:05:06Z') }
  const [hash = ''] = await writeCommits(repository, [planOf({ a: '1' }, { author, committer })])
  const [listed] = await listCommits(repository, { to: hash, limit: 1 })
  expect(listed).toMatchObject({ hash, author, committer })
})

test('no more commits are listed than asked for, the newest first', async () => {
  const repository = await newRepository(folder.path)
  const [first = ''] = await writeCommits(repository, [planOf({ a: '1' })])
  const [second = ''] = await writeCommits(repository, [planOf({ a: '2' }, { parents: [first] })])
  const hashes = async (limit: number) =>
    (await listCommits(repository, { to: second, limit })).map((commit) => commit.hash)
  expect([await hashes(1), await hashes(2)]).toEqual([[second], [second, first]])
})
