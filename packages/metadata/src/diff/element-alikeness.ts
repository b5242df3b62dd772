import type { XmlDocument } from '../xml/document.ts'
import type { XmlTape } from '../xml/tape.ts'

import { Words } from '../words.ts'

/** Tells which elements of two versions are written alike. */
export class Alikeness {
  readonly #left: XmlTape
  readonly #right: XmlTape
  readonly #words: Words
  readonly #otherWords: Words

  constructor(left: XmlDocument, right: XmlDocument) {
    this.#left = left.source
    this.#right = right.source
    this.#words = new Words(left.source.bytes)
    this.#otherWords = new Words(right.source.bytes)
  }

  /** Whether an element of the one is written like one of the other; not where either is none. */
  of(a: number | undefined, b: number | undefined): boolean {
    if (a === undefined || b === undefined) return false
    const left = this.#left
    const right = this.#right
    return this.#words.isSame(this.#otherWords, {
      from: left.startOf(a),
      to: left.endOf(a),
      otherFrom: right.startOf(b),
      otherTo: right.endOf(b),
    })
  }
}

/** The children of an element in two versions, by their numbers. */
interface Rows {
  readonly old: readonly number[]
  readonly young: readonly number[]
}

/** How many children are written alike at the start and at the end. */
export function alikeEnds({ old, young }: Rows, alike: Alikeness): { start: number; end: number } {
  const shorter = Math.min(old.length, young.length)
  let start = 0
  while (start < shorter && alike.of(old[start], young[start])) start += 1
  let end = 0
  while (end < shorter - start && alike.of(old[old.length - 1 - end], young[young.length - 1 - end])) end += 1
  return { start, end }
}

/** How far a row is searched for the place where both go on alike. */
const lookAhead = 8

/** Two rows without pairs that are written alike and may be dropped; what stays is a little more than what differs. */
export function withoutAlike(
  rows: Rows,
  { alike, canDrop }: { readonly alike: Alikeness; readonly canDrop: (element: number) => boolean },
): Rows {
  const { old, young } = rows
  const left: number[] = []
  const right: number[] = []
  const at = { old: 0, young: 0 }
  const keep = (fromOld: number, fromYoung: number): void => {
    for (const end = at.old + fromOld; at.old < end; at.old += 1) left.push(old[at.old] ?? 0)
    for (const end = at.young + fromYoung; at.young < end; at.young += 1) right.push(young[at.young] ?? 0)
  }
  while (at.old < old.length && at.young < young.length) {
    if (!alike.of(old[at.old], young[at.young])) {
      const [more, others] = nextAlike(rows, at, alike)
      keep(more, others)
    } else if (canDrop(old[at.old] ?? 0)) {
      at.old += 1
      at.young += 1
    } else keep(1, 1)
  }
  keep(old.length - at.old, young.length - at.young)
  return { old: left, young: right }
}

const inPlace = [1, 1] as const

/** How many entries to pass on each side until both go on alike: one changed, or some came or went. */
function nextAlike(
  { old, young }: Rows,
  at: { readonly old: number; readonly young: number },
  alike: Alikeness,
): readonly [old: number, young: number] {
  if (alike.of(old[at.old + 1], young[at.young + 1])) return inPlace
  for (let distance = 1; distance <= lookAhead; distance += 1) {
    if (alike.of(old[at.old + distance], young[at.young])) return [distance, 0]
    if (alike.of(old[at.old], young[at.young + distance])) return [0, distance]
  }
  return inPlace
}
