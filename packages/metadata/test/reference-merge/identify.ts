import type { KeyPart, KeySpec, ListOrder, RuleNode } from '../../src/type-rules.ts'
import type { Element, Sides } from './read.ts'

import { compareText } from '../../src/collation.ts'
import { decodeComponentName } from '../../src/component.ts'
import { usualKeys } from '../../src/merge/identify/usual-keys.ts'
import { isPlaceNumber, placeNumberOf } from '../../src/merge/identify/volatile.ts'
import { rulesBelow } from '../../src/type-rules.ts'

/** How the elements of one name are told apart: there is one, by keys, or only by where they stand. */
export type Identity = 'single' | 'sequence' | { readonly key: KeySpec; readonly order: ListOrder }

/** What the rules say of a name; where they say nothing, what the versions show. */
export function identityOf(name: string, sides: Sides<readonly Element[]>, rules: RuleNode): Identity {
  const rule = rules.lists.get(name)
  if (rule !== undefined) return rule.key.kind === 'position' ? 'sequence' : rule
  const versions = [sides.base, sides.ours, sides.theirs]
  if (versions.every(({ length }) => length < 2)) return 'single'
  if (versions.flat().every(({ children }) => children.length === 0))
    return { key: { kind: 'value' }, order: 'unordered' }
  const key = usualKeys
    .map((child): KeySpec => {
      const part = { path: [child], isOptional: false, untilHyphen: false }
      return { kind: 'fields', alternatives: [[part]], refinement: [] }
    })
    .find((spec) =>
      versions.every((list) => {
        const keys = new Set(list.map((element) => keyOf(element, spec)))
        return !keys.has(null) && keys.size === list.length
      }),
    )
  return key === undefined ? 'sequence' : { key, order: 'unordered' }
}

/** The key of an entry by the first alternative that fits; null when none does. */
export function keyOf(element: Element, spec: KeySpec): string | null {
  if (spec.kind !== 'fields') return spec.kind === 'value' ? element.value : null
  for (const parts of spec.alternatives) {
    const values = parts.map((part) => partOf(element, part) ?? (part.isOptional ? '' : null))
    if (!values.includes(null) && values.some((value) => value !== '')) return values.join('|')
  }
  return null
}

/** Whether an entry holds nothing beside its key: to change it is to exchange it. */
export function isWholeKey(element: Element, spec: KeySpec): boolean {
  if (spec.kind !== 'fields') return spec.kind === 'value'
  const paths = new Set([...spec.alternatives.flat(), ...spec.refinement].map(({ path }) => path.join('/')))
  const isWithin = ({ children }: Element, above: string): boolean =>
    children.every((child) =>
      child.children.length === 0
        ? paths.has(`${above}${child.name}`)
        : isWithin(child, `${above}${child.name}/`),
    )
  return isWithin(element, '')
}

function partOf(element: Element, { path, untilHyphen }: KeyPart): string | null {
  const found = path.reduce<Element | undefined>(
    (at, step) => at?.children.find(({ name }) => name === step),
    element,
  )
  if (found === undefined) return null
  const text = decodeComponentName(found.value.trim())
  return untilHyphen ? (text.split('-')[0] ?? '') : text
}

/** What an element says, apart from comments, spelling and place numbers; `isShown`: also apart from the order of keyed entries. */
export function meaningOf(element: Element, rules: RuleNode, isShown = false): string {
  const { name, attributes, value, children } = element
  if (children.length === 0) return `<${name}${attributes}>${value}`
  const parts = children
    .filter((child) => !isPlaceNumber(name, child.name))
    .map((child) => {
      const rule = rules.lists.get(child.name)
      const isOrdered = rule?.order === 'ordered' && placeNumberOf(child.name) === null
      const keepsPlace = isOrdered && (!isShown || rule.key.kind === 'position')
      return { of: child.name, keepsPlace, text: meaningOf(child, rulesBelow(rules, child.name), isShown) }
    })
    .toSorted((a, b) => compareText(a.of, b.of) || (a.keepsPlace ? 0 : compareText(a.text, b.text)))
  return `<${name}${attributes}>[${parts.map(({ text }) => text).join('')}]`
}
