/** What became of a file, a component or a piece of one, seen from before to after. */
export type ChangeType = 'Added' | 'Modified' | 'Deleted'

/** A file whose content differs; null = the file is absent on that side. */
export interface FileChange {
  readonly path: string
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}

/** One side of a changed file. `unread`: it exists, its bytes are not those of the other side, and nothing else matters. */
export type FileSide = Uint8Array | 'unread' | null

/** A changed file, of which only what matters has been read. */
export interface ChangedFile {
  readonly path: string
  readonly before: FileSide
  readonly after: FileSide
}
