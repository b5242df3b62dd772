import type { ObjectType } from './object-hash.ts'

const types = { commit: 1, tree: 2, blob: 3 } as const
const deltaType = 7
/** Method deflate, window of 32 KB, fastest level: the two bytes every zlib stream begins with (RFC 1950). */
const zlibHeader = 0x7801
const adlerBase = 65_521
/** As many bytes as may be added before the sums of Adler-32 must be reduced. */
const adlerRun = 3_800

/** What an entry holds, and the same bytes in raw deflate, of any level. */
export interface Deflated {
  readonly content: Uint8Array
  readonly deflated: Uint8Array
}

/**
 * An object as a pack holds it (gitformat-pack(5)): its size and a zlib stream. What an archive holds in deflate is
 * taken over as it is.
 */
export function packEntry(type: ObjectType, object: Deflated): Buffer {
  return entryOf(sizeHeader(types[type], object.content.length), object)
}

/** The same for what makes an object of another one, which must stand in the same pack. */
export function deltaEntry(base: string, delta: Deflated): Buffer {
  const header = sizeHeader(deltaType, delta.content.length)
  return entryOf([...header, ...Buffer.from(base, 'hex')], delta)
}

function entryOf(header: readonly number[], { content, deflated }: Deflated): Buffer {
  const entry = Buffer.allocUnsafe(header.length + 2 + deflated.length + 4)
  entry.set(header)
  entry.writeUInt16BE(zlibHeader, header.length)
  entry.set(deflated, header.length + 2)
  entry.writeUInt32BE(adler32(content), entry.length - 4)
  return entry
}

/** Type and size: four bits of the size beside the type, then seven bits a byte, lowest first. */
function sizeHeader(type: number, sizeBytes: number): number[] {
  const header: number[] = []
  let byte = (type << 4) | (sizeBytes & 15)
  for (let rest = sizeBytes >>> 4; rest > 0; rest >>>= 7) {
    header.push(byte | 128)
    byte = rest & 127
  }
  header.push(byte)
  return header
}

function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(at + adlerRun, bytes.length)
    for (; at < end; at += 1) {
      low += bytes[at] ?? 0
      high += low
    }
    low %= adlerBase
    high %= adlerBase
  }
  return ((high << 16) | low) >>> 0
}
