import type { RuleNode } from '../type-rules.ts'

import { isVolatile, placeNumberOf } from '../merge/volatile.ts'
import { rulesBelow, rulesOfRoot } from '../type-rules.ts'

/** A place in the schema: what is known of all elements with one path of names, asked once for all of them. */
export class ElementKind {
  /** Rules of the lists inside. */
  readonly rules: RuleNode
  /** Whether an org or an editor writes the element anew, so that it says nothing. */
  readonly isVolatile: boolean
  readonly #plainPath: string
  readonly #below = new Map<string, ElementKind>()

  constructor(rules: RuleNode, plainPath: string) {
    this.rules = rules
    this.isVolatile = isVolatile(plainPath)
    this.#plainPath = plainPath
  }

  /** Whether the order of a list says something: by rule, by a place number, or because nobody knows the list. */
  keepsOrder(name: string): boolean {
    const rule = this.rules.lists.get(name)
    return rule === undefined || rule.order === 'ordered' || placeNumberOf(name) !== null
  }

  /** Whether a list can only be compared as a whole: whether an unknown one has keys, and what place numbers say. */
  needsAll(name: string): boolean {
    return !this.rules.lists.has(name) || placeNumberOf(name) !== null
  }

  /** Whether nothing but the entries that differ is needed: they have keys, and their order means nothing. */
  needsOnlyChanged(name: string): boolean {
    return this.rules.lists.get(name)?.key.kind === 'fields' && !this.keepsOrder(name)
  }

  /** The elements of this name inside. */
  below(name: string): ElementKind {
    const known = this.#below.get(name)
    if (known !== undefined) return known
    const kind = new ElementKind(rulesBelow(this.rules, name), `${this.#plainPath}/${name}`)
    this.#below.set(name, kind)
    return kind
  }
}

/** The root elements of this name. */
export function kindOfRoot(name: string): ElementKind {
  return new ElementKind(rulesOfRoot(name), `/${name}`)
}
