import { expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'

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

test('and by an independent reader', async () => {
  const archive = Buffer.from(await zip(entries))
  const names = await new Promise<string[]>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: false }, (error, file) => {
      if (error !== null) return reject(error)
      const found: string[] = []
      file.on('entry', (entry: { fileName: string }) => found.push(entry.fileName))
      file.on('end', () => resolve(found))
      file.on('error', reject)
    })
  })
  expect(names).toEqual(entries.map((entry) => entry.path))
})

test('every entry carries the same fixed time, so that equal entries give equal bytes in every time zone', async () => {
  const archive = Buffer.from(await zip(entries))
  const firstOfJanuary1980 = 0x00210000
  expect(archive.readUInt32LE(10)).toBe(firstOfJanuary1980)
  expect(archive.equals(Buffer.from(await zip(entries)))).toBe(true)
})
