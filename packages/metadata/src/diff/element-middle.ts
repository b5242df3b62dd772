import type { Node } from '../merge/node.ts'
import type { XmlDocument } from '../xml/document.ts'

import { mergeNames } from '../partial-retrieve/schema-order.ts'

/** The elements of one name in two versions, without those at both ends of their parent that are written alike. */
export interface ListPair {
  readonly name: string
  readonly before: readonly Node[]
  readonly after: readonly Node[]
  /** How many elements of this name stand before them, alike in both versions. */
  readonly skipped: number
}

/** What the rest of a list is needed for, by the list's name. */
export interface ListNeeds {
  /** All of it has to be seen: entries are told apart only together. */
  readonly needsAll: (name: string) => boolean
  /** Nothing but the entries that differ: they have keys, and their order means nothing. */
  readonly needsOnlyChanged: (name: string) => boolean
}

/**
 * The children of two elements by name, in the order of the schema, without what is written alike at both ends (and, in
 * lists without order, in between): cost follows what changed. Elements of one name are taken to stand together.
 */
export function unequalLists(
  before: Node,
  after: Node,
  { needsAll, needsOnlyChanged }: ListNeeds,
): ListPair[] {
  const old = before.document.childrenOf(before.element)
  const young = after.document.childrenOf(after.element)
  const nameIn =
    (row: readonly number[]): NameAt =>
    (index) => {
      const element = row[index]
      return element === undefined ? null : before.document.nameOf(element)
    }
  const isAlike = alikeIn(before.document, after.document)
  const { start, end } = alikeEnds({ old, young }, isAlike)
  const from = lessAtStart(nameIn(old), start, needsAll)
  const to = lessAtEnd(nameIn(old), { end, length: old.length }, needsAll)
  const middle = withoutAlike(
    { old: old.slice(from, old.length - to), young: young.slice(from, young.length - to) },
    { isAlike, canDrop: (element) => needsOnlyChanged(before.document.nameOf(element)) },
  )
  const left = byName(before.document, middle.old)
  const right = byName(after.document, middle.young)
  const skippedNames = old.slice(0, from)
  return mergeNames([...left.keys()], [...right.keys()]).map((name) => ({
    name,
    before: left.get(name) ?? [],
    after: right.get(name) ?? [],
    skipped: skippedNames.filter((element) => before.document.nameOf(element) === name).length,
  }))
}

interface Rows {
  readonly old: readonly number[]
  readonly young: readonly number[]
}

type IsAlike = (a: number | undefined, b: number | undefined) => boolean

/** Whether two elements are written alike. */
function alikeIn(left: XmlDocument, right: XmlDocument): IsAlike {
  return (a, b) =>
    a !== undefined &&
    b !== undefined &&
    left.endOf(a) - left.startOf(a) === right.endOf(b) - right.startOf(b) &&
    left.sourceOf(a) === right.sourceOf(b)
}

/** How many children are written alike at the start and at the end. */
function alikeEnds({ old, young }: Rows, isAlike: IsAlike): { start: number; end: number } {
  const shorter = Math.min(old.length, young.length)
  let start = 0
  while (start < shorter && isAlike(old[start], young[start])) start += 1
  let end = 0
  while (end < shorter - start && isAlike(old.at(-1 - end), young.at(-1 - end))) end += 1
  return { start, end }
}

/** How far a row is searched for the place where both go on alike. */
const lookAhead = 8

/** Two rows without pairs that are written alike and may be dropped; what stays is a little more than what differs. */
function withoutAlike(
  { old, young }: Rows,
  { isAlike, canDrop }: { readonly isAlike: IsAlike; readonly canDrop: (element: number) => boolean },
): Rows {
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

type NeedsAll = (name: string) => boolean
type NameAt = (index: number) => string | null

/** The start without the last list in it, when that goes on in the middle and is needed whole. */
function lessAtStart(nameAt: NameAt, start: number, needsAll: NeedsAll): number {
  const name = nameAt(start - 1)
  if (name === null || !needsAll(name)) return start
  let from = start
  while (nameAt(from - 1) === name) from -= 1
  return from
}

/** The end without the first list in it, likewise. */
function lessAtEnd(
  nameAt: NameAt,
  { end, length }: { end: number; length: number },
  needsAll: NeedsAll,
): number {
  const name = nameAt(length - end)
  if (name === null || !needsAll(name)) return end
  let to = end
  while (to > 0 && nameAt(length - to) === name) to -= 1
  return to
}

function byName(document: XmlDocument, elements: readonly number[]): Map<string, Node[]> {
  const lists = new Map<string, Node[]>()
  for (const element of elements) {
    const name = document.nameOf(element)
    const list = lists.get(name)
    const node = { document, element, gap: '' }
    if (list === undefined) lists.set(name, [node])
    else list.push(node)
  }
  return lists
}

/** All children by name, each list in file order. */
export function childrenByName({ document, element }: Node): Map<string, Node[]> {
  return byName(document, document.childrenOf(element))
}
