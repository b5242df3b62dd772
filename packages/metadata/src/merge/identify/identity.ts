import type { KeyPart, KeySpec, ListOrder, RuleNode } from '../../type-rules.ts'
import type { Node, Sides } from '../read/node.ts'

import { decodeComponentName } from '../../component.ts'
import { textOf } from '../../xml/text.ts'
import { usualKeys } from './usual-keys.ts'

/** How the elements of one name under one parent are told apart. */
export type Identity =
  | { readonly kind: 'single' }
  | { readonly kind: 'keyed'; readonly key: KeySpec; readonly order: ListOrder }
  | { readonly kind: 'sequence' }

/** Decides once, from all versions, whether a name is a list and what its entries are recognised by. */
export function identityOf(name: string, sides: Sides<readonly Node[]>, rules: RuleNode): Identity {
  const ruled = ruledIdentity(name, rules)
  if (ruled !== null) return ruled
  const versions = [sides.base, sides.ours, sides.theirs]
  if (versions.every((list) => list.length < 2)) return { kind: 'single' }
  const all = versions.flat()
  if (all.every(({ document, element }) => !document.hasChildren(element)))
    return { kind: 'keyed', key: { kind: 'value' }, order: 'unordered' }
  for (const key of usualKeys) {
    const spec = fieldKey(key)
    if (versions.every((list) => hasDistinctKeys(list, spec)))
      return { kind: 'keyed', key: spec, order: 'unordered' }
  }
  return { kind: 'sequence' }
}

/** What the rules say; null where they know nothing of the name. */
export function ruledIdentity(name: string, rules: RuleNode): Identity | null {
  const rule = rules.lists.get(name)
  if (rule === undefined) return null
  return rule.key.kind === 'position'
    ? { kind: 'sequence' }
    : { kind: 'keyed', key: rule.key, order: rule.order }
}

function fieldKey(name: string): KeySpec {
  const alternatives = [[{ path: [name], isOptional: false, untilHyphen: false }]]
  return { kind: 'fields', alternatives, refinement: [] }
}

function hasDistinctKeys(nodes: readonly Node[], spec: KeySpec): boolean {
  const keys = nodes.map((node) => keyOf(node, spec))
  return !keys.includes(null) && new Set(keys).size === keys.length
}

/** Whether an entry holds nothing beside its key: to change it is to exchange it. */
export function isWholeKey(node: Node, spec: KeySpec): boolean {
  if (spec.kind !== 'fields') return spec.kind === 'value'
  return isWithin(node, new Set(keyPathsOf(spec)), '')
}

/** The paths of all values that a key may be made of. */
export function keyPathsOf(spec: KeySpec): readonly string[] {
  if (spec.kind !== 'fields') return []
  return [...spec.alternatives.flat(), ...spec.refinement].map(({ path }) => path.join('/'))
}

/** Whether every leaf below an element lies at one of these paths. */
function isWithin(
  { document, element }: Pick<Node, 'document' | 'element'>,
  paths: ReadonlySet<string>,
  above: string,
): boolean {
  return document.childrenOf(element).every((child) => {
    const path = `${above}${document.nameOf(child)}`
    if (!document.hasChildren(child)) return paths.has(path)
    return isWithin({ document, element: child }, paths, `${path}/`)
  })
}

/** The key of a list's entry; null when the children that make it up are missing. */
export function keyOf(node: Node, spec: KeySpec): string | null {
  if (spec.kind === 'value') return textOf(node.document, node.element)
  if (spec.kind === 'position') return null
  for (const parts of spec.alternatives) {
    const key = joinedKey(node, parts)
    if (key !== null) return key
  }
  return null
}

/** The key of an entry whose key stands twice in a version: with what is added then. */
export function refinedKeyOf(node: Node, spec: KeySpec): string | null {
  const key = keyOf(node, spec)
  if (key === null || spec.kind !== 'fields' || spec.refinement.length === 0) return key
  return `${key}|${spec.refinement.map((part) => partValue(node, part) ?? '').join('|')}`
}

/** The keys of an entry by each alternative of the rule; null where the children that make one up are missing. */
export function waysOf(node: Node, spec: KeySpec): (string | null)[] {
  return spec.kind === 'fields' ? spec.alternatives.map((parts) => joinedKey(node, parts)) : []
}

function joinedKey(node: Node, parts: readonly KeyPart[]): string | null {
  const [first] = parts
  // Nearly every key is one value, of which nothing needs to be joined.
  if (first !== undefined && parts.length === 1) return partValue(node, first) || null
  const values: string[] = []
  for (const part of parts) {
    const value = partValue(node, part)
    if (value === null && !part.isOptional) return null
    values.push(value ?? '')
  }
  return values.some((value) => value !== '') ? values.join('|') : null
}

function partValue({ document, element }: Node, part: KeyPart): string | null {
  let at: number | null = element
  for (const step of part.path) at = at === null ? null : document.childNamed(at, step)
  if (at === null) return null
  const text = decodeComponentName(textOf(document, at).trim())
  return part.untilHyphen ? (text.split('-')[0] ?? '') : text
}
