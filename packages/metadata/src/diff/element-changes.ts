import type { Node } from '../merge/node.ts'
import type { RuleNode } from '../type-rules.ts'
import type { NodePair } from './element-pairs.ts'

import { identityOf } from '../merge/identity.ts'
import { nameOf, rootOf, sourceOf } from '../merge/node.ts'

import { isVolatile, placeNumberOf } from '../merge/volatile.ts'
import { mergeNames } from '../partial-retrieve/schema-order.ts'
import { rulesBelow, rulesOfRoot } from '../type-rules.ts'
import { readXml } from '../xml/reader.ts'
import { textOf } from '../xml/text.ts'
import { attributesForm, childrenByName, formOf, inPlaceOrder, isValue, keepsOrder } from './element-form.ts'
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
    const place = { changes, rules: rulesOfRoot(name), plainPath: `/${name}`, path: [] }
    compareElements(place, old, young)
  } else changes.push({ kind: 'changed', path: [], before: sourceOf(old), after: sourceOf(young) })
  return changes
}

/** Where a comparison is, and where it writes what it finds. */
interface Place {
  readonly changes: ElementChange[]
  readonly rules: RuleNode
  readonly plainPath: string
  readonly path: readonly ElementStep[]
}

function compareElements(place: Place, before: Node, after: Node): void {
  if (isVolatile(place.plainPath) || sourceOf(before) === sourceOf(after)) return
  if (isValue(before) || isValue(after)) {
    if (formOf(before, place.rules, place.plainPath) === formOf(after, place.rules, place.plainPath)) return
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
  const old = childrenByName(before)
  const young = childrenByName(after)
  for (const name of mergeNames([...old.keys()], [...young.keys()]))
    compareLists(place, name, { before: old.get(name) ?? [], after: young.get(name) ?? [] })
}

interface Lists {
  readonly before: readonly Node[]
  readonly after: readonly Node[]
}

function compareLists(place: Place, name: string, whole: Lists): void {
  // Whether a list has keys, and what its place numbers say, only the whole list tells.
  const needsAll = !place.rules.lists.has(name) || placeNumberOf(name) !== null
  const { before, after } = needsAll ? inPlaces(name, whole) : unequalMiddle(whole)
  if (before.length === 0 && after.length === 0) return
  const plainPath = `${place.plainPath}/${name}`
  const rules = rulesBelow(place.rules, name)
  const two = { before, after, formOf: (node: Node) => formOf(node, rules, plainPath) }
  const below = { ...place, rules, plainPath }
  const identity = identityOf(name, { base: before, ours: after, theirs: [] }, place.rules)
  const isOrdered = keepsOrder(place.rules, name)
  if (identity.kind === 'keyed') {
    const pairs = pairByKey(two, identity.key)
    for (const pair of pairs) comparePair(below, name, pair)
    if (isOrdered) writeMoves(place, name, { pairs, before, after })
  } else if (identity.kind === 'single') {
    comparePair(below, name, { before: before[0] ?? null, after: after[0] ?? null, key: null })
  } else {
    for (const pair of isOrdered ? pairInOrder(two) : pairByForm(two))
      comparePair(below, name, { ...pair, key: placeKey(pair, whole) })
  }
}

function inPlaces(name: string, { before, after }: Lists): Lists {
  return { before: inPlaceOrder(name, before), after: inPlaceOrder(name, after) }
}

/** What is left of two lists without the entries at both ends that are written alike. */
function unequalMiddle({ before, after }: Lists): Lists {
  const shorter = Math.min(before.length, after.length)
  const isAlike = (a: Node | undefined, b: Node | undefined): boolean =>
    a !== undefined && b !== undefined && sourceOf(a) === sourceOf(b)
  let start = 0
  while (start < shorter && isAlike(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && isAlike(before.at(-1 - end), after.at(-1 - end))) end += 1
  return { before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) }
}

function comparePair(place: Place, name: string, { before, after, key }: NodePair): void {
  const path = [...place.path, { name, key }]
  if (before !== null && after !== null) {
    compareElements({ ...place, path }, before, after)
    return
  }
  if (isVolatile(place.plainPath)) return
  if (before !== null) place.changes.push({ kind: 'removed', path, before: valueOf(before), after: null })
  if (after !== null) place.changes.push({ kind: 'added', path, before: null, after: valueOf(after) })
}

/** Entries that stand in both versions and changed places: the fewest that explain the new order. */
function writeMoves(
  place: Place,
  name: string,
  { pairs, before, after }: Lists & { readonly pairs: readonly NodePair[] },
): void {
  const oldPlace = new Map(before.map((node, index) => [node, index]))
  const newPlace = new Map(after.map((node, index) => [node, index]))
  const both = pairs.flatMap(({ before: a, after: b, key }, index) =>
    a === null || b === null
      ? []
      : [{ id: String(index), key, from: oldPlace.get(a) ?? 0, to: newPlace.get(b) ?? 0 }],
  )
  const ids = (by: 'from' | 'to'): string[] => both.toSorted((a, b) => a[by] - b[by]).map(({ id }) => id)
  const moved = movedIn(ids('from'), ids('to'))
  for (const { id, key, from, to } of both) {
    if (!moved.has(id)) continue
    const path = [...place.path, { name, key }]
    place.changes.push({ kind: 'moved', path, before: String(from + 1), after: String(to + 1) })
  }
}

/** Entries without keys are named by their place, in the newer version where they have one. */
function placeKey({ before, after }: NodePair, whole: Lists): string {
  const place =
    after === null
      ? whole.before.findIndex((node) => node === before)
      : whole.after.findIndex((node) => node === after)
  return `#${place + 1}`
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
