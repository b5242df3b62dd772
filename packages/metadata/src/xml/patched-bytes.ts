import { decodeUtf8, encodeUtf8, sameBytes } from '../bytes.ts'
import { startsWithAscii } from './characters.ts'

const shortCopy = 64

/**
 * A range of bytes with parts of it replaced, told from front to back. Nothing is copied before the first part that
 * really differs: what is right already costs no memory and comes back as it is.
 */
export class PatchedBytes {
  readonly source: Uint8Array
  readonly #from: number
  readonly #to: number
  /** Offset in the source up to which everything is in `#out`. */
  #done: number
  #out: Uint8Array | null = null
  #length = 0

  constructor(source: Uint8Array, from: number, to: number) {
    this.source = source
    this.#from = from
    this.#to = to
    this.#done = from
  }

  /** Puts a text in the place of the bytes between two offsets. */
  set(from: number, to: number, text: string): void {
    if (to - from === text.length && startsWithAscii(this.source, from, text)) return
    const bytes = isAscii(text) ? null : encodeUtf8(text)
    if (bytes !== null && sameBytes(bytes, this.source.subarray(from, to))) return
    this.#copyUpTo(from)
    const out = this.#withRoomFor(bytes?.length ?? text.length)
    const at = this.#length
    if (bytes !== null) out.set(bytes, at)
    else for (let index = 0; index < text.length; index += 1) out[at + index] = text.charCodeAt(index)
    this.#length += bytes?.length ?? text.length
    this.#done = to
  }

  /** The range with its replacements: a view of the source when nothing differs. */
  bytes(): Uint8Array {
    if (this.#out === null) return this.source.subarray(this.#from, this.#to)
    this.#copyUpTo(this.#to)
    return this.#out.slice(0, this.#length)
  }

  /** The same as text. */
  text(): string {
    return decodeUtf8(this.bytes()) ?? ''
  }

  /** Whether nothing differs. */
  get isUntouched(): boolean {
    return this.#out === null
  }

  #copyUpTo(to: number): void {
    const length = to - this.#done
    const out = this.#withRoomFor(length)
    // What stands between two replacements is mostly shorter than a native copy is worth.
    if (length > shortCopy) out.set(this.source.subarray(this.#done, to), this.#length)
    else
      for (let index = 0; index < length; index += 1)
        out[this.#length + index] = this.source[this.#done + index] ?? 0
    this.#length += length
    this.#done = to
  }

  #withRoomFor(count: number): Uint8Array {
    const needed = this.#length + count
    if (this.#out !== null && needed <= this.#out.length) return this.#out
    const usual = this.#out === null ? this.#to - this.#from : this.#out.length * 2
    const larger = new Uint8Array(Math.max(needed, usual))
    if (this.#out !== null) larger.set(this.#out.subarray(0, this.#length))
    this.#out = larger
    return larger
  }
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false
  return true
}
