export interface ArchiveSource {
  readonly sizeBytes: number
  read(offset: number, length: number): Promise<Uint8Array>
}
export interface ArchiveFile {
  readonly path: string
  readonly sizeBytes: number
  readonly compressedSizeBytes: number
  read(): Promise<Uint8Array>
}
export interface ArchiveLimits {
  readonly maxEntries: number
  readonly maxTotalBytes: number
  readonly maxEntryBytes: number
  readonly maxRatio: number
}
export declare class ArchiveError extends Error {
  readonly code: 'malformed' | 'limit' | 'unsafePath' | 'unsupported' | 'corrupt'
  readonly path: string | null
}
/** reads and checks the whole directory first; files are inflated when read() is called. inflateRaw gets the exact size that must come out. */
export declare function readArchive(o: {
  readonly source: ArchiveSource
  readonly inflateRaw: (bytes: Uint8Array, sizeBytes: number) => Uint8Array
  readonly crc32: (bytes: Uint8Array) => number
  readonly limits?: Partial<ArchiveLimits>
}): Promise<ArchiveFile[]>
export declare function sourceOfBytes(bytes: Uint8Array): ArchiveSource
