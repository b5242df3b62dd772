import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommittedLists, readRecord, writeRecord } from './org-commits-record.ts'

let folder = ''
let record = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-record-'))
  record = join(folder, 'org-commits-parity.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const commits = {
  base: 'a',
  isRelated: true,
  tip: 'b',
  commits: 1,
  conflicts: [],
  resolved: [],
  settled: [],
  unknown: { types: [], lists: [] },
  specsHash: 'c',
  batches: 1,
  components: 2,
  bytes: 3,
}
const file = {
  filePath: 'ü',
  changeType: 'Added',
  commitHash: 'b',
  authorName: 'd',
  authorEmail: 'e',
  componentIdentity: null,
} as const

test('a record is read as it was written, and its lists are beside it', async () => {
  await writeRecord(record, { ...commits, files: [file, file], changes: [] })
  expect(await readRecord(record)).toEqual(commits)
  const { files, changes } = await readCommittedLists(record)
  expect([files.length, changes.length]).toEqual([2, 0])
  expect(Buffer.concat(files.pieces).toString()).toBe(`${JSON.stringify(file)}\n`.repeat(2))
})

test.each(['files', 'changes'])('where the %s cannot be written there is no record', async (list) => {
  await mkdir(`${record}.${list}`)
  await expect(writeRecord(record, { ...commits, files: [file], changes: [] })).rejects.toThrow('EISDIR')
  expect(await readRecord(record)).toBeNull()
})
