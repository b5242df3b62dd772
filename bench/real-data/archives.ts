import { open, writeFile } from 'node:fs/promises'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { writeArchive, type ArchiveEntry } from '@sluice/metadata/archive'
import { readArchive } from '@sluice/metadata/archive-reader'

/** Writes a zip file for a deployment. */
export async function zipTo(path: string, entries: Iterable<ArchiveEntry>): Promise<void> {
  const pieces: Uint8Array[] = []
  await writeArchive({
    entries,
    deflateRaw: (bytes) => deflateRawSync(bytes, { level: 6 }),
    crc32: (bytes) => crc32(bytes),
    sink: (piece) => void pieces.push(piece),
  })
  await writeFile(path, Buffer.concat(pieces))
}

/** Reads a retrieved zip file entry by entry. */
export async function* unzip(path: string): AsyncGenerator<ArchiveEntry> {
  const file = await open(path)
  try {
    const files = await readArchive({
      source: {
        sizeBytes: (await file.stat()).size,
        async read(offset, length) {
          const buffer = Buffer.alloc(length)
          const { bytesRead } = await file.read(buffer, 0, length, offset)
          return buffer.subarray(0, bytesRead)
        },
      },
      inflateRaw: (bytes, sizeBytes) => inflateRawSync(bytes, { maxOutputLength: Math.max(sizeBytes, 1) }),
      crc32: (bytes) => crc32(bytes),
    })
    for (const entry of files) yield { path: entry.path, content: await entry.read() }
  } finally {
    await file.close()
  }
}
