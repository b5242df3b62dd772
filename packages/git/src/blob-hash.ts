import { objectHash } from './object-hash.ts'

/** The name Git gives to a file's content. Computed in process. */
export function blobHash(content: Uint8Array): string {
  return objectHash('blob', content)
}
