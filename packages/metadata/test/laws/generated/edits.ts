import * as fc from 'fast-check'

import type { KeySpec, ListRule, RuleNode } from '../../../src/type-rules.ts'
import type { Tree } from './tree.ts'

import { noRules, rulesOfRoot } from '../../../src/type-rules.ts'
import { keyText } from './leaves.ts'
import { placeLists } from './place-lists.ts'
import { leaf, parent } from './tree.ts'
import { values } from './values.ts'

/** A wish; what becomes of it depends on the document. */
export interface Wish {
  readonly pick: number
  readonly side: 'ours' | 'theirs'
  readonly kind: 'change' | 'delete' | 'add' | 'move'
  readonly value: string
}

export const wishes: fc.Arbitrary<Wish[]> = fc.array(
  fc.record({
    pick: fc.nat({ max: 10_000 }),
    side: fc.constantFrom<Wish['side'][]>('ours', 'theirs'),
    kind: fc.constantFrom<Wish['kind'][]>('change', 'delete', 'add', 'move'),
    value: values,
  }),
  { minLength: 2, maxLength: 8 },
)

/** What one side does to the elements of a document. */
export interface Plan {
  readonly changed: Map<Tree, string>
  readonly deleted: Set<Tree>
  readonly added: Map<Tree, Tree[]>
  /** Entries that go to the front of their list. */
  readonly moved: Set<Tree>
}

/** A place where a document can be edited without touching a key or the inside of an entry without one. */
interface Site {
  readonly node: Tree
  readonly parents: readonly Tree[]
  readonly rule: ListRule | null
}

export function emptyPlan(): Plan {
  return { changed: new Map(), deleted: new Set(), added: new Map(), moved: new Set() }
}

/** The same document in elements of its own, so that each can be named. */
export function copyOf(tree: Tree): Tree {
  return { ...tree, children: tree.children.map(copyOf) }
}

function sitesOf(root: Tree): Site[] {
  const sites: Site[] = []
  const visit = (node: Tree, rules: RuleNode, parents: readonly Tree[]): void => {
    const rule = rules.lists.get(node.name) ?? null
    sites.push({ node, parents, rule })
    if (rule?.key.kind === 'position' || rule?.key.kind === 'value') return
    const keyNames = rule === null ? [] : namesOfKey(rule.key)
    for (const child of node.children)
      if (!keyNames.includes(child.name))
        visit(child, rules.below.get(node.name) ?? noRules, [...parents, node])
  }
  for (const child of root.children) visit(child, rulesOfRoot(root.name), [root])
  return sites
}

function namesOfKey(key: KeySpec): string[] {
  return key.kind === 'fields' ? key.alternatives.flat().map(({ path }) => path[0] ?? '') : []
}

/** What each side does, so that no wish of one side meets one of the other; with `free` each side does what it likes. */
export function plansOf(root: Tree, wanted: readonly Wish[], free = false): Record<Wish['side'], Plan> {
  const plans = { ours: emptyPlan(), theirs: emptyPlan() }
  const sites = sitesOf(root)
  const claims = { ours: new Set<Tree | string>(), theirs: new Set<Tree | string>() }
  wanted.forEach((wish, index) => {
    const claimed = free ? claims[wish.side] : new Set([...claims.ours, ...claims.theirs])
    // A wish that does not fit one place may fit the next.
    for (const step of [0, 1, 2, 3]) {
      const site = sites[(wish.pick + step) % Math.max(sites.length, 1)]
      if (site === undefined) return
      const granted = grant(plans[wish.side], { site, wish, claimed, name: `New${index}` })
      for (const claim of granted) claims[wish.side].add(claim)
      if (granted.length > 0) return
    }
  })
  return plans
}

interface Request {
  readonly site: Site
  readonly wish: Wish
  readonly claimed: ReadonlySet<Tree | string>
  readonly name: string
}

/** Enters a wish into the plan where nothing forbids it; gives what it takes hold of. */
function grant(plan: Plan, { site, wish, claimed, name }: Request): (Tree | string)[] {
  const { node, parents, rule } = site
  const around = parents.at(-1)
  if (around === undefined || parents.some((tree) => claimed.has(gone(tree)))) return []
  if (wish.kind === 'add') return addTo(plan, { site, wish, claimed, name })
  if (rule?.key.kind === 'position') return []
  if (wish.kind === 'move') {
    const order = orderClaim(around, node.name)
    if (rule?.order !== 'ordered' || claimed.has(order) || claimed.has(gone(node))) return []
    plan.moved.add(node)
    return [order, node, ...parents]
  }
  if (claimed.has(node) || claimed.has(orderClaim(around, node.name))) return []
  if (wish.kind === 'change') {
    if (node.children.length > 0 || rule !== null || node.value === wish.value) return []
    plan.changed.set(node, wish.value)
    return [node, ...parents]
  }
  const isObject = rule === null && node.children.length > 0
  if (isObject || holdsAny(node, claimed)) return []
  plan.deleted.add(node)
  return [gone(node), node, ...parents]
}

const ids = new WeakMap<Tree, number>()
let lastId = 0
function idOf(tree: Tree): number {
  const known = ids.get(tree)
  if (known !== undefined) return known
  lastId += 1
  ids.set(tree, lastId)
  return lastId
}
const gone = (tree: Tree): string => `gone ${idOf(tree)}`
const orderClaim = (around: Tree, name: string): string => `order ${idOf(around)} ${name}`

function holdsAny(tree: Tree, claimed: ReadonlySet<Tree | string>): boolean {
  return claimed.has(tree) || tree.children.some((child) => holdsAny(child, claimed))
}

/** A new entry beside the site; lists whose entries have no key are one thing, for one side only. */
function addTo(plan: Plan, { site, wish, claimed, name }: Request): (Tree | string)[] {
  const { node, parents, rule } = site
  const around = parents.at(-1)
  if (rule === null || around === undefined || placeLists.has(node.name)) return []
  const unit = orderClaim(around, rule.key.kind === 'position' ? '(positions)' : node.name)
  if (claimed.has(unit)) return []
  const entry = newEntry(node.name, rule.key, { name, value: wish.value })
  plan.added.set(around, [...(plan.added.get(around) ?? []), entry])
  return rule.key.kind === 'position' ? [unit, around, ...parents] : [around, ...parents]
}

function newEntry(
  name: string,
  key: KeySpec,
  entry: { readonly name: string; readonly value: string },
): Tree {
  if (key.kind === 'value') return leaf(name, entry.name)
  if (key.kind === 'position') return parent(name, [leaf('field', entry.name), leaf('value', entry.value)])
  const parts = key.alternatives[0] ?? []
  const keyed = parts.map(({ path }) =>
    path
      .toReversed()
      .reduce<Tree | null>(
        (inner, step) => (inner === null ? leaf(step, entry.name) : parent(step, [inner])),
        null,
      ),
  )
  return parent(name, [...keyed.flatMap((tree) => tree ?? []), leaf('addedValue', entry.value)])
}

/** The document after the plans. */
export function apply(tree: Tree, ...plans: readonly Plan[]): Tree {
  return edited(tree, rulesOfRoot(tree.name), plans)
}

function edited(tree: Tree, rules: RuleNode, plans: readonly Plan[]): Tree {
  const change = plans.find(({ changed }) => changed.has(tree))?.changed.get(tree)
  if (change !== undefined) return { ...tree, value: change }
  const kept = tree.children.filter((child) => !plans.some(({ deleted }) => deleted.has(child)))
  const moved = kept.filter((child) => plans.some((plan) => plan.moved.has(child)))
  let children = kept.map((child) => child)
  for (const child of moved) {
    children = children.filter((other) => other !== child)
    children.splice(children.findIndex(({ name }) => name === child.name) >>> 0, 0, child)
  }
  children = children.map((child) => edited(child, rules.below.get(child.name) ?? noRules, plans))
  for (const entry of plans.flatMap(({ added }) => added.get(tree) ?? []))
    children = inserted(children, entry, rules)
  return { ...tree, children }
}

/** In a sorted list at its place, else behind its likes. */
function inserted(children: readonly Tree[], entry: Tree, rules: RuleNode): Tree[] {
  const rule = rules.lists.get(entry.name)
  const isSorted = rule !== undefined && rule.order.startsWith('sorted')
  const key = rule === undefined ? null : keyText(entry, rule.key)
  const after = children.findLastIndex(
    (child) =>
      child.name === entry.name &&
      (!isSorted || rule === undefined || (keyText(child, rule.key) ?? '') < (key ?? '')),
  )
  const first = children.findIndex(({ name }) => name === entry.name)
  const place = after >= 0 ? after + 1 : first >= 0 ? first : children.length
  return children.toSpliced(place, 0, entry)
}
