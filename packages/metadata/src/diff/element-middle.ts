import type { Node } from '../merge/node.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { Alikeness } from './element-alikeness.ts'
import type { ElementKind } from './element-kind.ts'

import { sameRange } from '../bytes.ts'
import { mergeNames } from '../partial-retrieve/schema-order.ts'

/** The elements of one name in two versions, without those at both ends of their parent that are written alike. */
export interface ListPair {
  readonly name: string
  readonly before: readonly Node[]
  readonly after: readonly Node[]
  /** How many elements of this name stand before them, alike in both versions. */
  readonly skipped: () => number
}

/** What tells elements apart: what is known of their kind, and where both versions are written alike. */
interface Comparing {
  readonly kind: ElementKind
  readonly alike: Alikeness
}

/**
 * The children of two elements by name, in the order of the schema, without what is written alike at both ends (and, in
 * lists without order, in between): cost follows what changed. Elements of one name are taken to stand together.
 */
export function unequalLists(before: Node, after: Node, { kind, alike }: Comparing): ListPair[] {
  const old = before.document.childrenOf(before.element)
  const young = after.document.childrenOf(after.element)
  const names = new Names(before.document)
  const nameAt: NameAt = (index) => {
    const element = old[index]
    return element === undefined ? null : names.of(element)
  }
  const { start, end } = alikeEnds({ old, young }, alike)
  const only = onlyPair({ before, after }, { old, young }, { start, end })
  if (only !== null) return [only]
  const needsAll: NeedsAll = (name) => kind.needsAll(name)
  const from = lessAtStart(nameAt, start, needsAll)
  const to = lessAtEnd(nameAt, { end, length: old.length }, needsAll)
  const middle = withoutAlike(
    { old: old.slice(from, old.length - to), young: young.slice(from, young.length - to) },
    { alike, canDrop: (element) => kind.needsOnlyChanged(names.of(element)) },
  )
  const left = byName(before.document, middle.old)
  const right = byName(after.document, middle.young)
  return mergeNames([...left.keys()], [...right.keys()]).map((name) => ({
    name,
    before: left.get(name) ?? [],
    after: right.get(name) ?? [],
    skipped: () => countOf(name, before.document, old.slice(0, from)),
  }))
}

interface Rows {
  readonly old: readonly number[]
  readonly young: readonly number[]
}

/** How many children are written alike at the start and at the end. */
function alikeEnds({ old, young }: Rows, alike: Alikeness): { start: number; end: number } {
  const shorter = Math.min(old.length, young.length)
  let start = 0
  while (start < shorter && alike.of(old[start], young[start])) start += 1
  let end = 0
  while (end < shorter - start && alike.ofTwo(old.at(-1 - end), young.at(-1 - end))) end += 1
  return { start, end }
}

/** The usual change: one element in its place, the only one of its name around there. Null when there is more. */
function onlyPair(
  { before, after }: { readonly before: Node; readonly after: Node },
  { old, young }: Rows,
  { start, end }: { readonly start: number; readonly end: number },
): ListPair | null {
  const [a, b] = [old[start], young[start]]
  if (
    a === undefined ||
    b === undefined ||
    old.length - end !== start + 1 ||
    young.length - end !== start + 1
  )
    return null
  const name = before.document.nameOf(a)
  const isName = (element: number | undefined): boolean =>
    element !== undefined && before.document.nameOf(element) === name
  if (after.document.nameOf(b) !== name || isName(old[start - 1]) || isName(old[start + 1])) return null
  return {
    name,
    before: [{ document: before.document, element: a, gap: '' }],
    after: [{ document: after.document, element: b, gap: '' }],
    skipped: () => countOf(name, before.document, old.slice(0, start)),
  }
}

function countOf(name: string, document: XmlDocument, elements: readonly number[]): number {
  const names = new Names(document)
  return elements.filter((element) => names.of(element) === name).length
}

/** How far a row is searched for the place where both go on alike. */
const lookAhead = 8

/** Two rows without pairs that are written alike and may be dropped; what stays is a little more than what differs. */
function withoutAlike(
  { old, young }: Rows,
  { alike, canDrop }: { readonly alike: Alikeness; readonly canDrop: (element: number) => boolean },
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
    if (element !== undefined && alike.of(element, young[at.young])) {
      if (!canDrop(element)) keep(1, 1)
      else {
        at.old += 1
        at.young += 1
      }
      continue
    }
    const [more, others] = nextAlike((o, y) => alike.of(old[at.old + o], young[at.young + y]))
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

/** Says the names of elements: nearly always that of the one asked for before, which makes no new text. */
class Names {
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

function byName(document: XmlDocument, elements: readonly number[]): Map<string, Node[]> {
  const lists = new Map<string, Node[]>()
  const names = new Names(document)
  for (const element of elements) {
    const name = names.of(element)
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
