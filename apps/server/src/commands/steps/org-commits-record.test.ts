import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCommittedLists, readRecord } from './org-commits-record.ts'
import { writeJson } from './work-folder.ts'

let folder = ''
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sluice-record-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

test('lists that an earlier release wrote into the record are read', async () => {
  const record = join(folder, 'org-commits-parity.json')
  await writeJson(record, { tip: 'a', files: [{ filePath: 'b' }, { filePath: 'c' }], changes: [] })
  const { files, changes } = await readCommittedLists(record)
  expect([files.length, changes.length]).toEqual([2, 0])
  expect(Buffer.concat(files.pieces).toString()).toBe('{"filePath":"b"}\n{"filePath":"c"}\n')
  expect(await readRecord(record)).toEqual({ tip: 'a' })
})
