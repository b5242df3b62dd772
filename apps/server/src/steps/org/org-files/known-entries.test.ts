import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKnownEntries } from './known-entries.ts'
import type { OrgFiles } from './org-files.ts'
import { readOrgFiles } from './read-org-files.ts'
import { saveArchive } from '../retrieve/archive-files.ts'

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
    parity: new Map([...(parity?.keys() ?? [])].map((at) => [at, parity?.get(at)?.hash ?? ''])),
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

/** More than one thread hashes. */
const many = (changed: readonly number[]) =>
  Array.from({ length: 3_000 }, (_, at) => ({
    path: `unpackaged/classes/C${at}.cls`,
    content: Buffer.from(`class C${at} { ${'// filled '.repeat(at % 50)}${changed.includes(at) ? ' ' : ''}}`),
  }))

test('of many entries those with other bytes are read, wherever they stand, and no others', async () => {
  const archive = join(folder, 'many.zip')
  await saveArchive(archive, many([]))
  const first = await read(archive, null)
  const places = [0, 1, 1_499, 2_000, 2_998]
  await saveArchive(archive, many(places))
  await spoilChecksum(archive)
  const again = await read(archive, first)
  expect([...again.different.keys()].toSorted()).toEqual(
    places.map((at) => `unpackaged/classes/C${at}.cls`).toSorted(),
  )
  expect(again.size).toBe(3_000)
  expect((await read(archive, again)).different.size).toBe(0)
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

/** Asks for entries by path as a flow in does; those with the digest of their name keep their blob. */
async function ask(paths: readonly string[], digestOf = (at: string) => `d${at}`.padEnd(45)) {
  const entries = await openKnownEntries(join(folder, 'known'), '1')
  const found: string[] = []
  for (const at of paths) {
    const digest = digestOf(at)
    if (entries.recall(at, digest, blobOfName(at) ?? undefined) === null)
      entries.remember(at, digest, blobOfName(at))
    else found.push(at)
  }
  await entries.save()
  return found
}

const blobOfName = (at: string) =>
  at.startsWith('-') ? null : Buffer.from(at).toString('hex').padEnd(40, '0')

test('entries are known in whatever order they come, and only those that came last', async () => {
  const lists = ['abcd-e', 'abcd-e', 'dcba', 'axbyc', 'xaüd', 'bad', '', 'ab', 'ba'].map((names) =>
    names.split(''),
  )
  let before: string[] = []
  for (const names of lists) {
    const came = before
    expect(await ask(names)).toEqual(names.filter((name) => came.includes(name)))
    before = names
  }
})

test('each entry is given the blob that it became, however the others moved', async () => {
  for (const names of ['a-bcd', 'd-cab', 'xdab-', 'ab']) {
    await ask(names.split(''))
    const entries = await openKnownEntries(join(folder, 'known'), '1')
    for (const at of names.split('').toReversed())
      expect(entries.recall(at, `d${at}`.padEnd(45), blobOfName(at) ?? 'f')).toBe(
        at === '-' ? 'leftOut' : 'same',
      )
    expect(entries.recall('a', 'da'.padEnd(45), 'f')).toBeNull()
    expect(entries.recall(names[0] ?? '', 'd'.padEnd(45), blobOfName(names[0] ?? '') ?? '')).toBeNull()
  }
})

test('a list that stays as it is does not grow old', async () => {
  await ask(['a', 'b'])
  const longAgo = new Date(0)
  await utimes(join(folder, 'known'), longAgo, longAgo)
  expect(await ask(['a', 'b'])).toEqual(['a', 'b'])
  expect((await stat(join(folder, 'known'))).mtimeMs).toBeGreaterThan(Date.now() - 3_600_000)
})

test('a name that is the beginning of another or holds a line feed is no other', async () => {
  const names = ['ab', 'a', 'abc', 'a\nb', `x\n${'d'.padEnd(45)}${'0'.repeat(40)} y`]
  await ask(names)
  expect(await ask([...names, 'y'])).toEqual(['ab', 'a', 'abc'])
})

test('an entry that is read late keeps its place, and one that is not read is forgotten', async () => {
  await ask(['a', 'b', 'c'])
  const entries = await openKnownEntries(join(folder, 'known'), '1')
  for (const at of ['a', 'b', 'c']) {
    const isChanged = at === 'b'
    const digest = `d${isChanged ? 'new' : at}`.padEnd(45)
    expect(entries.recall(at, digest, blobOfName(at) ?? '') === null).toBe(isChanged)
  }
  entries.remember('b', 'dnew'.padEnd(45), blobOfName('b'))
  await entries.save()
  const lines = (await readFile(join(folder, 'known'), 'utf8')).split('\n').slice(1, -1)
  expect(lines.map((line) => line.slice(-1))).toEqual(['a', 'b', 'c'])
})

test('a list that is cut off, changed or empty knows nothing', async () => {
  await ask(['a', 'b'])
  const whole = await readFile(join(folder, 'known'))
  for (let at = 0; at < whole.length; at += 7) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    for (const damaged of [whole.subarray(0, at), changed, Buffer.concat([whole, whole.subarray(at)])]) {
      await writeFile(join(folder, 'known'), damaged)
      const entries = await openKnownEntries(join(folder, 'known'), '1')
      for (const name of ['a', 'b'])
        expect(entries.recall(name, `d${name}`.padEnd(45), blobOfName(name) ?? '')).toBeNull()
    }
  }
})
