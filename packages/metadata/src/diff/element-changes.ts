import type { Node } from '../merge/read/node.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { ElementKind } from './element-kind.ts'
import type { ListPair } from './element-middle.ts'
import type { NodePair } from './element-pairs.ts'

import { identityOf } from '../merge/identify/identity.ts'
import { nameOf, rootOf, sourceOf } from '../merge/read/node.ts'
import { readVersion } from '../merge/read/versions.ts'
import { readXml } from '../xml/reader.ts'
import { formOf, inPlaceOrder, isValue } from './element-form.ts'
import { Alikeness } from './element-alikeness.ts'
import { kindOfRoot } from './element-kind.ts'
import { onlyChange, unequalLists } from './element-middle.ts'
import { movedIn } from './element-moves.ts'
import { pairByForm, pairByKey, pairInOrder } from './element-pairs.ts'
import { isLeaf, LeafValues, mixedDifference, tagDifference, valueOf } from './element-values.ts'

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
  const young = readVersion(after, old)
  const name = nameOf(old)
  if (name !== nameOf(young))
    return [{ kind: 'changed', path: [], before: sourceOf(old), after: sourceOf(young) }]
  const comparison = new Comparison(old.document, young.document)
  comparison.compare({ kind: kindOfRoot(name), path: [] }, old, young)
  return comparison.changes
}

/** Where a comparison is. */
interface Place {
  readonly kind: ElementKind
  readonly path: readonly ElementStep[]
}

/** Walks down two versions wherever they differ, and gathers what it finds. */
class Comparison {
  readonly changes: ElementChange[] = []
  readonly #alike: Alikeness
  readonly #leaves = new LeafValues()

  constructor(before: XmlDocument, after: XmlDocument) {
    this.#alike = new Alikeness(before, after)
  }

  compare(place: Place, before: Node, after: Node): void {
    if (!place.kind.isVolatile && !this.#alike.of(before.element, after.element))
      this.#compareUnlike(place, before, after)
  }

  #compareUnlike(place: Place, before: Node, after: Node): void {
    const { kind, path } = place
    if (isLeaf(before) && isLeaf(after)) {
      this.#write(path, this.#leaves.difference(before, after))
      return
    }
    const only = onlyChange(before, after, this.#alike)
    if (only !== null && !kind.rules.lists.has(only.name) && !isValue(before)) {
      const below = { kind: kind.below(only.name), path: stepDown(path, { name: only.name, key: null }) }
      if (!below.kind.isVolatile) this.#compareUnlike(below, only.before, only.after)
    } else if (isValue(before) || isValue(after)) this.#write(path, mixedDifference(before, after, kind))
    else {
      this.#write(path, tagDifference(before, after))
      for (const lists of unequalLists(before, after, { kind, alike: this.#alike }))
        this.#compareLists(place, lists)
    }
  }

  #compareLists({ kind, path }: Place, lists: ListPair): void {
    const { name } = lists
    const before = inPlaceOrder(name, lists.before)
    const after = inPlaceOrder(name, lists.after)
    const below = { kind: kind.below(name), path }
    const identity = identityOf(name, { base: before, ours: after, theirs: [] }, kind.rules)
    if (identity.kind === 'single') {
      this.#comparePair(below, name, { before: before[0] ?? null, after: after[0] ?? null, key: null })
      return
    }
    const ordered = { ...lists, before, after }
    const two = { before, after, formOf: (node: Node) => formOf(node, below.kind) }
    const { keepsOrder } = below.kind
    if (identity.kind === 'keyed') {
      const pairs = pairByKey(two, identity.key)
      for (const pair of pairs) this.#comparePair(below, name, pair)
      if (keepsOrder) for (const move of moves(path, ordered, pairs)) this.changes.push(move)
    } else {
      const keyOf = placeKeys(ordered)
      for (const pair of keepsOrder ? pairInOrder(two) : pairByForm(two))
        this.#comparePair(below, name, { ...pair, key: keyOf(pair) })
    }
  }

  /** `place` is that of the parent, with the kind of the elements. */
  #comparePair(place: Place, name: string, { before, after, key }: NodePair): void {
    const { kind } = place
    const path = stepDown(place.path, { name, key })
    if (before !== null && after !== null) this.compare({ kind, path }, before, after)
    else if (!kind.isVolatile) {
      if (before !== null) this.changes.push({ kind: 'removed', path, before: valueOf(before), after: null })
      if (after !== null) this.changes.push({ kind: 'added', path, before: null, after: valueOf(after) })
    }
  }

  #write(
    path: readonly ElementStep[],
    values: { readonly before: string; readonly after: string } | null,
  ): void {
    if (values !== null) this.changes.push({ kind: 'changed', path, ...values })
  }
}

/**
 * A path and one step more. Nearly all are two steps long, and rows that are made in one piece take a tenth of the time; unlike a
 * spread, a longer one leaves no room to grow either.
 */
function stepDown(path: readonly ElementStep[], step: ElementStep): readonly ElementStep[] {
  const [first] = path
  if (first === undefined) return [step]
  return path.length === 1 ? [first, step] : path.concat(step)
}

/** Entries that stand in both versions and changed places: the fewest that explain the new order. */
function moves(
  above: readonly ElementStep[],
  { name, before, after, skipped }: ListPair,
  pairs: readonly NodePair[],
): ElementChange[] {
  const [oldPlace, newPlace] = [placesOf(before), placesOf(after)]
  const both = pairs.flatMap(({ before: a, after: b, key }, index) =>
    a === null || b === null
      ? []
      : [{ id: String(index), key, from: oldPlace.get(a) ?? 0, to: newPlace.get(b) ?? 0 }],
  )
  const ids = (by: 'from' | 'to'): string[] => both.toSorted((a, b) => a[by] - b[by]).map(({ id }) => id)
  const moved = movedIn(ids('from'), ids('to'))
  if (moved.size === 0) return []
  const skippedCount = skipped()
  return both
    .filter(({ id }) => moved.has(id))
    .map(({ key, from, to }) => ({
      kind: 'moved',
      path: [...above, { name, key }],
      before: String(skippedCount + from + 1),
      after: String(skippedCount + to + 1),
    }))
}

function placesOf(nodes: readonly Node[]): Map<Node, number> {
  return new Map(nodes.map((node, index) => [node, index]))
}

/** Entries without keys are named by their place, in the newer version where they have one. */
function placeKeys({ before, after, skipped }: ListPair): (pair: NodePair) => string {
  const [oldPlace, newPlace] = [placesOf(before), placesOf(after)]
  const first = skipped() + 1
  return (pair) => {
    const place =
      pair.after !== null ? newPlace.get(pair.after) : pair.before !== null ? oldPlace.get(pair.before) : 0
    return `#${first + (place ?? 0)}`
  }
}
