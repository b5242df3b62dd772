import type { KeySpec, RuleNode } from '../../../src/type-rules.ts'
import type { Tree } from './tree.ts'

import { noRules, rulesOfRoot } from '../../../src/type-rules.ts'
import { placeLists } from './place-lists.ts'

/**
 * Everything a document says, without its order: the path of each leaf with the keys of the lists it lies in, and what stands there.
 * Entries without a key count as one leaf with their whole content. `refined` names entries whose keys tell too little apart.
 */
export function leavesOf(root: Tree, refined: ReadonlySet<string> = new Set()): Map<string, string[]> {
  return collectFrom(root, refined).found
}

/** The paths of entries whose key can be refined, each with what their keys would be refined by. */
export function refinementsOf(root: Tree): Map<string, string[]> {
  return collectFrom(root, new Set()).refinements
}

interface Walk {
  readonly path: string
  readonly found: Map<string, string[]>
  readonly refinements: Map<string, string[]>
  /** Paths of entries whose keys are refined. */
  readonly refined: ReadonlySet<string>
}

function collectFrom(root: Tree, refined: ReadonlySet<string>): Pick<Walk, 'found' | 'refinements'> {
  const walk = { path: `/${root.name}`, found: new Map(), refinements: new Map(), refined } satisfies Walk
  collect(root, rulesOfRoot(root.name), walk)
  return { found: sortedRows(walk.found), refinements: sortedRows(walk.refinements) }
}

const sortedRows = (rows: ReadonlyMap<string, string[]>): Map<string, string[]> =>
  new Map([...rows].map(([path, values]) => [path, values.toSorted()]))

function addTo(rows: Map<string, string[]>, at: string, value: string): void {
  const values = rows.get(at)
  if (values === undefined) rows.set(at, [value])
  else values.push(value)
}

function collect(tree: Tree, rules: RuleNode, walk: Walk): void {
  const { path, found, refinements, refined } = walk
  const add = (at: string, value: string): void => addTo(found, at, value)
  if (tree.children.length === 0) {
    // A root that holds nothing yet says nothing that its later content would not say.
    if (path !== `/${tree.name}`) add(path, contentOf(tree))
    return
  }
  const counts = new Map<string, number>()
  for (const child of tree.children) {
    const { name } = child
    const index = counts.get(name) ?? 0
    counts.set(name, index + 1)
    const rule = rules.lists.get(name)
    const isPlace = placeLists.has(name)
    const key = isPlace ? String(index) : rule === undefined ? '' : keyText(child, rule.key)
    // An object or a column that holds nothing yet says nothing that its later content would not say.
    if ((rule === undefined || isPlace) && rules.below.has(name) && isBare(child)) continue
    if (key === null) add(`${path}/${name}`, contentOf(child))
    else {
      const refinement = rule === undefined || isPlace ? null : refinementOf(child, rule.key)
      const plain = `${path}/${name}[${key}]`
      if (refinement !== null) addTo(refinements, plain, refinement)
      const at = refined.has(plain) ? `${path}/${name}[${key}|${refinement}]` : plain
      collect(child, rules.below.get(name) ?? noRules, { ...walk, path: at })
    }
  }
}

function refinementOf(tree: Tree, spec: KeySpec): string | null {
  if (spec.kind !== 'fields' || spec.refinement.length === 0) return null
  return spec.refinement.map(({ path }) => textAt(tree, path) ?? '').join('|')
}

function isBare({ children, value, attributes }: Tree): boolean {
  return children.length === 0 && value === '' && Object.keys(attributes).length === 0
}

/** An element in one string: attributes by name, children in order. */
export function contentOf({ name, attributes, value, children }: Tree): string {
  const tag = Object.entries(attributes)
    .map(([attribute, text]) => ` ${attribute}=${JSON.stringify(text)}`)
    .toSorted()
    .join('')
  return `<${name}${tag}>${JSON.stringify(value)}${children.map(contentOf).join('')}</>`
}

/** What tells an entry of a list from the others; null when nothing does. */
export function keyText(tree: Tree, spec: KeySpec): string | null {
  if (spec.kind === 'value') return tree.value
  if (spec.kind === 'position') return null
  for (const parts of spec.alternatives) {
    const values = parts.map(({ path, isOptional, untilHyphen }) => {
      const text = textAt(tree, path) ?? (isOptional ? '' : null)
      return untilHyphen ? (text?.split('-')[0] ?? null) : text
    })
    if (!values.includes(null) && values.some((value) => value !== '')) return values.join('|')
  }
  return null
}

function textAt(tree: Tree, path: readonly string[]): string | null {
  let at: Tree | undefined = tree
  for (const step of path) at = at?.children.find(({ name }) => name === step)
  return at === undefined ? null : decoded(at.value.trim())
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
