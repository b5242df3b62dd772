import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

import { ArchiveError } from './archive/errors.ts'
import { readArchive } from './archive-reader.ts'
import { sameBytes } from './bytes.ts'
import { unzip, zip } from './testing/archives.ts'
import { crc32 } from './testing/crc32.ts'
import { bytes } from './testing/text.ts'

async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ArchiveError) return error.code
    throw error
  }
}

const archiveOf = (...paths: string[]): Promise<Uint8Array> =>
  zip(paths.map((path) => ({ path, content: bytes('x') })))

/** The same archive with some bytes changed at an offset from a signature. */
function patched(
  archive: Uint8Array,
  signature: number,
  change: (view: DataView, at: number) => void,
): Uint8Array {
  const copy = Uint8Array.from(archive)
  const view = new DataView(copy.buffer)
  for (let at = 0; at + 4 <= copy.length; at += 1) {
    if (view.getUint32(at, true) === signature) {
      change(view, at)
      return copy
    }
  }
  throw new Error('no such signature')
}

const entrySignature = 0x02014b50

describe('names', () => {
  test.each([
    '../x',
    'a/../../x',
    '/etc/x',
    'C:/x',
    'a\\b',
    'a//b',
    './a',
    '.git/config',
    'a/.GIT/x',
    'git~1/x',
    `${'d/'.repeat(600)}x`,
  ])('%s is refused', async (path) => {
    const archive = await archiveOf(path)
    expect(await refusalOf(() => unzip(archive))).toBe('unsafePath')
  })

  test.each([[['a/b', 'A/B']], [['a', 'a/b']], [['e\u0301', '\u00E9']]])('%j clash', async (paths) => {
    const archive = await archiveOf(...paths)
    expect(await refusalOf(() => unzip(archive))).toBe('unsafePath')
  })
})

describe('sizes', () => {
  test('too many entries are refused', async () => {
    const archive = await archiveOf('a', 'b')
    expect(await refusalOf(() => unzip(archive, { maxEntries: 1 }))).toBe('limit')
    expect(await refusalOf(() => unzip(archive, { maxEntries: 2 }))).toBeNull()
  })

  test('an entry too large, too much in all and a bomb are refused', async () => {
    const archive = await zip([
      { path: 'a', content: new Uint8Array(3_000_000) },
      { path: 'b', content: bytes('x') },
    ])
    expect(await refusalOf(() => unzip(archive, { maxEntryBytes: 1000 }))).toBe('limit')
    expect(await refusalOf(() => unzip(archive, { maxTotalBytes: 3_000_000, maxRatio: 5000 }))).toBe('limit')
    expect(await refusalOf(() => unzip(archive))).toBe('limit')
  })

  test('an entry that says less than it holds', async () => {
    const archive = patched(
      await zip([{ path: 'a', content: bytes('x'.repeat(500)) }]),
      entrySignature,
      (view, at) => view.setUint32(at + 24, 10, true),
    )
    const [file] = await unzip(archive)
    expect(await refusalOf(async () => file?.read())).toBe('corrupt')
  })
})

describe('form', () => {
  test('a wrong checksum is found', async () => {
    const archive = patched(await archiveOf('a'), entrySignature, (view, at) =>
      view.setUint32(at + 16, 1, true),
    )
    const [file] = await unzip(archive)
    expect(await refusalOf(async () => file?.read())).toBe('corrupt')
  })

  test('links, encryption and other methods are refused', async () => {
    const archive = await archiveOf('a')
    const link = patched(archive, entrySignature, (view, at) => {
      view.setUint8(at + 5, 3)
      view.setUint32(at + 38, 0xa1ff0000, true)
    })
    expect(await refusalOf(() => unzip(link))).toBe('unsafePath')
    expect(
      await refusalOf(() =>
        unzip(patched(archive, entrySignature, (view, at) => view.setUint16(at + 8, 1, true))),
      ),
    ).toBe('unsupported')
    expect(
      await refusalOf(() =>
        unzip(patched(archive, entrySignature, (view, at) => view.setUint16(at + 10, 12, true))),
      ),
    ).toBe('unsupported')
  })

  test('entries that share bytes are refused', async () => {
    const archive = await zip([
      { path: 'a', content: bytes('x'.repeat(90)) },
      { path: 'b', content: bytes('y') },
    ])
    const overlapping = patched(archive, entrySignature, (view, at) => view.setUint32(at + 20, 80, true))
    expect(await refusalOf(() => unzip(overlapping))).toBe('malformed')
  })

  test('an archive that is cut off anywhere is refused, never read in part', async () => {
    const archive = await archiveOf('a', 'b')
    for (let length = 0; length < archive.length; length += 1) {
      const refusal = await refusalOf(async () => {
        for (const file of await unzip(archive.slice(0, length))) await file.read()
      })
      expect(refusal).not.toBeNull()
    }
  })
})

test('files are read in any order, some at once, also when the source gives only what is asked for', async () => {
  const entries = Array.from({ length: 12 }, (_, at) => ({ path: `f${at}`, content: randomBytes(90_000) }))
  const archive = await zip(entries)
  const slow = {
    sizeBytes: archive.length,
    read: async (from: number, length: number) => archive.slice(from, from + length),
  }
  const files = await readArchive({ source: slow, inflateRaw: (raw) => inflateRawSync(raw), crc32 })
  const contents = await Promise.all(files.toReversed().map((file) => file.read()))
  expect(
    contents
      .toReversed()
      .every((content, at) => sameBytes(content, entries[at]?.content ?? content.slice(1))),
  ).toBe(true)
})
