import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKnownEntries } from './known-entries.ts'
import { type OrgFiles, readOrgFiles } from './org-files.ts'
import { saveArchive } from './retrieve/archive-files.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sluice-known-entries-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = 'unpackaged/classes/A.cls'

async function archiveOf(content: string): Promise<string> {
  const file = join(folder, 'retrieved.zip')
  await saveArchive(file, [{ path, content: Buffer.from(content) }])
  return file
}

/** Reads as a flow in does whose branch has `parity`. */
async function read(archive: string, parity: OrgFiles | null, rules = '1'): Promise<OrgFiles> {
  const entries = await openKnownEntries(join(folder, 'known'), rules)
  const files = await readOrgFiles({
    archives: [archive],
    specs: parseIncludeSpecs('unpackaged').specs,
    apiVersion: '62.0',
    parity: new Map([...(parity ?? [])].map(([at, { hash }]) => [at, hash])),
    signal: new AbortController().signal,
    entries,
  })
  await entries.save()
  return files
}

/** The entry's bytes stay; whoever inflates it finds a wrong checksum. */
async function spoilChecksum(archive: string): Promise<void> {
  const bytes = await readFile(archive)
  const record = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002'))
  bytes[record + 16] = (bytes[record + 16] ?? 0) ^ 0xff
  await writeFile(archive, bytes)
}

test('an entry that comes again with the same bytes is not inflated', async () => {
  const archive = await archiveOf('class A {}')
  const first = await read(archive, null)
  await spoilChecksum(archive)
  const again = await read(archive, first)
  expect(again.get(path)).toEqual({ hash: first.get(path)?.hash, content: null, isStored: true })
})

test('an entry with other bytes is read', async () => {
  const first = await read(await archiveOf('class A {}'), null)
  const changed = await read(await archiveOf('class A { }'), first)
  expect(Buffer.from(changed.get(path)?.content ?? []).toString()).toBe('class A { }')
})

test('an entry that the branch no longer has is read, though it came before', async () => {
  const archive = await archiveOf('class A {}')
  await read(archive, null)
  expect((await read(archive, null)).get(path)?.content).not.toBeNull()
})

test('under other rules nothing is known', async () => {
  const archive = await archiveOf('class A {}')
  const first = await read(archive, null)
  await spoilChecksum(archive)
  await expect(read(archive, first, '2')).rejects.toThrow('wrong checksum')
})
