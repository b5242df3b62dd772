import type { KeySpec, RuleNode } from '../../../src/type-rules.ts'
import type { Tree } from './tree.ts'

import { noRules, rulesOfRoot } from '../../../src/type-rules.ts'
import { placeLists } from './place-lists.ts'

/**
 * Everything a document says, without its order: the path of each leaf with the keys of the lists it lies in, and what stands there.
 * Entries without a key count as one leaf with their whole content.
 */
export function leavesOf(root: Tree): Map<string, string[]> {
  const found = new Map<string, string[]>()
  collect(root, rulesOfRoot(root.name), { path: `/${root.name}`, found })
  return new Map([...found].map(([path, values]) => [path, values.toSorted()]))
}

interface Walk {
  readonly path: string
  readonly found: Map<string, string[]>
}

function collect(tree: Tree, rules: RuleNode, { path, found }: Walk): void {
  const add = (at: string, value: string): void => {
    const values = found.get(at)
    if (values === undefined) found.set(at, [value])
    else values.push(value)
  }
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
    else collect(child, rules.below.get(name) ?? noRules, { path: `${path}/${name}[${key}]`, found })
  }
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
