/** Bytes between two remembered places. */
const step = 16

/** Code units that begin at a byte: none at a byte that continues a character, two at the first of four. */
const unitsAt = new Uint8Array(256).fill(1)
unitsAt.fill(0, 0x80, 0xc0)
unitsAt.fill(2, 0xf0)

/** Set in a row of four bytes where one of them is no ASCII. */
const highBits = 0x80808080 | 0

/** Turns offsets of UTF-8 bytes into offsets of the decoded text: an index of counts, and a short count from there. */
export class CodeUnits {
  readonly #bytes: Uint8Array
  readonly #counts: Int32Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#counts = new Int32Array(Math.floor(bytes.length / step) + 1)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let count = 0
    for (let block = 0; block < this.#counts.length; block += 1) {
      this.#counts[block] = count
      const from = block * step
      if (from + step > bytes.length) return
      // Most text is ASCII even where some is not, and four numbers are seen sooner than sixteen bytes.
      const low = view.getInt32(from) | view.getInt32(from + 4)
      const high = view.getInt32(from + 8) | view.getInt32(from + 12)
      count += ((low | high) & highBits) === 0 ? step : unitsBetween(bytes, from, from + step)
    }
  }

  /** Code units before the byte at `offset`, which starts a character or is the end. */
  before(offset: number): number {
    const block = Math.floor(offset / step)
    const count = this.#counts[block] ?? 0
    const from = block * step
    // No byte begins more than one unit without three that begin none: as many units as bytes are ASCII.
    const isAscii = (this.#counts[block + 1] ?? 0) - count === step
    return isAscii ? count + offset - from : count + unitsBetween(this.#bytes, from, offset)
  }
}

function unitsBetween(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) count += unitsAt[bytes[at] ?? 0] ?? 0
  return count
}
