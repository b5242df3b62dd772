import type { WrittenEntry } from './archive/container.ts'

import { Blocks } from './archive/blocks.ts'
import { directoryRecord, endRecord, localHeader, nameBytes } from './archive/container.ts'

/** One file of an archive; `path` with `/`, relative. */
export interface ArchiveEntry {
  readonly path: string
  readonly content: Uint8Array
}

/** What to write and where to; the compressing functions come from the host. */
export interface ArchiveInput {
  /** Written in the order given: sort them where equal content must give equal bytes. */
  readonly entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>
  /** Raw deflate at one fixed level. */
  readonly deflateRaw: (bytes: Uint8Array) => Uint8Array
  readonly crc32: (bytes: Uint8Array) => number
  /** Gets the archive's bytes in order; awaited, so that a slow receiver holds the writer back. */
  readonly sink: (chunk: Uint8Array) => void | Promise<void>
  readonly signal?: { throwIfAborted(): void }
}

const blockBytes = 256 * 1024

/**
 * Writes a zip archive entry by entry; at most one file, its compressed form and one block of the archive are in memory.
 * Equal entries give equal bytes on every machine and in every time zone. Raises what the entries, the sink and an
 * aborted signal raise, and `ArchiveError` for more than the format holds; the sink has received part of the archive
 * then.
 */
export async function writeArchive(input: ArchiveInput): Promise<{ entryCount: number; sizeBytes: number }> {
  const blocks = new Blocks(input.sink, blockBytes)
  const written: WrittenEntry[] = []
  for await (const entry of input.entries) {
    input.signal?.throwIfAborted()
    written.push(await writeEntry(blocks, entry, input))
  }
  const offset = blocks.sizeBytes
  for (const entry of written) await blocks.add(directoryRecord(entry))
  await blocks.add(endRecord({ count: written.length, sizeBytes: blocks.sizeBytes - offset, offset }))
  await blocks.flush()
  return { entryCount: written.length, sizeBytes: blocks.sizeBytes }
}

async function writeEntry(
  blocks: Blocks,
  { path, content }: ArchiveEntry,
  { deflateRaw, crc32 }: ArchiveInput,
): Promise<WrittenEntry> {
  // Always deflated, also where that makes it larger: one form for every reader.
  const compressed = deflateRaw(content)
  const entry = {
    name: nameBytes(path),
    crc: crc32(content) >>> 0,
    compressedSizeBytes: compressed.length,
    sizeBytes: content.length,
    headerOffset: blocks.sizeBytes,
  }
  await blocks.add(localHeader(entry))
  await blocks.add(compressed)
  return entry
}
