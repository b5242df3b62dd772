import { hash } from 'node:crypto'

/** Where an object lies in a pack; `crc` is the CRC-32 of its bytes there. */
export interface PackedObject {
  readonly hash: Buffer
  readonly offset: number
  readonly crc: number
}

const signature = Buffer.from('ff744f6300000002', 'hex')
/** Larger offsets need a table of their own; packs are kept smaller. */
export const maxPackBytes = 2 ** 31 - 1

/**
 * The index of a pack in version 2 of the format (gitformat-pack(5)): how many names begin with each byte, then names,
 * checksums and offsets in the order of the names. The same bytes as git-index-pack(1) writes.
 */
export function packIndex(objects: readonly PackedObject[], packChecksum: Buffer): Buffer {
  const sorted = objects.toSorted((a, b) => Buffer.compare(a.hash, b.hash))
  const counts = Buffer.alloc(256 * 4)
  const numbers = Buffer.alloc(sorted.length * 8)
  let counted = 0
  for (let first = 0; first < 256; first += 1) {
    while (counted < sorted.length && (sorted[counted]?.hash[0] ?? 0) <= first) counted += 1
    counts.writeUInt32BE(counted, first * 4)
  }
  for (const [place, { crc, offset }] of sorted.entries()) {
    numbers.writeUInt32BE(crc, place * 4)
    numbers.writeUInt32BE(offset, (sorted.length + place) * 4)
  }
  const names = sorted.map((object) => object.hash)
  const index = Buffer.concat([signature, counts, ...names, numbers, packChecksum])
  return Buffer.concat([index, hash('sha1', index, 'buffer')])
}
