import type { EntryPlace } from './archive/compressed-entries.ts'
import type { ArchiveSource, DirectoryEntry } from './archive/directory.ts'

import { CompressedEntries } from './archive/compressed-entries.ts'
import { readDirectory } from './archive/directory.ts'
import { ArchiveError } from './archive/errors.ts'
import { recordLengths } from './archive/format.ts'
import { checkClashes, checkEntryPath } from './archive/path-guard.ts'

/** One file of an archive that passed every check; `read` inflates it and verifies its size and CRC. */
export interface ArchiveFile extends EntryPlace {
  readonly sizeBytes: number
  /** CRC-32 of the content, as the archive says it. */
  readonly crc: number
  /** The file lies in the archive as it is, not deflated. */
  readonly isStored: boolean
  read(): Promise<Uint8Array>
  /**
   * The bytes as they lie in the archive, a view, at once where they are in memory. Equal bytes of equal form mean equal
   * content, without inflating.
   */
  readCompressed(): Uint8Array | Promise<Uint8Array>
}

/**
 * What an archive may hold; more is refused with an `ArchiveError` of code `limit`. All sizes
 * in bytes, unpacked.
 */
export interface ArchiveLimits {
  readonly maxEntries: number
  readonly maxTotalBytes: number
  readonly maxEntryBytes: number
  /** Inflated to compressed, for entries above one megabyte. */
  readonly maxRatio: number
}

/**
 * The archive, and the two functions that differ between hosts: this package imports nothing
 * from Node.
 */
export interface ArchiveReaderInput {
  readonly source: ArchiveSource
  /** Raw inflate that gives at most `sizeBytes` bytes and throws when there would be more. */
  readonly inflateRaw: (bytes: Uint8Array, sizeBytes: number) => Uint8Array
  readonly crc32: (bytes: Uint8Array) => number
  readonly limits?: Partial<ArchiveLimits>
}

/**
 * A retrieve of the largest size the service allows passes: 10,000 files and 600 MB unpacked.
 * The ratio stands well above that of metadata XML and far below that of an archive made to
 * exhaust memory.
 */
const defaultLimits: ArchiveLimits = {
  maxEntries: 35_000,
  maxTotalBytes: 600 * 1024 * 1024,
  maxEntryBytes: 100 * 1024 * 1024,
  maxRatio: 200,
}

const windowBytes = 1024 * 1024
/** Small files may shrink to almost nothing by honest means. */
const ratioFloorBytes = 1024 * 1024
const encryptedFlag = 1

/**
 * Opens an archive from outside: reads and checks the whole directory (counts, sizes, ratios, overlaps, names, links)
 * before anything is inflated. Directories are left out of the result. Raises `ArchiveError`, also later from `read`.
 */
export async function readArchive(input: ArchiveReaderInput): Promise<ArchiveFile[]> {
  const limits = { ...defaultLimits, ...input.limits }
  const { entries, mayClash, directoryOffset } = await readDirectory(input.source, limits.maxEntries)
  const archive = { compressed: new CompressedEntries(input.source, windowBytes), host: input }
  const files: CheckedFile[] = []
  const spans: Span[] = []
  let total = 0
  for (const entry of entries) {
    checkEntry(entry, limits)
    total += entry.sizeBytes
    if (total > limits.maxTotalBytes)
      throw new ArchiveError('limit', `The archive holds more than ${limits.maxTotalBytes} bytes`)
    const file = new CheckedFile(entry, archive)
    spans.push(file)
    if (!file.path.endsWith('/')) files.push(file)
  }
  if (mayClash) checkClashes(files)
  checkOverlap(spans, directoryOffset)
  return files
}

/** Bytes in memory as a source. */
export function sourceOfBytes(bytes: Uint8Array): ArchiveSource {
  return {
    sizeBytes: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  }
}

function checkEntry(entry: DirectoryEntry, limits: ArchiveLimits): void {
  const { path, pathBytes, isPlain } = entry.name
  if (!isPlain) checkEntryPath(path, pathBytes)
  if ((entry.flags & encryptedFlag) !== 0)
    throw new ArchiveError('unsupported', 'An entry is encrypted', path)
  if (entry.method !== 0 && entry.method !== 8)
    throw new ArchiveError('unsupported', `An entry is compressed by method ${entry.method}`, path)
  const kind = entry.madeByUnix ? (entry.externalAttributes >>> 28) & 0xf : 0
  if (kind !== 0 && kind !== 8 && kind !== 4)
    throw new ArchiveError('unsafePath', 'An entry is a link or a device', path)
  if (entry.sizeBytes > limits.maxEntryBytes)
    throw new ArchiveError('limit', `An entry is larger than ${limits.maxEntryBytes} bytes`, path)
  if (entry.method === 0 && entry.sizeBytes !== entry.compressedSizeBytes)
    throw new ArchiveError('malformed', 'A stored entry has two sizes', path)
  const isLarge = entry.sizeBytes > ratioFloorBytes
  if (isLarge && entry.sizeBytes > entry.compressedSizeBytes * limits.maxRatio) {
    throw new ArchiveError('limit', `An entry unpacks to more than ${limits.maxRatio} times its size`, path)
  }
}

/** The bytes of an archive that belong to an entry. */
interface Span extends EntryPlace {
  readonly end: number
}

/** Two entries that share bytes are how a small archive claims to be a huge one. */
function checkOverlap(spans: readonly Span[], directoryOffset: number): void {
  const inOrder = spans.toSorted((a, b) => a.start - b.start)
  inOrder.forEach(({ path, end }, index) => {
    if (end > (inOrder[index + 1]?.start ?? directoryOffset))
      throw new ArchiveError('malformed', 'Two entries share bytes', path)
  })
}

/** What the files of an archive share. */
interface OpenArchive {
  readonly compressed: CompressedEntries
  readonly host: Pick<ArchiveReaderInput, 'inflateRaw' | 'crc32'>
}

class CheckedFile implements ArchiveFile, Span {
  readonly path: string
  readonly sizeBytes: number
  readonly compressedSizeBytes: number
  readonly crc: number
  readonly isStored: boolean
  readonly start: number
  readonly end: number
  readonly #archive: OpenArchive

  constructor(entry: DirectoryEntry, archive: OpenArchive) {
    const { name, headerOffset, compressedSizeBytes } = entry
    this.path = name.path
    this.sizeBytes = entry.sizeBytes
    this.compressedSizeBytes = compressedSizeBytes
    this.crc = entry.crc
    this.isStored = entry.method === 0
    this.start = headerOffset
    this.end = headerOffset + recordLengths.local + name.pathBytes + compressedSizeBytes
    this.#archive = archive
  }

  readCompressed(): Uint8Array | Promise<Uint8Array> {
    return this.#archive.compressed.of(this)
  }

  async read(): Promise<Uint8Array> {
    const { host, compressed } = this.#archive
    const held = compressed.of(this)
    const bytes = held instanceof Uint8Array ? held : await held
    const content = this.isStored ? bytes.slice() : inflate(bytes, this, host.inflateRaw)
    if (content.length !== this.sizeBytes)
      throw new ArchiveError('corrupt', 'An entry has another size than it says', this.path)
    if (host.crc32(content) >>> 0 !== this.crc)
      throw new ArchiveError('corrupt', 'An entry has a wrong checksum', this.path)
    return content
  }
}

function inflate(
  bytes: Uint8Array,
  entry: ArchiveFile,
  inflateRaw: ArchiveReaderInput['inflateRaw'],
): Uint8Array {
  try {
    return inflateRaw(bytes, entry.sizeBytes)
  } catch (error) {
    throw new ArchiveError(
      'corrupt',
      `An entry cannot be inflated (${error instanceof Error ? error.message : 'unknown'})`,
      entry.path,
    )
  }
}
