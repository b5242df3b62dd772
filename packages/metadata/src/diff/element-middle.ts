import type { Node } from '../merge/read/node.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { Alikeness } from './element-alikeness.ts'
import type { ElementKind } from './element-kind.ts'

import { mergeNames } from '../partial-retrieve/schema-order.ts'
import { lastName } from './element-names.ts'
import { alikeEnds, middleOf, rowsOf } from './element-rows.ts'

/** The elements of one name in two versions, without those at both ends of their parent that are written alike. */
export interface ListPair {
  readonly name: string
  readonly before: readonly Node[]
  readonly after: readonly Node[]
  /** How many elements of this name stand before them, alike in both versions. */
  readonly skipped: () => number
}

/** Elements in a parent above which lists are made without looking for the only change first. */
const fewElements = 64

/** A child that changed in its place. */
interface OnlyChange {
  readonly name: string
  readonly before: Node
  readonly after: Node
}

/** The usual change: one child in its place, the only one of its name. Null when there is more. */
export function onlyChange(before: Node, after: Node, alike: Alikeness): OnlyChange | null {
  const { source } = before.document
  const end = source.nextOf(before.element)
  if (end - before.element > fewElements) return null
  const number = alike.onlyChild(before.element, after.element)
  if (number === -1) return null
  const only = before.element + number
  for (let child = before.element + 1; child < end; child = source.nextOf(child))
    if (child !== only && source.haveOneName(child, only)) return null
  const name = alike.names.of(before.document, only)
  if (alike.names.of(after.document, after.element + number) !== name) return null
  return {
    name,
    before: { document: before.document, element: only, gap: '' },
    after: { document: after.document, element: after.element + number, gap: '' },
  }
}

/**
 * The children of two elements by name, in the order of the schema, without what is written alike at both ends (and, in
 * lists without order, in between): cost follows what changed. Elements of one name are taken to stand together.
 */
export function unequalLists(
  before: Node,
  after: Node,
  { kind, alike }: { readonly kind: ElementKind; readonly alike: Alikeness },
): ListPair[] {
  const rows = rowsOf(before, after)
  const { elements } = rows.old
  const nameAt = (element: number): string => alike.names.of(before.document, element)
  const kindAt: KindAt = (index) => {
    const element = elements[index]
    return element === undefined ? null : kind.below(nameAt(element))
  }
  const { start, end } = alikeEnds(rows, alike)
  const from = lessAtStart(kindAt, start)
  const to = lessAtEnd(kindAt, { end, length: elements.length })
  const canDrop = (element: number): boolean => kind.below(nameAt(element)).needsOnlyChanged
  const middle = middleOf(rows, { from, to, canDrop })
  const left = byName(before.document, middle.old)
  const right = byName(after.document, middle.young)
  return mergeNames([...left.keys()], [...right.keys()]).map((name) => ({
    name,
    before: left.get(name) ?? [],
    after: right.get(name) ?? [],
    skipped: () => elements.slice(0, from).filter((element) => nameAt(element) === name).length,
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
  const names = lastName()
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
