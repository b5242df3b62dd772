import type { TypeRuleRow } from './type-rule-row.ts'

import { typeRuleRows } from './data/type-rules.gen.ts'

/** What stands for the order of a list: it means something, it is kept sorted, or it is nothing. */
export type ListOrder = 'ordered' | 'sorted' | 'sortedIgnoringCase' | 'unordered'

/**
 * How an element of a list is recognised in another version. `fields`: alternatives, tried in
 * turn, each a row of parts that are joined, and `refinement`: parts that are added only for keys that stand twice in a version,
 * because people edit them; `value`: by its whole text; `position`: only by where it stands.
 */
export type KeySpec =
  | {
      readonly kind: 'fields'
      readonly alternatives: readonly (readonly KeyPart[])[]
      readonly refinement: readonly KeyPart[]
    }
  | { readonly kind: 'value' }
  | { readonly kind: 'position' }

/** A part of a key: the text of the element at a path of child names. */
export interface KeyPart {
  readonly path: readonly string[]
  /** An absent part counts as empty, where otherwise the key would not fit at all. */
  readonly isOptional: boolean
  /** Only the text before the first hyphen counts: layouts are named `Object-Layout`. */
  readonly untilHyphen: boolean
}

/**
 * What is known about one list: how to recognise its entries and what their order means.
 * Measured on real retrieves.
 */
export interface ListRule {
  readonly key: KeySpec
  readonly order: ListOrder
}

/** The rules below one element: its lists by name, and the rules further down. */
export interface RuleNode {
  readonly lists: ReadonlyMap<string, ListRule>
  readonly below: ReadonlyMap<string, RuleNode>
}

const orders: Readonly<Record<TypeRuleRow[3], ListOrder>> = {
  s: 'sorted',
  i: 'sortedIgnoringCase',
  u: 'unordered',
  o: 'ordered',
}

/** Where nothing is known: lists are found and told apart by what they hold. */
export const noRules: RuleNode = { lists: new Map(), below: new Map() }

const trees = new Map<string, RuleNode>()

/** The rules of a file by the name of its root element; `noRules` for unknown types. */
export function rulesOfRoot(rootName: string): RuleNode {
  const known = trees.get(rootName)
  if (known !== undefined) return known
  const rows = Object.hasOwn(typeRuleRows, rootName) ? typeRuleRows[rootName] : undefined
  const tree = rows === undefined ? noRules : buildTree(rows)
  trees.set(rootName, tree)
  return tree
}

/** A node while the tree is built. */
interface MutableNode {
  readonly lists: Map<string, ListRule>
  readonly below: Map<string, MutableNode>
}

function buildTree(rows: readonly TypeRuleRow[]): RuleNode {
  const root: MutableNode = { lists: new Map(), below: new Map() }
  for (const [path, element, key, order] of rows) {
    let node = root
    for (const step of path === '' ? [] : path.split('/')) {
      const next = node.below.get(step) ?? { lists: new Map(), below: new Map() }
      node.below.set(step, next)
      node = next
    }
    node.lists.set(element, { key: parseKey(key), order: orders[order] })
  }
  return root
}

/** Reads the table's notation: `a+b?`, `a or b/c`, `a then b`, `(value)`, `(position)`, `object-prefix-of(layout)+recordType?`. */
export function parseKey(text: string): KeySpec {
  if (text === '(value)') return { kind: 'value' }
  if (text === '(position)') return { kind: 'position' }
  const [keys = '', refinement] = text.split(' then ')
  return {
    kind: 'fields',
    alternatives: keys.split(' or ').map(parseParts),
    refinement: refinement === undefined ? [] : parseParts(refinement),
  }
}

function parseParts(text: string): KeyPart[] {
  return text.split('+').map(parsePart)
}

function parsePart(text: string): KeyPart {
  const prefixed = /^object-prefix-of\((.+)\)$/u.exec(text)
  const name = prefixed?.[1] ?? text
  const isOptional = name.endsWith('?')
  return {
    path: (isOptional ? name.slice(0, -1) : name).split('/'),
    isOptional,
    untilHyphen: prefixed !== null,
  }
}

/** The rules below one child. */
export function rulesBelow(rules: RuleNode, name: string): RuleNode {
  return rules.below.get(name) ?? noRules
}
