/** Bytes between two remembered places. */
const step = 16

/** Turns offsets of UTF-8 bytes into offsets of the decoded text: an index of counts, and a short count from there. */
export class CodeUnits {
  readonly #bytes: Uint8Array
  readonly #counts: Int32Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#counts = new Int32Array(Math.floor(bytes.length / step) + 1)
    let count = 0
    for (let at = 0; at < bytes.length; at += 1) {
      if (at % step === 0) this.#counts[at / step] = count
      count += unitsAt(bytes[at] ?? 0)
    }
    if (bytes.length % step === 0) this.#counts[bytes.length / step] = count
  }

  /** Code units before the byte at `offset`, which starts a character or is the end. */
  before(offset: number): number {
    const block = Math.floor(offset / step)
    let count = this.#counts[block] ?? 0
    for (let at = block * step; at < offset; at += 1) count += unitsAt(this.#bytes[at] ?? 0)
    return count
  }
}

/** Code units that begin at a byte: none at a byte that continues a character, two at the first of four. */
function unitsAt(byte: number): number {
  if (byte < 0x80) return 1
  if (byte < 0xc0) return 0
  return byte < 0xf0 ? 1 : 2
}
