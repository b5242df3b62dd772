import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCommits, listFileChanges } from './log.ts'
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

const by = (name: string, seconds: number) => ({
  author: { name, email: 'one@example.com', date: new Date(seconds * 1000) },
  committer: { name: 'Sluice', email: 'sluice@example.com', date: new Date(seconds * 1000) },
})

test('the changes of each file since the other side are told with their authors, the newest first', async () => {
  const repository = await newRepository(folder.path)
  const [base = ''] = await writeCommits(repository, [planOf({ a: '1', 'b c': '1' }, by('Base', 100))])
  const [first = ''] = await writeCommits(repository, [
    planOf({ a: '2' }, { ...by('Ada', 200), parents: [base] }),
  ])
  const [to = ''] = await writeCommits(repository, [
    planOf({ a: '3', 'b c': '2' }, { ...by('Jonas', 300), parents: [first] }),
  ])
  const found = await listFileChanges(repository, { from: base, to, limit: 10 })
  const named = [...found].map(([path, changes]) => [path, changes.map(({ authorName }) => authorName)])
  expect(Object.fromEntries(named)).toEqual({ a: ['Jonas', 'Ada'], 'b c': ['Jonas'] })
  expect(found.get('a')?.[1]).toEqual({ hash: first, authorName: 'Ada', committed: new Date(200_000) })
  expect([...(await listFileChanges(repository, { from: to, to: base, limit: 10 })).keys()]).toEqual([])
})
