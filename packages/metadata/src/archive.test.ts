import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'

import type { ArchiveEntry } from './archive.ts'
import { sameBytes } from './bytes.ts'

import { unzip, zip } from './testing/archives.ts'
import { bytes, text } from './testing/text.ts'

const entries = [
  { path: 'unpackaged/classes/A.cls', content: bytes('class A {}') },
  { path: 'unpackaged/layouts/Größe.layout', content: bytes('<a>'.repeat(1000)) },
  { path: 'unpackaged/empty.txt', content: new Uint8Array(0) },
]

test('what is written is read again, by us', async () => {
  const files = await unzip(await zip(entries))
  expect(files.map((file) => file.path)).toEqual(entries.map((entry) => entry.path))
  for (const [index, file] of files.entries())
    expect(text(await file.read())).toBe(text(entries[index]?.content ?? null))
})

/** Names and contents as a reader finds them that knows nothing of ours. */
async function readIndependently(archive: Buffer): Promise<ArchiveEntry[]> {
  const file = await fromBufferPromise(archive)
  const found: ArchiveEntry[] = []
  for await (const entry of file.eachEntry()) {
    const stream = await file.openReadStreamPromise(entry)
    found.push({ path: entry.fileName, content: await buffer(stream) })
  }
  return found
}

test('and by an independent reader', async () => {
  const large = { path: 'unpackaged/large.bin', content: randomBytes(300_000) }
  const many = Array.from({ length: 3_000 }, (_, at) => ({
    path: `unpackaged/${at}.txt`,
    content: bytes(`${at}`),
  }))
  const written = [...entries, large, ...many]
  const found = await readIndependently(Buffer.from(await zip(written)))
  expect(found.map((entry) => entry.path)).toEqual(written.map((entry) => entry.path))
  expect(
    found.every((entry, at) => sameBytes(entry.content, written[at]?.content ?? new Uint8Array(0))),
  ).toBe(true)
})

test('every entry carries the same fixed time, so that equal entries give equal bytes in every time zone', async () => {
  const archive = Buffer.from(await zip(entries))
  const firstOfJanuary1980 = 0x00210000
  expect(archive.readUInt32LE(10)).toBe(firstOfJanuary1980)
  expect(archive.equals(Buffer.from(await zip(entries)))).toBe(true)
})
