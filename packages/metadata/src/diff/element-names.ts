import type { XmlDocument } from '../xml/document.ts'
import type { XmlTape } from '../xml/tape.ts'

import { textOf } from '../xml/text.ts'

/** What is said of an element, and the bytes that say it. */
interface Said {
  readonly from: (source: XmlTape, element: number) => number
  readonly to: (source: XmlTape, element: number) => number
  readonly read: (document: XmlDocument, element: number) => string
}

/** Says one thing of many elements: nearly always the same as of the one asked for before, which makes no new text. */
class LastSaid {
  readonly #said: Said
  #text = ''
  /** Where it stands. */
  #bytes: Uint8Array = new Uint8Array(0)
  #from = 0
  #to = 0

  constructor(said: Said) {
    this.#said = said
  }

  of(document: XmlDocument, element: number): string {
    const { source } = document
    const from = this.#said.from(source, element)
    const to = this.#said.to(source, element)
    if (!this.#isSame(source.bytes, from, to)) {
      this.#text = this.#said.read(document, element)
      this.#bytes = source.bytes
      this.#from = from
      this.#to = to
    }
    return this.#text
  }

  #isSame(bytes: Uint8Array, from: number, to: number): boolean {
    const [known, moved] = [this.#bytes, this.#from - from]
    if (this.#to - to !== moved) return false
    let at = from
    while (at < to && bytes[at] === known[at + moved]) at += 1
    return at === to
  }
}

export type { LastSaid }

/** The names of elements. */
export function lastName(): LastSaid {
  return new LastSaid({
    from: (source, element) => source.startOf(element) + 1,
    to: (source, element) => source.nameEndOf(element),
    read: (document, element) => document.nameOf(element),
  })
}

/** The values of elements that hold no others. */
export function lastValue(): LastSaid {
  return new LastSaid({
    from: (source, element) => source.contentStartOf(element),
    to: (source, element) => source.contentEndOf(element),
    read: textOf,
  })
}
