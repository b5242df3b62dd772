import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { crc32 as crcOf } from './crc32.ts'
import type { ArchiveEntry } from '../archive.ts'
import type { ArchiveFile, ArchiveReaderInput } from '../archive-reader.ts'
import { writeArchive } from '../archive.ts'
import { readArchive, sourceOfBytes } from '../archive-reader.ts'

/** Writes entries with the runtime's own compression. */
export async function zip(
  entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const sink = (chunk: Uint8Array): void => void chunks.push(chunk)
  await writeArchive({
    entries,
    deflateRaw: (bytes) => deflateRawSync(bytes, { level: 6 }),
    crc32: crcOf,
    sink,
  })
  return Uint8Array.from(Buffer.concat(chunks))
}

const inflateRaw = (bytes: Uint8Array, sizeBytes: number): Uint8Array =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(sizeBytes, 1) })

/** Opens an archive in memory with the runtime's own inflate. */
export function unzip(
  archive: Uint8Array,
  limits: ArchiveReaderInput['limits'] = {},
): Promise<ArchiveFile[]> {
  return readArchive({ source: sourceOfBytes(archive), inflateRaw, crc32: crcOf, limits })
}
