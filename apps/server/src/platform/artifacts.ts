import type { Readable } from 'node:stream'

export interface StoredFile {
  fileKey: string
  sizeBytes: number
  sha256: string
}

/** Files on disk, written whole or not at all. A row may name a file only after `store` has returned. */
export interface ArtifactStore {
  store(workspaceId: string, content: Readable | Uint8Array | string): Promise<StoredFile>
  /** Throws when the file is gone. */
  open(fileKey: string): Promise<Readable>
  read(fileKey: string): Promise<Buffer>
  remove(fileKey: string): Promise<void>
  /** All keys older than the moment: what the sweep compares with the rows. */
  listOlderThan(moment: Date): AsyncIterable<string>
}
