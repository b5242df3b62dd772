import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrowObjects } from './borrow-objects.ts'
import { readFileAt } from './read-file.ts'
import { resolveCommit } from './rev-parse.ts'
import { newRepository, planOf, temporaryFolder } from './testing/repositories.ts'
import { writeCommits } from './write-commits.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test('objects that are written to the new repository do not get into the one that it borrows from', async () => {
  const lender = await newRepository(folder.path)
  const [first = ''] = await writeCommits(lender, [planOf({ 'a.txt': 'one' })])
  const files = () => readdir(join(lender.gitDir, 'objects'), { recursive: true })
  const before = await files()
  const borrower = await borrowObjects(lender, { gitDir: join(folder.path, 'borrower') })
  const [second = ''] = await writeCommits(borrower, [planOf({ 'b.txt': 'two' }, { parents: [first] })])
  const read = async (path: string) => (await readFileAt(borrower, { commit: second, path }))?.toString()
  expect([await read('a.txt'), await read('b.txt')]).toEqual(['one', 'two'])
  expect(await resolveCommit(lender, second)).toBeNull()
  expect(await files()).toEqual(before)
})

test.each(['relative/folder', '/folder\nof two lines', '"/quoted"'])(
  'objects of the folder %j are not borrowed',
  async (gitDir) => {
    const target = join(folder.path, 'refused')
    await expect(borrowObjects({ gitDir }, { gitDir: target })).rejects.toThrow('absolute path of one line')
  },
)
