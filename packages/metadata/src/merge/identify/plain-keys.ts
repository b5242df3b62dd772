import type { KeySpec } from '../../type-rules.ts'
import type { XmlTape } from '../../xml/tape.ts'

import { asciiOf, firstNamed } from '../../xml/ascii-names.ts'
import { HashPlaces } from '../read/hash-places.ts'
import { NumberRow } from '../read/number-row.ts'

/** A part of a key: the element at a path of names. */
interface PlainPart {
  readonly path: readonly Uint8Array[]
  readonly isOptional: boolean
}

/** The text of an entry itself. */
const itself: readonly PlainPart[] = [{ path: [], isOptional: false }]

const space = 32
/** By byte: 0 where a plain key may hold it. The others need decoding (`&`, `<`, `%`) or separate the parts of a joined key (`|`). */
const unplain = new Uint8Array(256).fill(1, 0, space)
for (const sign of '&<%|') unplain[sign.charCodeAt(0)] = 1

/** What `numberOf` gives for a key that is missing or cannot be compared as bytes. */
export const notPlain = -1

/**
 * Numbers the keys of entries by comparing their bytes, without decoding them. It takes only plain keys, which are equal
 * exactly when their bytes are equal; nearly all keys of nearly all files are plain.
 */
export class PlainKeys {
  readonly #parts: readonly PlainPart[]
  readonly #numbers: HashPlaces
  /** By number of a key: the first entry that has it. */
  readonly #entries: NumberRow
  /** By number of a key: the index in `#tapes` of the tape that holds its first entry. */
  readonly #entryTapes: NumberRow
  readonly #tapes: XmlTape[] = []

  private constructor(parts: readonly PlainPart[], count: number) {
    this.#parts = parts
    this.#numbers = new HashPlaces(count)
    this.#entries = new NumberRow(count)
    this.#entryTapes = new NumberRow(count)
  }

  /** Makes room for `count` keys. Null for a kind of key that cannot be compared as bytes. */
  static by(spec: KeySpec, count: number): PlainKeys | null {
    if (spec.kind === 'position') return null
    if (spec.kind === 'value') return new PlainKeys(itself, count)
    const parts = spec.alternatives[0] ?? []
    if (parts.length === 0 || parts.some(({ untilHyphen }) => untilHyphen)) return null
    const plain = parts.map(({ path, isOptional }) => ({ path: path.map(asciiOf), isOptional }))
    return new PlainKeys(plain, count)
  }

  /** Number of different keys so far. */
  get size(): number {
    return this.#entries.length
  }

  /** The number of the entry's key, the next one for a key that is new; `notPlain` when it is not plain or not there. */
  numberOf(tape: XmlTape, entry: number): number {
    const hash = this.#hashOf(tape, entry)
    if (hash === null) return notPlain
    const number = this.#numbers.add(hash, this.size)
    if (number < this.size) return this.isNumbered(number, tape, entry) ? number : notPlain
    if (!this.#tapes.includes(tape)) this.#tapes.push(tape)
    this.#entryTapes.push(this.#tapes.indexOf(tape))
    this.#entries.push(entry)
    return number
  }

  /** Whether an entry has the key of this number. */
  isNumbered(number: number, tape: XmlTape, entry: number): boolean {
    const known = this.#tapes[this.#entryTapes.at(number)]
    const element = this.#entries.at(number)
    if (known === undefined) return false
    for (const part of this.#parts) {
      const [left, right] = [partOf(known, element, part), partOf(tape, entry, part)]
      if (left === -1 || right === -1) {
        if (left !== right) return false
      } else if (!isSameContent(known, left, { tape, element: right })) return false
    }
    return true
  }

  /** Null when the key is not plain or not there. */
  #hashOf(tape: XmlTape, entry: number): number | null {
    const { bytes, words } = tape
    let [hash, length] = [0, 0]
    for (const part of this.#parts) {
      const element = partOf(tape, entry, part)
      if (element === -1 && !part.isOptional) return null
      // Keys of two parts are other keys when the parts are exchanged.
      hash = Math.imul(hash ^ 0x7c, 0x01000193)
      if (element === -1) continue
      const [start, end] = [tape.contentStartOf(element), tape.contentEndOf(element)]
      if (bytes[start] === space || bytes[end - 1] === space) return null
      for (let at = start; at < end; at += 1) if (unplain[bytes[at] ?? 0] === 1) return null
      hash ^= words.hashOf(start, end)
      length += end - start
    }
    return length === 0 ? null : hash
  }
}

/** The element that holds a part of the key, or -1. */
function partOf(tape: XmlTape, entry: number, { path }: PlainPart): number {
  let at = entry
  for (const name of path) {
    const next = firstNamed(tape, at, name)
    if (next === null) return -1
    at = next
  }
  return at
}

function isSameContent(
  tape: XmlTape,
  element: number,
  other: { readonly tape: XmlTape; readonly element: number },
): boolean {
  return tape.words.isSame(other.tape.words, {
    from: tape.contentStartOf(element),
    to: tape.contentEndOf(element),
    otherFrom: other.tape.contentStartOf(other.element),
    otherTo: other.tape.contentEndOf(other.element),
  })
}
