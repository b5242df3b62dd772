import type { ChildRow } from './child-row.ts'

import { XmlDocument } from '../../xml/document.ts'
import { defaultLimits } from '../../xml/markup.ts'
import { Reader, readXml } from '../../xml/reader.ts'
import { fewestElements } from '../../xml/tape-writer.ts'
import { stride } from '../../xml/tape.ts'
import { fewChildren } from './child-row.ts'
import { ExactMatchWalk } from './exact-match-walk.ts'

/** A version of a document that was read already. */
export interface VersionDocument {
  readonly document: XmlDocument
  /** As `findExactMatches` gives them for the children of the roots. */
  readonly exactMatches: Int32Array | null
}

/**
 * Reads a version of a document as strictly as `readXml`. Children of the root that are the same bytes as in the known
 * version are compared in long runs, and what is known of them is copied. Raises the same errors as `readXml`.
 */
export function readXmlVersion(bytes: Uint8Array, known: ChildRow): VersionDocument {
  if (known.length < fewChildren) return { document: readXml(bytes), exactMatches: null }
  const reader = new VersionReader(bytes, known)
  const document = new XmlDocument(reader.read(null))
  return { document, exactMatches: reader.exactMatches }
}

/** Walks both versions from child to child. */
class VersionReader extends Reader {
  #exactMatches: Int32Array | null = null
  readonly #known: ChildRow
  /** The last child that was read and is worth comparing others with; -1 for none. */
  #model = -1

  constructor(bytes: Uint8Array, known: ChildRow) {
    super(bytes, defaultLimits)
    this.#known = known
  }

  /** As `findExactMatches` gives them, after reading. */
  get exactMatches(): Int32Array | null {
    return this.#exactMatches
  }

  protected override root(start: number): number {
    const last = this.lastTagEnd()
    let at = this.startTag(start)
    const walk = new ExactMatchWalk(this.#known, this.words, at)
    while (this.depth > 0) {
      const from = at
      if (walk.run > 0) {
        at = this.#copy(walk, from)
        walk.takeRun(at)
        continue
      }
      at = this.#child(from, last)
      if (this.depth > 0) walk.takeOther(from, at)
      else walk.finish(from)
    }
    const { all } = walk.exactMatches
    this.#exactMatches = all.length < fewChildren ? null : all
    return at
  }

  /** Reads one child with the gap before it, or the end of the root. */
  #child(from: number, last: number): number {
    const { size } = this
    const end = this.#model === -1 ? -1 : this.oneAlike(this.#model, from)
    if (end !== -1) return end
    let at = from
    while (this.depth === 1 && this.size === size) at = this.step(at)
    if (this.depth > 1) at = this.upTo(1, at, last)
    this.#model = this.size - size >= fewestElements ? size : -1
    return at
  }

  /** Takes over what is known of children in a row; gives the offset behind them. */
  #copy({ place, run }: ExactMatchWalk, at: number): number {
    const { tape, elements } = this.#known
    const first = elements[place] ?? 0
    const end = tape.nextOf(elements[place + run - 1] ?? 0)
    const [moved, later] = [at - this.#known.fromOf(place), this.size - first]
    while ((this.size + end - first) * stride > this.places.length) this.grow()
    const [from, to] = [tape.places, this.places]
    let target = this.size * stride
    for (let source = first * stride; source < end * stride; source += stride) {
      to[target] = (from[source] ?? 0) + moved
      to[target + 1] = (from[source + 1] ?? 0) + moved
      to[target + 2] = (from[source + 2] ?? 0) + moved
      to[target + 3] = (from[source + 3] ?? 0) + moved
      to[target + 4] = (from[source + 4] ?? 0) + moved
      to[target + 5] = (from[source + 5] ?? 0) + later
      target += stride
    }
    this.size += end - first
    if (!tape.isAscii) this.isAscii = false
    return this.#known.fromOf(place + run) + moved
  }
}
