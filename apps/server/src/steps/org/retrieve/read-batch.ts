import { gunzipSync } from 'node:zlib'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'

/** An entry, and its bytes as they lie in the archive. */
export interface CompressedEntry {
  readonly entry: Pick<ArchiveFile, 'crc' | 'sizeBytes'>
  readonly compressed: Uint8Array
}

/** What an entry holds. */
export interface ReadEntry {
  readonly content: Uint8Array
  /** The same in raw deflate, as the archive holds it; null where the archive does not deflate it. */
  readonly deflated: Uint8Array | null
}

/** Many entries as the members of one gzip file: their sizes, and where the deflated bytes of each lie. */
export interface Members {
  readonly members: Uint8Array
  readonly sizes: readonly number[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

// A member of a gzip file (RFC 1952): no name, no time; checksum and size follow the compressed bytes.
const memberHeader = Buffer.from('1f8b08000000000000ff', 'hex')
const memberStart = memberHeader.subarray(0, 3)
const trailerBytes = 8

/** An entry that holds the start of another member could end early and hide the rest, which must not reach a pack. */
export function isOneMember({ isStored }: Pick<ArchiveFile, 'isStored'>, compressed: Uint8Array): boolean {
  return (
    !isStored &&
    !Buffer.from(compressed.buffer, compressed.byteOffset, compressed.length).includes(memberStart)
  )
}

/** Inflating each entry by itself costs more for starting than for inflating; so they are put together. */
export function joinMembers(entries: readonly CompressedEntry[]): Members {
  const starts: number[] = []
  const ends: number[] = []
  let sizeBytes = 0
  for (const { compressed } of entries) {
    starts.push(sizeBytes + memberHeader.length)
    ends.push(sizeBytes + memberHeader.length + compressed.length)
    sizeBytes += memberHeader.length + compressed.length + trailerBytes
  }
  const members = Buffer.allocUnsafeSlow(sizeBytes)
  for (const [place, { entry, compressed }] of entries.entries()) {
    const start = starts[place] ?? 0
    const end = ends[place] ?? 0
    members.set(memberHeader, start - memberHeader.length)
    members.set(compressed, start)
    members.writeUInt32LE(entry.crc, end)
    members.writeUInt32LE(entry.sizeBytes, end + 4)
  }
  return { members, sizes: entries.map(({ entry }) => entry.sizeBytes), starts, ends }
}

/**
 * One call inflates all members and verifies each checksum; the buffers are views into shared ones. Null when an entry
 * does not match its directory entry; reading one by one then names the damaged one.
 */
export function inflateMembers({ members, sizes, starts, ends }: Members): ReadEntry[] | null {
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0)
  const room = { maxOutputLength: Math.max(1, sizeBytes), chunkSize: Math.max(64, sizeBytes + 1) }
  try {
    const all = gunzipSync(members, room)
    if (all.length !== sizeBytes) return null
    let end = 0
    return sizes.map((size, place) => ({
      content: all.subarray(end, (end += size)),
      deflated: members.subarray(starts[place], ends[place]),
    }))
  } catch {
    return null
  }
}
