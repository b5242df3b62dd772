import { gunzipSync } from 'node:zlib'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'

/** An entry, and its bytes as they lie in the archive. */
export interface CompressedEntry {
  readonly entry: ArchiveFile
  readonly compressed: Uint8Array
}

/** What an entry holds. */
export interface ReadEntry {
  readonly content: Uint8Array
  /** The same in raw deflate, as the archive holds it; null where the archive does not deflate it. */
  readonly deflated: Uint8Array | null
}

// A member of a gzip file (RFC 1952): no name, no time; checksum and size follow the compressed bytes.
const memberHeader = Buffer.from('1f8b08000000000000ff', 'hex')
const memberStart = memberHeader.subarray(0, 3)

/**
 * Reads many entries. Inflating each by itself costs more for starting than for inflating, so the entries become one gzip
 * file of as many members: one call inflates them all and verifies each checksum. The buffers are views into shared ones.
 * Raises ArchiveError as `read` of an entry does.
 */
export async function readBatch(batch: readonly CompressedEntry[]): Promise<ReadEntry[]> {
  const read = batch.every(isOneMember) ? inflateTogether(batch) : null
  if (read !== null) return read
  // One by one the damaged entry names itself.
  const entries: ReadEntry[] = []
  for (const { entry } of batch) entries.push({ content: await entry.read(), deflated: null })
  return entries
}

/** An entry that holds the start of another member could end early and hide the rest, which must not reach a pack. */
function isOneMember({ entry, compressed }: CompressedEntry): boolean {
  return (
    !entry.isStored &&
    !Buffer.from(compressed.buffer, compressed.byteOffset, compressed.length).includes(memberStart)
  )
}

function inflateTogether(batch: readonly CompressedEntry[]): ReadEntry[] | null {
  const members = batch.flatMap(({ entry, compressed }) => {
    const trailer = Buffer.allocUnsafe(8)
    trailer.writeUInt32LE(entry.crc)
    trailer.writeUInt32LE(entry.sizeBytes, 4)
    return [memberHeader, compressed, trailer]
  })
  const contents = gunzip(Buffer.concat(members), batch)
  return contents?.map((content, at) => ({ content, deflated: batch[at]?.compressed ?? null })) ?? null
}

/** Null when an entry is not what the archive says of it. */
function gunzip(members: Uint8Array, batch: readonly CompressedEntry[]): Uint8Array[] | null {
  const sizeBytes = batch.reduce((sum, { entry }) => sum + entry.sizeBytes, 0)
  const room = { maxOutputLength: Math.max(1, sizeBytes), chunkSize: Math.max(64, sizeBytes + 1) }
  try {
    const all = gunzipSync(members, room)
    let end = 0
    const contents = batch.map(({ entry }) => all.subarray(end, (end += entry.sizeBytes)))
    return end === all.length ? contents : null
  } catch {
    return null
  }
}
