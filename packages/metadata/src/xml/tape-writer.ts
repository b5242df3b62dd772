import type { XmlLimits } from './markup.ts'

import { Words } from '../words.ts'
import { oddBytes } from './characters.ts'
import { Markup } from './markup.ts'
import { giveBackBuffers, type ReadingBuffers, takeBuffers } from './reading-buffers.ts'
import { stride } from './tape.ts'

const lessThan = 60

/** Bytes an element takes in the densest usual files: the first guess at the length of the tape. */
const usualBytes = 32

/** Bytes of the longest file whose row of places is kept for the next file; what is kept of the file itself is a copy. */
const smallFile = 1 << 18

/** Elements of the shortest entry that others are worth comparing with. */
export const fewestElements = 3

/** The tape while it is written. */
export class TapeWriter extends Markup {
  protected places: Int32Array
  protected size = 0
  #words: Words | null = null
  /** Taken from the pool for one file; null once they are given back. */
  #buffers: ReadingBuffers | null = takeBuffers()

  constructor(bytes: Uint8Array, limits: XmlLimits) {
    super(bytes, limits)
    const guess = (Math.ceil(bytes.length / usualBytes) + 8) * stride
    const { places } = this.buffers
    this.places = guess <= places.length ? places : new Int32Array(guess)
  }

  /** Raises an error once they are given back: from then on they may be another reader's. */
  protected get buffers(): ReadingBuffers {
    return this.#buffers ?? alreadyRead()
  }

  protected requireBuffers(): void {
    if (this.#buffers === null) alreadyRead()
  }

  /** Called when the file is read, or cannot be. */
  protected release(): void {
    const { buffers } = this
    this.#buffers = null
    giveBackBuffers(buffers)
  }

  protected get words(): Words {
    this.#words ??= new Words(this.bytes)
    return this.#words
  }

  protected grow(): Int32Array {
    const larger = new Int32Array(this.places.length * 2)
    larger.set(this.places)
    this.places = larger
    return larger
  }

  /** The tape to keep: no longer than twice its content, and not what the next file is read with. */
  protected kept(): Int32Array {
    const used = this.size * stride
    const { buffers } = this
    if (this.bytes.length <= smallFile) buffers.places = this.places
    const isOwn = this.places !== buffers.places && used * 2 >= this.places.length
    return isOwn ? this.places.subarray(0, used) : this.places.slice(0, used)
  }

  /**
   * Reads the elements that follow one which was read, as long as they are written like it but for the text of leaves:
   * markup is not read again where it is the same bytes, which most entries of long lists share. Gives the offset behind
   * the last such element; what is wrong with a text is raised, all else is left to be read as usual.
   */
  protected alike(model: number, from: number): number {
    let at = from
    for (let next = this.oneAlike(model, at); next !== -1; next = this.oneAlike(model, at)) at = next
    return at
  }

  /** The same for one element; -1 when it is written otherwise. */
  protected oneAlike(model: number, from: number): number {
    const { words, size } = this
    const end = this.places[model * stride + 5] ?? 0
    const added = size - model
    while ((end + added) * stride > this.places.length) this.grow()
    const { places } = this
    const modelEnd = places[model * stride + 4] ?? 0
    let known = places[model * stride] ?? 0
    let at = this.#textEnd(from)
    // Up to where the model and the element are known to be the same.
    let same = known + words.repeatedLength(known, modelEnd, at)
    for (let element = model; element < end; element += 1) {
      const place = element * stride
      const to = place + added * stride
      const contentStart = places[place + 2] ?? 0
      const contentEnd = places[place + 3] ?? 0
      const moved = at - known
      places[to] = (places[place] ?? 0) + moved
      places[to + 1] = (places[place + 1] ?? 0) + moved
      places[to + 2] = contentStart + moved
      places[to + 3] = contentEnd + moved
      places[to + 4] = (places[place + 4] ?? 0) + moved
      places[to + 5] = (places[place + 5] ?? 0) + added
      // Only a leaf with an end tag has a text of its own.
      const isLeaf = places[place + 5] === element + 1 && contentStart !== places[place + 4]
      if (!isLeaf || contentEnd < same) continue
      if (contentStart > same) return -1
      at = this.#textEnd(contentStart + moved)
      known = contentEnd
      same = known + words.repeatedLength(known, modelEnd, at)
      places[to + 3] = at
      places[to + 4] = (places[place + 4] ?? 0) + at - known
    }
    if (same < modelEnd) return -1
    this.#closeParents(model, added)
    this.size = end + added
    return at + modelEnd - known
  }

  /** Between its last descendant and its end a parent is written as in the model. */
  #closeParents(model: number, added: number): void {
    const { places } = this
    const end = places[model * stride + 5] ?? 0
    for (let place = model * stride; place < end * stride; place += stride) {
      const next = places[place + 5] ?? 0
      if (next * stride === place + stride) continue
      const last = (next - 1) * stride + 4
      const moved = (places[last + added * stride] ?? 0) - (places[last] ?? 0)
      places[place + added * stride + 3] = (places[place + 3] ?? 0) + moved
      places[place + added * stride + 4] = (places[place + 4] ?? 0) + moved
    }
  }

  /** Offset of the `<` behind a text, or the length when the document ends in it. */
  #textEnd(from: number): number {
    const { bytes } = this
    const odd = oddBytes
    let at = from
    while (odd[bytes[at] ?? 0] === 0) at += 1
    return bytes[at] === lessThan ? at : this.characters(from, at)
  }
}

function alreadyRead(): never {
  throw new Error('A reader reads one file only.')
}
