import { open } from 'node:fs/promises'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { type ArchiveEntry, writeArchive } from '@sluice/metadata/archive'
import { type ArchiveFile, readArchive } from '@sluice/metadata/archive-reader'

/** Opens an archive on disk, hands its files to `body` and closes it. Raises ArchiveError for a damaged or unsafe one. */
export async function withArchive<T>(
  path: string,
  body: (files: readonly ArchiveFile[]) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (offset: number, length: number) => {
      const buffer = Buffer.alloc(length)
      const { bytesRead } = await file.read(buffer, 0, length, offset)
      return buffer.subarray(0, bytesRead)
    }
    const files = await readArchive({
      source: { sizeBytes: size, read },
      inflateRaw: (bytes, sizeBytes) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, sizeBytes) }),
      crc32: (bytes) => crc32(bytes),
    })
    return await body(files)
  } finally {
    await file.close()
  }
}

/** Writes an archive to disk while its entries are read. */
export async function saveArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>,
): Promise<{ entryCount: number; sizeBytes: number }> {
  const file = await open(path, 'w')
  try {
    const written = await writeArchive({
      entries,
      deflateRaw: (bytes) => deflateRawSync(bytes),
      crc32: (bytes) => crc32(bytes),
      sink: async (chunk) => {
        await file.write(chunk)
      },
    })
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}
