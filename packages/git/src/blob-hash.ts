import { createHash } from 'node:crypto'

/** The name Git gives to a file's content: SHA-1 over `blob <size>\0` and the bytes. Computed in process. */
export function blobHash(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.byteLength}\0`).update(content).digest('hex')
}
