import { hash } from 'node:crypto'

/** Where an object lies in a pack; `hash` is its name in hexadecimal, `crc` the CRC-32 of its bytes there. */
export interface PackedObject {
  readonly hash: string
  readonly offset: number
  readonly crc: number
}

const signature = Buffer.from('ff744f6300000002', 'hex')
const nameBytes = 20
/** Larger offsets need a table of their own; packs are kept smaller. */
export const maxPackBytes = 2 ** 31 - 1

/**
 * The index of a pack in version 2 of the format (gitformat-pack(5)): how many names begin with each byte, then names,
 * checksums and offsets in the order of the names. The same bytes as git-index-pack(1) writes.
 */
export function packIndex(objects: readonly PackedObject[], packChecksum: Buffer): Buffer {
  // Names of one length in hexadecimal: their order as texts is that of their bytes, at a quarter of the time.
  const sorted = objects.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  const counts = Buffer.alloc(256 * 4)
  const names = Buffer.from(sorted.map(({ hash: name }) => name).join(''), 'hex')
  const numbers = Buffer.alloc(sorted.length * 8)
  let counted = 0
  for (let first = 0; first < 256; first += 1) {
    while (counted < sorted.length && (names[counted * nameBytes] ?? 0) <= first) counted += 1
    counts.writeUInt32BE(counted, first * 4)
  }
  for (const [place, { crc, offset }] of sorted.entries()) {
    numbers.writeUInt32BE(crc, place * 4)
    numbers.writeUInt32BE(offset, (sorted.length + place) * 4)
  }
  const index = Buffer.concat([signature, counts, names, numbers, packChecksum])
  return Buffer.concat([index, hash('sha1', index, 'buffer')])
}
