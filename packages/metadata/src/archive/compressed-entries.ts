import type { ArchiveSource } from './directory.ts'
import { ArchiveError } from './errors.ts'
import { recordLengths, signatures } from './format.ts'
import { ReadAhead } from './read-ahead.ts'

/** Where an entry stands in its archive. */
export interface EntryPlace {
  readonly path: string
  /** Of the entry's own header; the compressed bytes stand behind it. */
  readonly start: number
  readonly compressedSizeBytes: number
}

/**
 * The bytes of entries as they lie in an archive. The header in front of them is read only when they are: its lengths
 * may differ from those of the directory.
 */
export class CompressedEntries {
  readonly #ahead: ReadAhead

  /** An archive is read in windows of so many bytes. */
  constructor(source: ArchiveSource, windowBytes: number) {
    this.#ahead = new ReadAhead(source, windowBytes)
  }

  /** A view that holds until another entry is asked for; at once where it is in memory. Raises `ArchiveError`. */
  of(entry: EntryPlace): Uint8Array | Promise<Uint8Array> {
    return this.#held(entry) ?? this.#fetched(entry)
  }

  #held(entry: EntryPlace): Uint8Array | null {
    const at = this.#ahead.placeOf(entry.start, recordLengths.local)
    if (at === -1) return null
    return this.#ahead.held(startBehind(entry, this.#ahead.window, at), entry.compressedSizeBytes)
  }

  async #fetched(entry: EntryPlace): Promise<Uint8Array> {
    const { start, compressedSizeBytes, path } = entry
    const from = startBehind(entry, await this.#ahead.read(start, recordLengths.local), 0)
    const bytes = await this.#ahead.read(from, compressedSizeBytes)
    if (bytes.length !== compressedSizeBytes) throw new ArchiveError('malformed', 'An entry is cut off', path)
    return bytes
  }
}

/** Where the compressed bytes start, by the header at a place in memory; refuses what is no header. */
function startBehind({ path, start }: EntryPlace, bytes: Uint8Array, at: number): number {
  const isHeader = at + recordLengths.local <= bytes.length
  if (!isHeader || (uint16At(bytes, at) | (uint16At(bytes, at + 2) << 16)) !== signatures.local)
    throw new ArchiveError('malformed', 'An entry has no header', path)
  return start + recordLengths.local + uint16At(bytes, at + 26) + uint16At(bytes, at + 28)
}

/** Without a view, which would have to be made for each of many files. */
function uint16At(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}
