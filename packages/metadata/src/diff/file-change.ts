/** What became of a file, a component or a piece of one, seen from before to after. */
export type ChangeType = 'Added' | 'Modified' | 'Deleted'

/** A file whose content differs; null = the file is absent on that side. */
export interface FileChange {
  readonly path: string
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}
