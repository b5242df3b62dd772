import { ArchiveError } from './errors.ts'
import { recordLengths, signatures } from './format.ts'
import { type EntryName, EntryNames } from './names.ts'

/** Where the archive's bytes come from: a file or memory. */
export interface ArchiveSource {
  readonly sizeBytes: number
  /** Exactly `length` bytes from `offset`. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** One entry of the central directory, as written there; nothing in it is trusted yet. */
export interface DirectoryEntry {
  readonly name: EntryName
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressedSizeBytes: number
  readonly sizeBytes: number
  /** Unix mode in the upper half when `madeByUnix`: a symbolic link shows there. */
  readonly externalAttributes: number
  readonly madeByUnix: boolean
  readonly headerOffset: number
}

/** What the central directory says. */
export interface Directory {
  readonly entries: Iterable<DirectoryEntry>
  /** Names have to be compared with each other. */
  readonly mayClash: boolean
  readonly directoryOffset: number
}

/**
 * Reads the central directory. Refuses several disks, zip64 and more than `maxEntries` entries
 * before reading them. Raises `ArchiveError`; entries come in the order of the directory, each made when it is asked
 * for.
 */
export async function readDirectory(source: ArchiveSource, maxEntries: number): Promise<Directory> {
  const tailLength = Math.min(source.sizeBytes, recordLengths.end + 0xffff)
  const tail = viewOf(await source.read(source.sizeBytes - tailLength, tailLength))
  let at = tailLength - recordLengths.end
  while (
    at >= 0 &&
    (tail.getUint32(at, true) !== signatures.end ||
      at + recordLengths.end + tail.getUint16(at + 20, true) !== tailLength)
  )
    at -= 1
  if (at < 0) throw new ArchiveError('malformed', 'The archive has no end record: it is cut off or no zip')
  const count = tail.getUint16(at + 10, true)
  const size = tail.getUint32(at + 12, true)
  const directoryOffset = tail.getUint32(at + 16, true)
  if (count === 0xffff || size === 0xffffffff || directoryOffset === 0xffffffff)
    throw new ArchiveError('unsupported', 'The archive is in zip64 form')
  if (tail.getUint16(at + 4, true) !== 0 || tail.getUint16(at + 8, true) !== count)
    throw new ArchiveError('unsupported', 'The archive is one of several parts')
  if (count > maxEntries)
    throw new ArchiveError('limit', `The archive has ${count} entries, more than ${maxEntries}`)
  if (directoryOffset + size > source.sizeBytes - tailLength + at)
    throw new ArchiveError('malformed', 'The directory of the archive lies outside it')
  return { ...readEntries(await source.read(directoryOffset, size), count), directoryOffset }
}

function readEntries(bytes: Uint8Array, count: number): Omit<Directory, 'directoryOffset'> {
  const view = viewOf(bytes)
  const names = new EntryNames(count, bytes.length)
  const starts = new Uint32Array(count)
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + recordLengths.entry > view.byteLength || view.getUint32(at, true) !== signatures.entry) {
      throw new ArchiveError('malformed', 'The directory of the archive is damaged')
    }
    const nameEnd = at + recordLengths.entry + view.getUint16(at + 28, true)
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > view.byteLength) throw new ArchiveError('malformed', 'The directory of the archive is damaged')
    names.add(bytes, at + recordLengths.entry, nameEnd)
    starts[index] = at
    at = next
  }
  if (at !== view.byteLength)
    throw new ArchiveError('malformed', 'The directory of the archive holds more than its entries')
  return { entries: entriesAt(view, starts, names), mayClash: names.mayClash() }
}

function* entriesAt(view: DataView, starts: Uint32Array, names: EntryNames): Generator<DirectoryEntry> {
  let place = 0
  for (const name of names.all()) yield readEntry(view, starts[place++] ?? 0, name)
}

function readEntry(view: DataView, at: number, name: EntryName): DirectoryEntry {
  return {
    name,
    madeByUnix: view.getUint8(at + 5) === 3,
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    compressedSizeBytes: view.getUint32(at + 20, true),
    sizeBytes: view.getUint32(at + 24, true),
    externalAttributes: view.getUint32(at + 38, true),
    headerOffset: view.getUint32(at + 42, true),
  }
}

/** A view over bytes, wherever they lie in their buffer. */
function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
