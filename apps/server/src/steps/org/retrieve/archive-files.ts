import { open } from 'node:fs/promises'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { type ArchiveEntry, writeArchive } from '@sluice/metadata/archive'
import type { ArchiveSource } from '@sluice/metadata/archive/directory'
import { type ArchiveFile, readArchive } from '@sluice/metadata/archive-reader'

/** An archive on disk, to be closed. */
export async function openArchive(
  path: string,
): Promise<{ readonly source: ArchiveSource; readonly close: () => Promise<void> }> {
  const file = await open(path, 'r')
  const read = async (offset: number, length: number) => {
    const buffer = Buffer.allocUnsafe(length)
    const { bytesRead } = await file.read(buffer, 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
  const { size } = await file.stat()
  return { source: { sizeBytes: size, read }, close: () => file.close() }
}

/** Opens an archive on disk, hands its files to `body` and closes it. Raises ArchiveError for a damaged or unsafe one. */
export async function withArchive<T>(
  path: string,
  body: (files: readonly ArchiveFile[]) => Promise<T>,
): Promise<T> {
  const { source, close } = await openArchive(path)
  try {
    const files = await readArchive({ source, inflateRaw: inflate, crc32: (bytes) => crc32(bytes) })
    return await body(files)
  } finally {
    await close()
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

/**
 * The bytes that the files of an archive take in it. Reading the directory of the archive checks it against everything
 * that makes an archive unsafe. Raises ArchiveError for a damaged or unsafe one.
 */
export async function compressedSizeOf(path: string): Promise<number> {
  return await withArchive(path, async (files) =>
    files.reduce((total, file) => total + file.compressedSizeBytes, 0),
  )
}

/** With room for just the content: the usual room of 16 KB a file would stay in memory as long as the content does. */
function inflate(bytes: Uint8Array, sizeBytes: number): Uint8Array {
  return inflateRawSync(bytes, {
    maxOutputLength: Math.max(1, sizeBytes),
    chunkSize: Math.max(64, sizeBytes + 1),
  })
}

/**
 * With as much room as the content can use, which changes next to nothing of the result: the usual 270 KB a file make
 * the collector go through all memory after every two or three hundred small ones.
 */
function deflate(bytes: Uint8Array): Uint8Array {
  const bits = Math.ceil(Math.log2(bytes.length + 1))
  return deflateRawSync(bytes, {
    // Metadata shrinks to less than half.
    chunkSize: 128 + (bytes.length >> 1),
    windowBits: Math.min(15, Math.max(9, bits)),
    memLevel: Math.min(8, Math.max(1, bits - 6)),
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
      deflateRaw: deflate,
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
