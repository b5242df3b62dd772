import { hash } from 'node:crypto'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'

/** Characters of a digest, all of them ASCII. */
export const digestLength = 45

/** Names the compressed bytes of an entry. A CRC would be a guess; SHA-256 is not. */
export function entryDigest({ isStored }: Pick<ArchiveFile, 'isStored'>, compressed: Uint8Array): string {
  return (isStored ? 's' : 'd') + hash('sha256', compressed, 'base64')
}
