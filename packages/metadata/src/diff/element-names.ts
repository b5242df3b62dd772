import type { XmlDocument } from '../xml/document.ts'
import type { XmlTape } from '../xml/tape.ts'

import { sameRange } from '../bytes.ts'

/** Says the names of elements: nearly always that of the one asked for before, which makes no new text. */
export class Names {
  #name = ''
  /** Where it stands. */
  #bytes: Uint8Array = new Uint8Array(0)
  #from = 0
  #to = 0

  of(document: XmlDocument, element: number): string {
    const { bytes } = document.source
    const otherFrom = document.source.startOf(element) + 1
    const otherTo = document.source.nameEndOf(element)
    if (!sameRange(this.#bytes, bytes, { from: this.#from, to: this.#to, otherFrom, otherTo })) {
      this.#name = document.nameOf(element)
      this.#bytes = bytes
      this.#from = otherFrom
      this.#to = otherTo
    }
    return this.#name
  }
}

/** Whether two elements of a document have one name. */
export function haveOneName(source: XmlTape, a: number, b: number): boolean {
  return sameRange(source.bytes, source.bytes, {
    from: source.startOf(a),
    to: source.nameEndOf(a),
    otherFrom: source.startOf(b),
    otherTo: source.nameEndOf(b),
  })
}
