import type { Slice } from './node.ts'

import { Words } from './words.ts'

/** Below so many children comparing each when asked is cheaper. */
const fewChildren = 8

/**
 * Tells children of a version which child of the base is the same bytes, gap included: most are, one behind the other, and
 * are compared once in long runs. Where the rows part they meet again by hashes. A child that finds none may still have one.
 */
export function findTwins(children: readonly Slice[], base: readonly Slice[]): void {
  const [child, other] = [children[0], base[0]]
  if (child === undefined || other === undefined || children.length < fewChildren) return
  new Twins(children, base).find()
}

class Twins {
  readonly #children: readonly Slice[]
  readonly #base: readonly Slice[]
  readonly #words: Words
  readonly #baseWords: Words
  #places: ReadonlyMap<number, number> | null = null

  constructor(children: readonly Slice[], base: readonly Slice[]) {
    this.#children = children
    this.#base = base
    this.#words = wordsOf(children)
    this.#baseWords = wordsOf(base)
  }

  find(): void {
    let [index, place] = [0, 0]
    while (index < this.#children.length) {
      let paired = this.#pairRun(index, place)
      if (paired === 0) {
        place = this.#placeOf(index) ?? place
        paired = this.#pairRun(index, place)
      }
      // What changed in its place is the usual case.
      index += Math.max(paired, 1)
      place += Math.max(paired, 1)
    }
  }

  /** Pairs as many children as follow each other alike in both versions; gives their number. */
  #pairRun(index: number, place: number): number {
    const [first, firstOther] = [this.#children[index], this.#base[place]]
    if (first === undefined || firstOther === undefined) return 0
    const common = this.#words.commonLength(first.from, this.#baseWords, firstOther.from)
    let paired = 0
    for (;;) {
      const [child, other] = [this.#children[index + paired], this.#base[place + paired]]
      if (child === undefined || other === undefined || child.end > first.from + common) return paired
      if (child.end - child.from !== other.end - other.from) return paired
      child.twin = other
      paired += 1
    }
  }

  #placeOf(index: number): number | undefined {
    this.#places ??= this.#placesByHash()
    const child = this.#children[index]
    return child === undefined ? undefined : this.#places.get(this.#words.hashOf(child.from, child.end))
  }

  #placesByHash(): ReadonlyMap<number, number> {
    const places = new Map<number, number>()
    for (const { from, end, index } of this.#base.toReversed())
      places.set(this.#baseWords.hashOf(from, end), index)
    return places
  }
}

function wordsOf([first]: readonly Slice[]): Words {
  return new Words(first === undefined ? new Uint8Array(0) : first.document.source.bytes)
}
