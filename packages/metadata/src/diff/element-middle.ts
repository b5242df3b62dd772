import type { Node } from '../merge/node.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { Alikeness } from './element-alikeness.ts'
import type { ElementKind } from './element-kind.ts'

import { mergeNames } from '../partial-retrieve/schema-order.ts'
import { alikeEnds, withoutAlike } from './element-alikeness.ts'
import { haveOneName, Names } from './element-names.ts'

/** The elements of one name in two versions, without those at both ends of their parent that are written alike. */
export interface ListPair {
  readonly name: string
  readonly before: readonly Node[]
  readonly after: readonly Node[]
  /** How many elements of this name stand before them, alike in both versions. */
  readonly skipped: () => number
}

/** What tells elements apart: what is known of their kind, where both versions are written alike, what names they have. */
interface Comparing {
  readonly kind: ElementKind
  readonly alike: Alikeness
  readonly names: Names
}

/**
 * The children of two elements by name, in the order of the schema, without what is written alike at both ends (and, in
 * lists without order, in between): cost follows what changed. Elements of one name are taken to stand together.
 */
export function unequalLists(before: Node, after: Node, comparing: Comparing): ListPair[] {
  const only = onlyPair(before, after, comparing)
  return only === null ? listsInMiddle(before, after, comparing) : [only]
}

/** Elements in a parent above which lists are made without looking for the only change first. */
const fewElements = 64

/** The usual change: one element in its place, the only one of its name. Null when there is more. */
function onlyPair(before: Node, after: Node, { alike, names }: Comparing): ListPair | null {
  const left = before.document.source
  const right = after.document.source
  const end = left.nextOf(before.element)
  const otherEnd = right.nextOf(after.element)
  if (end - before.element > fewElements) return null
  let a = before.element + 1
  let b = after.element + 1
  let only = { a: 0, b: 0 }
  for (; a < end && b < otherEnd; a = left.nextOf(a), b = right.nextOf(b)) {
    if (alike.of(a, b)) continue
    if (only.a > 0) return null
    only = { a, b }
  }
  if (only.a === 0 || a < end || b < otherEnd) return null
  for (let child = before.element + 1; child < end; child = left.nextOf(child))
    if (child !== only.a && haveOneName(left, child, only.a)) return null
  const name = names.of(before.document, only.a)
  if (names.of(after.document, only.b) !== name) return null
  return {
    name,
    before: [{ document: before.document, element: only.a, gap: '' }],
    after: [{ document: after.document, element: only.b, gap: '' }],
    skipped: noneSkipped,
  }
}

const noneSkipped = (): number => 0

function listsInMiddle(before: Node, after: Node, { kind, alike, names }: Comparing): ListPair[] {
  const old = before.document.childrenOf(before.element)
  const young = after.document.childrenOf(after.element)
  const kindAt: KindAt = (index) => {
    const element = old[index]
    return element === undefined ? null : kind.below(names.of(before.document, element))
  }
  const { start, end } = alikeEnds({ old, young }, alike)
  const from = lessAtStart(kindAt, start)
  const to = lessAtEnd(kindAt, { end, length: old.length })
  const middle = withoutAlike(
    { old: old.slice(from, old.length - to), young: young.slice(from, young.length - to) },
    {
      alike,
      canDrop: (element) => kind.below(names.of(before.document, element)).needsOnlyChanged,
    },
  )
  const left = byName(before.document, middle.old)
  const right = byName(after.document, middle.young)
  return mergeNames([...left.keys()], [...right.keys()]).map((name) => ({
    name,
    before: left.get(name) ?? [],
    after: right.get(name) ?? [],
    skipped: () => old.slice(0, from).filter((element) => names.of(before.document, element) === name).length,
  }))
}

type KindAt = (index: number) => ElementKind | null

/** The start without the last list in it, when that goes on in the middle and is needed whole. */
function lessAtStart(kindAt: KindAt, start: number): number {
  const kind = kindAt(start - 1)
  if (kind?.needsAll !== true) return start
  let from = start
  while (kindAt(from - 1) === kind) from -= 1
  return from
}

/** The end without the first list in it, likewise. */
function lessAtEnd(kindAt: KindAt, { end, length }: { end: number; length: number }): number {
  const kind = kindAt(length - end)
  if (kind?.needsAll !== true) return end
  let to = end
  while (to > 0 && kindAt(length - to) === kind) to -= 1
  return to
}

function byName(document: XmlDocument, elements: readonly number[]): Map<string, Node[]> {
  const lists = new Map<string, Node[]>()
  const names = new Names()
  for (const element of elements) {
    const name = names.of(document, element)
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
