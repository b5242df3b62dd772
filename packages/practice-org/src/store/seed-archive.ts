import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { ZipWriter } from '../zip-writer.ts'

/** Where a content lies in the archive, in bytes. */
interface Place {
  offset: number
  length: number
}

/** Length of a zip's last record, which our writer gives no comment. */
const endLength = 22
const localHeadLength = 30
const directoryHeadLength = 46

/**
 * What an org held when it was made: one zip in metadata format, contents stored as they are. Ten thousand files of
 * their own would take a busy disk many seconds. It never changes; what does change leaves it for the tree of files.
 */
export class SeedArchive {
  readonly #file: string
  readonly #places: Map<string, Place>

  private constructor(file: string, places: Map<string, Place>) {
    this.#file = file
    this.#places = places
  }

  /** Reads the directory of the archive; an absent one holds nothing. */
  static open(file: string): SeedArchive {
    return new SeedArchive(file, existsSync(file) ? readDirectory(file) : new Map())
  }

  /** Paths that are still read from here. */
  paths(): string[] {
    return [...this.#places.keys()]
  }

  /** Whether this path is still read from here. */
  has(path: string): boolean {
    return this.#places.has(path)
  }

  /** The content of a path; undefined when it is not, or no longer, read from here. */
  read(path: string): Buffer | undefined {
    const place = this.#places.get(path)
    return place && readPart(this.#file, place.offset, place.length)
  }

  /** From now on the tree says what this path holds, and whether it exists. */
  forget(path: string): void {
    this.#places.delete(path)
  }
}

/** A writer of such an archive; it is whole once `finish` came back. */
export function seedArchiveWriter(file: string): ZipWriter {
  return new ZipWriter(file, { isStored: true })
}

function readPart(file: string, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  const handle = openSync(file, 'r')
  try {
    let done = 0
    while (done < length) {
      const count = readSync(handle, bytes, done, length - done, offset + done)
      if (count === 0) throw new Error(`${file} is cut off`)
      done += count
    }
  } finally {
    closeSync(handle)
  }
  return bytes
}

/** Goes by the directory's length, because its count of entries is kept in sixteen bits. */
function readDirectory(file: string): Map<string, Place> {
  const size = statSync(file).size
  const end = readPart(file, size - endLength, endLength)
  const directory = readPart(file, end.readUInt32LE(16), end.readUInt32LE(12))
  const places = new Map<string, Place>()
  for (let at = 0; at < directory.length;) {
    const nameLength = directory.readUInt16LE(at + 28)
    const path = directory.toString('utf8', at + directoryHeadLength, at + directoryHeadLength + nameLength)
    const offset = directory.readUInt32LE(at + 42) + localHeadLength + nameLength
    places.set(path, { offset, length: directory.readUInt32LE(at + 24) })
    at += directoryHeadLength + nameLength
  }
  return places
}
