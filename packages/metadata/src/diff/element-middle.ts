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

/**
 * The children of two elements by name, in the order of the schema, without what is written alike at both ends: cost
 * follows what changed. Lists for which `needsAll` holds are not cut (elements of one name stand together).
 */
export function unequalLists(before: Node, after: Node, needsAll: (name: string) => boolean): ListPair[] {
  const old = before.document.childrenOf(before.element)
  const young = after.document.childrenOf(after.element)
  const nameIn =
    (row: readonly number[]): NameAt =>
    (index) => {
      const element = row[index]
      return element === undefined ? null : before.document.nameOf(element)
    }
  const { start, end } = alikeEnds(before.document, after.document, { old, young })
  const from = lessAtStart(nameIn(old), start, needsAll)
  const to = lessAtEnd(nameIn(old), { end, length: old.length }, needsAll)
  const left = byName(before.document, old.slice(from, old.length - to))
  const right = byName(after.document, young.slice(from, young.length - to))
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

/** How many children are written alike at the start and at the end. */
function alikeEnds(
  left: XmlDocument,
  right: XmlDocument,
  { old, young }: Rows,
): { start: number; end: number } {
  const shorter = Math.min(old.length, young.length)
  const isAlike = (a: number | undefined, b: number | undefined): boolean =>
    a !== undefined &&
    b !== undefined &&
    left.endOf(a) - left.startOf(a) === right.endOf(b) - right.startOf(b) &&
    left.sourceOf(a) === right.sourceOf(b)
  let start = 0
  while (start < shorter && isAlike(old[start], young[start])) start += 1
  let end = 0
  while (end < shorter - start && isAlike(old.at(-1 - end), young.at(-1 - end))) end += 1
  return { start, end }
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
