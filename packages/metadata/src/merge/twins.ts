import type { Slice } from './node.ts'

import { Words } from './words.ts'

/** Below so many children comparing each when asked is cheaper. */
const fewChildren = 8

/**
 * Tells children of versions which child of the base is the same bytes, gap included: most are, one behind the other, and
 * are compared once in long runs. Where the rows part they meet again by hashes. A child that finds none may still have one.
 */
export function findTwins(versions: readonly (readonly Slice[])[], base: readonly Slice[]): void {
  if (base.length < fewChildren) return
  const known = new Row(base)
  for (const children of versions) if (children.length >= fewChildren) pairAll(new Row(children), known)
}

/** Children of one parent, with the bytes they are in. */
class Row {
  readonly children: readonly Slice[]
  readonly words: Words
  #places: Map<number, number> | null = null

  constructor(children: readonly Slice[]) {
    this.children = children
    this.words = new Words(children[0]?.document.source.bytes ?? new Uint8Array(0))
  }

  hashOf({ from, end }: Slice): number {
    return this.words.hashOf(from, end)
  }

  /** The first child with this hash; the hashes are counted at the first question. */
  placeOf(hash: number): number | undefined {
    if (this.#places === null) {
      this.#places = new Map()
      for (const child of this.children.toReversed()) this.#places.set(this.hashOf(child), child.index)
    }
    return this.#places.get(hash)
  }
}

function pairAll(side: Row, base: Row): void {
  let [index, place] = [0, 0]
  for (let child = side.children[0]; child !== undefined; child = side.children[index]) {
    let paired = pairRun(side, base, { index, place })
    if (paired === 0) {
      const found = base.placeOf(side.hashOf(child))
      if (found !== undefined) {
        place = found
        paired = pairRun(side, base, { index, place })
      }
    }
    // What changed in its place is the usual case.
    index += Math.max(paired, 1)
    place += Math.max(paired, 1)
  }
}

/** Pairs as many children as follow each other alike in both versions; gives their number. */
function pairRun(side: Row, base: Row, at: { readonly index: number; readonly place: number }): number {
  const [first, firstOther] = [side.children[at.index], base.children[at.place]]
  if (first === undefined || firstOther === undefined) return 0
  const end = first.from + side.words.commonLength(first.from, base.words, firstOther.from)
  let paired = 0
  for (;;) {
    const [child, other] = [side.children[at.index + paired], base.children[at.place + paired]]
    if (child === undefined || other === undefined || child.end > end) return paired
    if (child.end - child.from !== other.end - other.from) return paired
    child.twin = other
    paired += 1
  }
}
