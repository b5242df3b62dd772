/** Times in milliseconds, sizes in bytes after decompression. */
export interface Limits {
  /** Name look-up, TCP and TLS together. */
  connectMs: number
  /** From the last byte of the request to the first of the reply. */
  firstByteMs: number
  /** Between two pieces of the request body or of the reply body. */
  idleMs: number
  /** The whole call, reading the reply included. */
  totalMs: number
  maxReplyBytes: number
}
