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
      inflateRaw: inflate,
      crc32: (bytes) => crc32(bytes),
    })
    return await body(files)
  } finally {
    await file.close()
  }
}

/** Opens several archives at once and hands over the files of each. */
export async function withArchives<T>(
  paths: readonly string[],
  body: (archives: readonly (readonly ArchiveFile[])[]) => Promise<T>,
): Promise<T> {
  const [first, ...others] = paths
  if (first === undefined) return await body([])
  return await withArchive(first, (files) => withArchives(others, (archives) => body([files, ...archives])))
}

/** With room for just the content: the usual room of 16 KB a file would stay in memory as long as the content does. */
function inflate(bytes: Uint8Array, sizeBytes: number): Uint8Array {
  return inflateRawSync(bytes, {
    maxOutputLength: Math.max(1, sizeBytes),
    chunkSize: Math.max(64, sizeBytes + 1),
  })
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
      // Metadata shrinks to less than half: the usual room of 16 KB a file costs more than a second piece now and then.
      deflateRaw: (bytes) => deflateRawSync(bytes, { chunkSize: 128 + (bytes.length >> 1) }),
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
