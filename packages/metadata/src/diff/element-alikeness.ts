import type { XmlDocument } from '../xml/document.ts'

import { sameRange } from '../bytes.ts'
import { Words } from '../merge/words.ts'

/** Tells which elements of two versions are written alike. */
export class Alikeness {
  readonly #left: XmlDocument
  readonly #right: XmlDocument
  readonly #words: Words
  readonly #otherWords: Words
  /** The last run: from where to where it is alike on the left, and how much later it stands on the right. */
  #run = { from: 0, to: 0, shift: 0 }

  constructor(left: XmlDocument, right: XmlDocument) {
    this.#left = left
    this.#right = right
    this.#words = new Words(left.source.bytes)
    this.#otherWords = new Words(right.source.bytes)
  }

  /** For elements that are asked for one after the other: what follows each other alike is compared once, in one run. */
  inRun(a: number | undefined, b: number | undefined): boolean {
    if (a === undefined || b === undefined) return false
    const [left, right] = [this.#left.source, this.#right.source]
    const [from, to, at] = [left.startOf(a), left.endOf(a), right.startOf(b)]
    if (to - from !== right.endOf(b) - at) return false
    const run = this.#run
    if (from < run.from || from > run.to || at - from !== run.shift)
      this.#run = { from, to: from + this.#words.commonLength(from, this.#otherWords, at), shift: at - from }
    return to <= this.#run.to
  }

  /** For any two: nothing beyond them is compared. */
  alone(a: number | undefined, b: number | undefined): boolean {
    if (a === undefined || b === undefined) return false
    const [left, right] = [this.#left.source, this.#right.source]
    return sameRange(left.bytes, right.bytes, {
      from: left.startOf(a),
      to: left.endOf(a),
      otherFrom: right.startOf(b),
      otherTo: right.endOf(b),
    })
  }
}

/** The children of an element in two versions, by their numbers. */
export interface Rows {
  readonly old: readonly number[]
  readonly young: readonly number[]
}

/** Below so many children a run would reach far beyond them. */
const fewChildren = 8

function rowAlike({ old, young }: Rows, alike: Alikeness) {
  return Math.min(old.length, young.length) < fewChildren
    ? (a: number | undefined, b: number | undefined) => alike.alone(a, b)
    : (a: number | undefined, b: number | undefined) => alike.inRun(a, b)
}

/** How many children are written alike at the start and at the end. */
export function alikeEnds({ old, young }: Rows, alike: Alikeness): { start: number; end: number } {
  const shorter = Math.min(old.length, young.length)
  const isAlike = rowAlike({ old, young }, alike)
  let start = 0
  while (start < shorter && isAlike(old[start], young[start])) start += 1
  let end = 0
  while (end < shorter - start && alike.alone(old.at(-1 - end), young.at(-1 - end))) end += 1
  return { start, end }
}

/** How far a row is searched for the place where both go on alike. */
const lookAhead = 8

/** Two rows without pairs that are written alike and may be dropped; what stays is a little more than what differs. */
export function withoutAlike(
  { old, young }: Rows,
  { alike, canDrop }: { readonly alike: Alikeness; readonly canDrop: (element: number) => boolean },
): Rows {
  const isAlike = rowAlike({ old, young }, alike)
  const left: number[] = []
  const right: number[] = []
  const at = { old: 0, young: 0 }
  const keep = (fromOld: number, fromYoung: number): void => {
    for (const end = at.old + fromOld; at.old < end; at.old += 1) left.push(old[at.old] ?? 0)
    for (const end = at.young + fromYoung; at.young < end; at.young += 1) right.push(young[at.young] ?? 0)
  }
  while (at.old < old.length && at.young < young.length) {
    const element = old[at.old]
    if (element !== undefined && isAlike(element, young[at.young])) {
      if (!canDrop(element)) keep(1, 1)
      else {
        at.old += 1
        at.young += 1
      }
      continue
    }
    const [more, others] = nextAlike((o, y) => isAlike(old[at.old + o], young[at.young + y]))
    keep(more, others)
  }
  keep(old.length - at.old, young.length - at.young)
  return { old: left, young: right }
}

/** How many entries to pass on each side until both go on alike: one changed, or some came or went. */
function nextAlike(isAlikeAt: (old: number, young: number) => boolean): [old: number, young: number] {
  if (isAlikeAt(1, 1)) return [1, 1]
  for (let distance = 1; distance <= lookAhead; distance += 1) {
    if (isAlikeAt(distance, 0)) return [distance, 0]
    if (isAlikeAt(0, distance)) return [0, distance]
  }
  return [1, 1]
}
