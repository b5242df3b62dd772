import type { KeySpec } from '../type-rules.ts'
import type { Node, Slice } from './node.ts'

import { sameRange } from '../bytes.ts'
import { asciiOf, firstNamed } from './names.ts'

/** A part of a key: the element at a path of names. */
interface PlainPart {
  readonly path: readonly Uint8Array[]
  readonly isOptional: boolean
}

/** The text of an entry itself. */
const itself: readonly PlainPart[] = [{ path: [], isOptional: false }]

const space = 32
/** Bytes that may mean something else than they say (1): in XML, in names of components, where parts of a key are joined. */
const unplain = new Uint8Array(256).fill(1, 0, space)
for (const sign of '&<%|') unplain[sign.charCodeAt(0)] = 1

/**
 * Entries by their keys, compared as bytes: no text is made of a key. Knows only plain keys, which are equal exactly where
 * their bytes are; nearly all keys of nearly all files are.
 */
export class PlainKeys<Entry extends Node = Slice> {
  readonly #parts: readonly PlainPart[]
  /** The first entry of each hash. */
  readonly #entries = new Map<number, Entry>()

  private constructor(parts: readonly PlainPart[]) {
    this.#parts = parts
  }

  /** Null for keys of a kind that bytes do not tell. */
  static by<Entry extends Node = Slice>(spec: KeySpec): PlainKeys<Entry> | null {
    if (spec.kind === 'position') return null
    if (spec.kind === 'value') return new PlainKeys<Entry>(itself)
    const parts = spec.alternatives[0] ?? []
    if (parts.length === 0 || parts.some(({ untilHyphen }) => untilHyphen)) return null
    return new PlainKeys<Entry>(
      parts.map(({ path, isOptional }) => ({ path: path.map(asciiOf), isOptional })),
    )
  }

  /** The entry known by the same key; the entry itself when it is the first, null when its key is not plain. */
  firstLike(entry: Entry): Entry | null {
    const hash = this.#hashOf(entry)
    if (hash === null) return null
    const known = this.#entries.get(hash)
    if (known !== undefined) return this.#haveOneKey(known, entry) ? known : null
    this.#entries.set(hash, entry)
    return entry
  }

  /** Null when the key is not plain or not there. */
  #hashOf(entry: Entry): number | null {
    const { source } = entry.document
    let [hash, length] = [0, 0]
    for (const part of this.#parts) {
      const element = partOf(entry, part)
      hash = Math.imul(hash ^ 0x7c, 0x01000193)
      if (element === null && !part.isOptional) return null
      if (element === null) continue
      const [start, end] = [source.contentStartOf(element), source.contentEndOf(element)]
      if (source.bytes[start] === space || source.bytes[end - 1] === space) return null
      for (let at = start; at < end; at += 1) {
        const byte = source.bytes[at] ?? 0
        if (unplain[byte] === 1) return null
        hash = Math.imul(hash ^ byte, 0x01000193)
      }
      length += end - start
    }
    return length === 0 ? null : hash
  }

  #haveOneKey(a: Entry, b: Entry): boolean {
    return this.#parts.every((part) => {
      const [left, right] = [partOf(a, part), partOf(b, part)]
      if (left === null || right === null) return left === right
      const [mine, other] = [a.document.source, b.document.source]
      return sameRange(mine.bytes, other.bytes, {
        from: mine.contentStartOf(left),
        to: mine.contentEndOf(left),
        otherFrom: other.contentStartOf(right),
        otherTo: other.contentEndOf(right),
      })
    })
  }
}

function partOf({ document: { source }, element }: Node, { path }: PlainPart): number | null {
  let at: number | null = element
  for (const name of path) at = at === null ? null : firstNamed(source, at, name)
  return at
}
