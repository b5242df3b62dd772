import type { TwoRanges } from '../bytes.ts'

/** A row of bytes that is read four at a time: comparing and hashing cost a fraction of what they do byte by byte. */
export class Words {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Length of the stretch that is equal here from `from` on and in another row from `at` on. */
  commonLength(from: number, other: Words, at: number): number {
    const [bytes, otherBytes, view, otherView] = [this.bytes, other.bytes, this.#view, other.#view]
    const most = Math.min(bytes.length - from, otherBytes.length - at)
    let length = 0
    // Two words a round: the longest loop of a merge, and a third faster so.
    for (; length + 8 <= most; length += 8) {
      const first = view.getInt32(from + length, true) ^ otherView.getInt32(at + length, true)
      const second = view.getInt32(from + length + 4, true) ^ otherView.getInt32(at + length + 4, true)
      if ((first | second) !== 0) break
    }
    if (length + 4 <= most && view.getInt32(from + length, true) === otherView.getInt32(at + length, true))
      length += 4
    while (length < most && bytes[from + length] === otherBytes[at + length]) length += 1
    return length
  }

  /** Whether a stretch here is the same as one in another row; nothing beyond them is read. */
  isSame(other: Words, { from, to, otherFrom, otherTo }: TwoRanges): boolean {
    const length = to - from
    if (length !== otherTo - otherFrom) return false
    const [bytes, otherBytes, view, otherView] = [this.bytes, other.bytes, this.#view, other.#view]
    let at = 0
    for (; at + 4 <= length; at += 4)
      if (view.getInt32(from + at, true) !== otherView.getInt32(otherFrom + at, true)) return false
    for (; at < length; at += 1) if (bytes[from + at] !== otherBytes[otherFrom + at]) return false
    return true
  }

  /** A number that equal stretches share and others hardly. */
  hashOf(from: number, to: number): number {
    const view = this.#view
    let hash = to - from
    let at = from
    for (; at + 4 <= to; at += 4) {
      hash = Math.imul(hash ^ view.getInt32(at, true), 0x01000193)
      hash ^= hash >>> 15
    }
    for (; at < to; at += 1) hash = Math.imul(hash ^ (this.bytes[at] ?? 0), 0x01000193)
    return hash ^ (hash >>> 15)
  }
}
