export interface ArchiveEntry {
  readonly path: string
  readonly content: Uint8Array
}
export declare function writeArchive(o: {
  readonly entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>
  readonly deflateRaw: (bytes: Uint8Array) => Uint8Array
  readonly crc32: (bytes: Uint8Array) => number
  readonly sink: (chunk: Uint8Array) => void | Promise<void>
  readonly signal?: { throwIfAborted(): void }
}): Promise<{ entryCount: number; sizeBytes: number }>
