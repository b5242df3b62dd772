import { decodeUtf8 } from '../bytes.ts'
import { ArchiveError } from './errors.ts'

/** The name of an entry. */
export interface EntryName {
  readonly path: string
  /** Length in UTF-8. */
  readonly pathBytes: number
  /** There is nothing in it that a check of a name could refuse. */
  readonly isPlain: boolean
}

const slash = 47
const dot = 46
/** A part of a name may not be longer, so that of a plain name none has to be measured. */
const longestPlain = 255

/** By byte: the small letter of one in a plain name, 0 for others: controls, `\\`, `:`, `~` and all beyond ASCII. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte)
  return /[ -9;-[\]-}]/u.test(letter) ? letter.toLowerCase().charCodeAt(0) : 0
})

/** Whoever makes an archive does not know which names have the same hash. */
const seed = Math.floor(Math.random() * 2 ** 32) | 0

/**
 * The names of a directory, gathered in one text of which each is a slice, and hashed as they are on a disk that does
 * not tell large letters from small ones: to decode, check and compare them one by one took most of the time that a
 * directory takes.
 */
export class EntryNames {
  readonly #bytes: Uint8Array
  /** Where each name starts in the bytes, and the one before it ends. */
  readonly #starts: Uint32Array
  /** Names that are not plain, by place. */
  readonly #others = new Map<number, EntryName>()
  readonly #hashes: Int32Array
  readonly #folderHashes = new Set<number>()
  #count = 0

  /** `maxBytes` is the length of all names together, or more. */
  constructor(count: number, maxBytes: number) {
    this.#bytes = new Uint8Array(maxBytes)
    this.#starts = new Uint32Array(count + 1)
    this.#hashes = new Int32Array(count)
  }

  /** Takes the next name: bytes of a directory. Raises `ArchiveError` for one that is not UTF-8. */
  add(directory: Uint8Array, from: number, to: number): void {
    const pathBytes = to - from
    const start = this.#starts[this.#count] ?? 0
    const isPlain = pathBytes > 0 && pathBytes <= longestPlain && this.#addPlain(directory, from, to)
    if (!isPlain) {
      const path = decodeUtf8(directory.subarray(from, to))
      if (path === null) throw new ArchiveError('unsafePath', 'An entry name is not UTF-8')
      this.#others.set(this.#count, { path, pathBytes, isPlain })
    }
    this.#count += 1
    this.#starts[this.#count] = isPlain ? start + pathBytes : start
  }

  /** False for a name that is not plain: nothing of it is taken. */
  #addPlain(directory: Uint8Array, from: number, to: number): boolean {
    const bytes = this.#bytes
    let place = this.#starts[this.#count] ?? 0
    let hash = seed
    let before = slash
    for (let at = from; at < to; at += 1) {
      const byte = directory[at] ?? 0
      const letter = folded[byte] ?? 0
      // A part that is empty or begins with a dot may leave its folder or hide.
      if (letter === 0 || (before === slash && (letter === slash || letter === dot))) return false
      if (letter === slash) this.#addFolder(hash)
      bytes[place++] = byte
      // FNV-1a.
      hash = Math.imul(hash ^ letter, 0x01000193)
      before = letter
    }
    this.#hashes[this.#count] = hash
    return true
  }

  /** More of them than names tell enough. */
  #addFolder(hash: number): void {
    if (this.#folderHashes.size < this.#starts.length) this.#folderHashes.add(hash)
  }

  /**
   * Whether two names may be one on some disk, or one a folder of the other. No means no: names whose hashes differ are
   * different.
   */
  mayClash(): boolean {
    if (this.#others.size > 0 || this.#folderHashes.size === this.#starts.length) return true
    const folders = Int32Array.from(this.#folderHashes).toSorted()
    let next = 0
    let before: number | null = null
    for (const hash of this.#hashes.toSorted()) {
      while ((folders[next] ?? hash) < hash) next += 1
      if (hash === before || hash === folders[next]) return true
      before = hash
    }
    return false
  }

  /** The names, in order. */
  *all(): Generator<EntryName, void, undefined> {
    const starts = this.#starts
    const text = decodeUtf8(this.#bytes.subarray(0, starts[this.#count])) ?? ''
    for (let place = 0; place < this.#count; place += 1) {
      const path = text.slice(starts[place], starts[place + 1])
      yield this.#others.get(place) ?? { path, pathBytes: path.length, isPlain: true }
    }
  }
}
