import type { Node } from '../merge/node.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { Alikeness, Rows } from './element-alikeness.ts'
import type { ElementKind } from './element-kind.ts'

import { mergeNames } from '../partial-retrieve/schema-order.ts'
import { alikeEnds, withoutAlike } from './element-alikeness.ts'
import { Names } from './element-names.ts'

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
