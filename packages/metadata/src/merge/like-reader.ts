import type { ChildRow } from './child-row.ts'

import { XmlDocument } from '../xml/document.ts'
import { defaultLimits } from '../xml/markup.ts'
import { Reader, readXml } from '../xml/reader.ts'
import { fewestElements } from '../xml/tape-writer.ts'
import { stride } from '../xml/tape.ts'
import { fewChildren } from './child-row.ts'
import { NumberRow } from './number-row.ts'

/** A version of a document that was read already. */
export interface LikeDocument {
  readonly document: XmlDocument
  /** As `findTwins` gives them for the children of the roots. */
  readonly twins: Int32Array | null
}

/**
 * Reads a version of a document as strictly as `readXml`. Children of the root that are the same bytes as in the known
 * version are compared in long runs, and what is known of them is copied. Raises the same errors as `readXml`.
 */
export function readXmlLike(bytes: Uint8Array, known: ChildRow): LikeDocument {
  if (known.length < fewChildren) return { document: readXml(bytes), twins: null }
  const reader = new LikeReader(bytes, known)
  const document = new XmlDocument(reader.read(null))
  return { document, twins: reader.twins.length < fewChildren ? null : reader.twins.all }
}

/** Walks both versions from child to child; where they part they meet again by hashes. */
class LikeReader extends Reader {
  readonly twins: NumberRow
  readonly #known: ChildRow
  /** The last child that was read and is worth comparing others with; -1 for none. */
  #model = -1

  constructor(bytes: Uint8Array, known: ChildRow) {
    super(bytes, defaultLimits)
    this.#known = known
    this.twins = new NumberRow(known.length)
  }

  protected override root(start: number): number {
    const known = this.#known
    const last = this.lastTagEnd()
    let at = this.startTag(start)
    let place = 0
    let run = known.runAt(place, this.words, at)
    while (this.depth > 0) {
      if (run > 0) {
        at = this.#copy(place, run, at)
        place += run
        run = known.runAt(place, this.words, at)
        if (run > 0) continue
      }
      const from = at
      at = this.#child(from, last)
      if (this.depth === 0) break
      place += 1
      run = known.runAt(place, this.words, at)
      // What changed in its place is the usual case: then the next one is as it was.
      const found = run > 0 ? -1 : known.placeOf(this.words.hashOf(from, at))
      this.twins.push(found !== -1 && this.#isSame(found, from, at) ? found : -1)
      if (found === -1) continue
      place = found + 1
      run = known.runAt(place, this.words, at)
    }
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

  #isSame(place: number, from: number, to: number): boolean {
    const known = this.#known
    const other = { otherFrom: known.fromOf(place), otherTo: known.endOf(place) }
    return this.words.isSame(known.tape.words, { from, to, ...other })
  }

  /** Takes over what is known of children in a row; gives the offset behind them. */
  #copy(place: number, count: number, at: number): number {
    const { tape, elements } = this.#known
    const first = elements[place] ?? 0
    const end = tape.nextOf(elements[place + count - 1] ?? 0)
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
    for (let child = place; child < place + count; child += 1) this.twins.push(child)
    return this.#known.fromOf(place + count) + moved
  }
}
