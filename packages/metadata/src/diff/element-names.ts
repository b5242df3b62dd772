import type { XmlDocument } from '../xml/document.ts'

import { sameRange } from '../bytes.ts'

/** Says the names of elements: nearly always that of the one asked for before, which makes no new text. */
export class Names {
  readonly #document: XmlDocument
  #last = { name: '', from: 0, to: 0 }

  constructor(document: XmlDocument) {
    this.#document = document
  }

  of(element: number): string {
    const { source } = this.#document
    const [otherFrom, otherTo] = [source.startOf(element) + 1, source.nameEndOf(element)]
    const { from, to } = this.#last
    if (!sameRange(source.bytes, source.bytes, { from, to, otherFrom, otherTo }))
      this.#last = { name: this.#document.nameOf(element), from: otherFrom, to: otherTo }
    return this.#last.name
  }
}
