import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommittedLists, writeLists } from './org-commits-record.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-record-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = {
  filePath: 'ü',
  changeType: 'Added',
  commitHash: 'b',
  authorName: 'd',
  authorEmail: 'e',
  componentIdentity: null,
} as const

test('the lists are read as they were written, to be passed on as they are', async () => {
  await writeLists(folder, { files: [file, file], changes: [] })
  const { files, changes } = await readCommittedLists(folder)
  expect([files.length, changes.length]).toEqual([2, 0])
  expect(Buffer.concat(files.pieces).toString()).toBe(`${JSON.stringify(file)}\n`.repeat(2))
})

test.each(['files', 'changes'])(
  'where the %s cannot be written the commits are not recorded',
  async (list) => {
    await mkdir(join(folder, `org-commits.json.${list}`))
    await expect(writeLists(folder, { files: [file], changes: [] })).rejects.toThrow('EISDIR')
  },
)
