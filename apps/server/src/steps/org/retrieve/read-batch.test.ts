import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveArchive, withArchive } from './archive-files.ts'
import { inflateMembers, isOneMember, joinMembers } from './read-batch.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sluice-read-batch-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const texts = ['class A {}', '', 'x'.repeat(200_000), 'class B {}']

async function archive(): Promise<string> {
  const path = join(folder, 'retrieved.zip')
  await saveArchive(
    path,
    texts.map((text, at) => ({ path: `classes/${at}.cls`, content: Buffer.from(text) })),
  )
  return path
}

const read = async (path: string) =>
  await withArchive(path, async (files) => {
    const entries = files.map(async (entry) => ({
      entry,
      compressed: (await entry.readCompressed()).slice(),
    }))
    return inflateMembers(joinMembers(await Promise.all(entries)))
  })

test('every entry has its content, empty ones too', async () => {
  const contents = (await read(await archive()))?.map(({ content }) => Buffer.from(content).toString())
  expect(contents).toEqual(texts)
})

test('what an entry is in raw deflate comes with it', async () => {
  const inflated = (await read(await archive()))?.map(({ deflated }) =>
    inflateRawSync(deflated ?? Buffer.alloc(0)).toString(),
  )
  expect(inflated).toEqual(texts)
})

test('what could hide an entry behind an empty one is no member', () => {
  const nothing = Buffer.from('03000000000000000000', 'hex')
  const member = Buffer.from('1f8b0800000000000003', 'hex')
  const entry = { isStored: false }
  expect([isOneMember(entry, nothing), isOneMember(entry, Buffer.concat([nothing, member]))]).toEqual([
    true,
    false,
  ])
})

test('what an archive does not deflate is no member', () => {
  expect(isOneMember({ isStored: true }, Buffer.from('class A {}'))).toBe(false)
})

test.each([
  { field: 'checksum', offset: 16 },
  { field: 'size', offset: 24 },
])('with a wrong $field of one entry nothing is read', async ({ offset }) => {
  const path = await archive()
  const bytes = await readFile(path)
  const record = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002'))
  bytes[record + offset] = (bytes[record + offset] ?? 0) ^ 1
  await writeFile(path, bytes)
  expect(await read(path)).toBeNull()
})
