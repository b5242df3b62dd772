import { createHash, hash } from 'node:crypto'

/** What a repository holds, as far as it is written here. */
export type ObjectType = 'blob' | 'tree' | 'commit'

/**
 * Most objects are small: a hash object and two updates cost three times as much as one call over header and content, so
 * these are put together here. Hashing is never interrupted, so that one room will do.
 */
const room = Buffer.allocUnsafe(64 * 1024)

/** The name Git gives to an object: SHA-1 over `<type> <size>\0` and the bytes. Computed in process. */
export function objectHash(type: ObjectType, content: Uint8Array): string {
  const header = `${type} ${content.byteLength}\0`
  const sizeBytes = header.length + content.byteLength
  if (sizeBytes > room.length) return createHash('sha1').update(header).update(content).digest('hex')
  room.set(content, room.write(header, 'latin1'))
  return hash('sha1', room.subarray(0, sizeBytes), 'hex')
}
