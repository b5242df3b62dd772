import { encodeUtf8 } from '../bytes.ts'
import { ArchiveError } from './errors.ts'
import { recordLengths, signatures } from './format.ts'

/** What the directory says of a file that has been written. */
export interface WrittenEntry {
  readonly name: Uint8Array
  readonly crc: number
  readonly compressedSizeBytes: number
  readonly sizeBytes: number
  /** Where the file's own header stands in the archive. */
  readonly headerOffset: number
}

/** Deflate needs version 2.0 of the format. */
const neededVersion = 20
/** Names are UTF-8. */
const utf8Flag = 0x0800
const deflated = 8
/** 1 January 1980, midnight: the earliest time the format knows, and the same bytes everywhere. */
const fixedTime = 0x00210000
const maxCount = 0xfffe
const maxOffset = 0xfffffffe

/** A file's name in UTF-8. Raises `ArchiveError` for one that the format cannot hold. */
export function nameBytes(path: string): Uint8Array {
  const name = encodeUtf8(path)
  if (name.length > 0xffff)
    throw new ArchiveError('unsupported', 'An entry name is too long for an archive', path)
  return name
}

/** The header in front of a file's bytes. Sizes are known, so no record has to follow them. */
export function localHeader(entry: WrittenEntry): Uint8Array {
  const header = new Uint8Array(recordLengths.local + entry.name.length)
  const view = new DataView(header.buffer)
  view.setUint32(0, signatures.local, true)
  writeShared(view, 4, entry)
  header.set(entry.name, recordLengths.local)
  return header
}

/** The entry's record in the directory at the archive's end. */
export function directoryRecord(entry: WrittenEntry): Uint8Array {
  const record = new Uint8Array(recordLengths.entry + entry.name.length)
  const view = new DataView(record.buffer)
  view.setUint32(0, signatures.entry, true)
  view.setUint16(4, neededVersion, true)
  writeShared(view, 6, entry)
  view.setUint32(42, entry.headerOffset, true)
  record.set(entry.name, recordLengths.entry)
  return record
}

/** The fields that both kinds of record have, in the same order: version to length of the name. */
function writeShared(view: DataView, at: number, entry: WrittenEntry): void {
  view.setUint16(at, neededVersion, true)
  view.setUint16(at + 2, utf8Flag, true)
  view.setUint16(at + 4, deflated, true)
  view.setUint32(at + 6, fixedTime, true)
  view.setUint32(at + 10, entry.crc, true)
  view.setUint32(at + 14, entry.compressedSizeBytes, true)
  view.setUint32(at + 18, entry.sizeBytes, true)
  view.setUint16(at + 22, entry.name.length, true)
}

/** The record that readers look for first. Raises `ArchiveError` where the archive outgrows the format without zip64. */
export function endRecord(directory: {
  readonly count: number
  readonly sizeBytes: number
  readonly offset: number
}): Uint8Array {
  if (directory.count > maxCount || directory.offset + directory.sizeBytes > maxOffset)
    throw new ArchiveError('limit', 'The archive holds more than the format allows')
  const record = new Uint8Array(recordLengths.end)
  const view = new DataView(record.buffer)
  view.setUint32(0, signatures.end, true)
  view.setUint16(8, directory.count, true)
  view.setUint16(10, directory.count, true)
  view.setUint32(12, directory.sizeBytes, true)
  view.setUint32(16, directory.offset, true)
  return record
}
