import type { Node } from '../merge/node.ts'
import type { ElementKind } from './element-kind.ts'
import type { ListPair } from './element-middle.ts'
import type { NodePair } from './element-pairs.ts'

import { identityOf } from '../merge/identity.ts'
import { nameOf, rootOf, sourceOf } from '../merge/node.ts'
import { isSameSource } from '../merge/sameness.ts'
import { readXml } from '../xml/reader.ts'
import { textOf } from '../xml/text.ts'
import { attributesForm, formOf, inPlaceOrder, isSameValue, isValue } from './element-form.ts'
import { Alikeness } from './element-alikeness.ts'
import { kindOfRoot } from './element-kind.ts'
import { unequalLists } from './element-middle.ts'
import { movedIn } from './element-moves.ts'
import { pairByForm, pairByKey, pairInOrder } from './element-pairs.ts'

/** One step down from the root: an element's name, and its key where it is one of several (`#2`: the second). */
export interface ElementStep {
  readonly name: string
  readonly key: string | null
}

/**
 * One difference between two versions of a file. `before` and `after` are values as people read them, or elements as
 * written; null where there is nothing. Of a move they are places, counted from 1.
 */
export interface ElementChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  /** From below the root down to what changed. Empty when the root itself is another. */
  readonly path: readonly ElementStep[]
  readonly before: string | null
  readonly after: string | null
}

/**
 * What changed between two versions of a metadata file, element by element, in the order of the schema. Empty exactly
 * when both have one `comparableForm`: order without meaning, formatting, comments and places on a canvas are no
 * changes. Work is done only where the texts differ. Raises `XmlError`.
 */
export function elementChanges(before: Uint8Array, after: Uint8Array): ElementChange[] {
  const old = rootOf(readXml(before))
  const young = rootOf(readXml(after))
  const name = nameOf(old)
  const changes: ElementChange[] = []
  if (name === nameOf(young)) {
    compareElements(
      { changes, kind: kindOfRoot(name), alike: new Alikeness(old.document, young.document), path: [] },
      old,
      young,
    )
  } else changes.push({ kind: 'changed', path: [], before: sourceOf(old), after: sourceOf(young) })
  return changes
}

/** Where a comparison is, and where it writes what it finds. */
interface Place {
  readonly changes: ElementChange[]
  readonly kind: ElementKind
  readonly alike: Alikeness
  readonly path: readonly ElementStep[]
}

function compareElements(place: Place, before: Node, after: Node): void {
  if (place.kind.isVolatile || isSameSource(before, after)) return
  if (isValue(before) || isValue(after)) {
    if (isSameValue(before, after, place.kind)) return
    place.changes.push({ kind: 'changed', path: place.path, before: valueOf(before), after: valueOf(after) })
    return
  }
  if (attributesForm(before) !== attributesForm(after)) {
    place.changes.push({
      kind: 'changed',
      path: place.path,
      before: tagValueOf(before),
      after: tagValueOf(after),
    })
  }
  for (const lists of unequalLists(before, after, place)) compareLists(place, lists)
}

function compareLists(place: Place, lists: ListPair): void {
  const { name } = lists
  const { kind } = place
  const before = inPlaceOrder(name, lists.before)
  const after = inPlaceOrder(name, lists.after)
  const below = { ...place, kind: kind.below(name) }
  const identity = identityOf(name, { base: before, ours: after, theirs: [] }, kind.rules)
  if (identity.kind === 'single') {
    comparePair(below, name, { before: before[0] ?? null, after: after[0] ?? null, key: null })
    return
  }
  const two = { before, after, formOf: (node: Node) => formOf(node, below.kind) }
  const isOrdered = kind.keepsOrder(name)
  if (identity.kind === 'keyed') {
    const pairs = pairByKey(two, identity.key)
    for (const pair of pairs) comparePair(below, name, pair)
    if (isOrdered) writeMoves(place, { ...lists, before, after }, pairs)
  } else {
    for (const pair of isOrdered ? pairInOrder(two) : pairByForm(two))
      comparePair(below, name, { ...pair, key: placeKey(pair, { ...lists, before, after }) })
  }
}

function comparePair(place: Place, name: string, { before, after, key }: NodePair): void {
  const { changes, kind, alike } = place
  const path = [...place.path, { name, key }]
  if (before !== null && after !== null) {
    compareElements({ changes, kind, alike, path }, before, after)
    return
  }
  if (kind.isVolatile) return
  if (before !== null) changes.push({ kind: 'removed', path, before: valueOf(before), after: null })
  if (after !== null) changes.push({ kind: 'added', path, before: null, after: valueOf(after) })
}

/** Entries that stand in both versions and changed places: the fewest that explain the new order. */
function writeMoves(place: Place, lists: ListPair, pairs: readonly NodePair[]): void {
  const { name, before, after, skipped } = lists
  const oldPlace = new Map(before.map((node, index) => [node, index]))
  const newPlace = new Map(after.map((node, index) => [node, index]))
  const both = pairs.flatMap(({ before: a, after: b, key }, index) =>
    a === null || b === null
      ? []
      : [{ id: String(index), key, from: oldPlace.get(a) ?? 0, to: newPlace.get(b) ?? 0 }],
  )
  const ids = (by: 'from' | 'to'): string[] => both.toSorted((a, b) => a[by] - b[by]).map(({ id }) => id)
  const moved = movedIn(ids('from'), ids('to'))
  if (moved.size === 0) return
  const skippedCount = skipped()
  for (const { id, key, from, to } of both) {
    if (!moved.has(id)) continue
    const path = [...place.path, { name, key }]
    place.changes.push({
      kind: 'moved',
      path,
      before: String(skippedCount + from + 1),
      after: String(skippedCount + to + 1),
    })
  }
}

/** Entries without keys are named by their place, in the newer version where they have one. */
function placeKey(pair: NodePair, { before, after, skipped }: ListPair): string {
  const place =
    pair.after === null
      ? before.findIndex((node) => node === pair.before)
      : after.findIndex((node) => node === pair.after)
  return `#${skipped() + place + 1}`
}

/** A value as people read it; an element that holds others as written. */
function valueOf(node: Node): string {
  const { document, element } = node
  if (document.hasChildren(element)) return sourceOf(node)
  return isNil(node) ? '(nil)' : textOf(document, element)
}

/** What an element says besides what it holds: nil, or its attributes. */
function tagValueOf(node: Node): string {
  return isNil(node) ? '(nil)' : attributesForm(node).trim()
}

function isNil(node: Node): boolean {
  return /:nil="true"/u.test(attributesForm(node))
}
