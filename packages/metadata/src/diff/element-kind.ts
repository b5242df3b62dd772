import type { RuleNode } from '../type-rules.ts'

import { isVolatile, placeNumberOf } from '../merge/identify/volatile.ts'
import { rulesBelow, rulesOfRoot } from '../type-rules.ts'

/** A place in the schema: what is known of all elements with one path of names, asked once for all of them. */
export class ElementKind {
  /** Rules of the lists inside. */
  readonly rules: RuleNode
  /** Whether an org or an editor writes the element anew, so that it says nothing. */
  readonly isVolatile: boolean
  /** Whether the order of these elements says something: by rule, by a place number, or because nobody knows the list. */
  readonly keepsOrder: boolean
  /** Whether they can only be compared all together: whether unknown ones have keys, and what place numbers say. */
  readonly needsAll: boolean
  /** Whether nothing but those that differ is needed: they have keys, and their order means nothing. */
  readonly needsOnlyChanged: boolean
  readonly #plainPath: string
  readonly #below = new Map<string, ElementKind>()

  /** Elements of a name, where the place above is known. */
  constructor(name: string, above: ElementKind | null) {
    this.rules = above === null ? rulesOfRoot(name) : rulesBelow(above.rules, name)
    this.#plainPath = `${above === null ? '' : above.#plainPath}/${name}`
    this.isVolatile = isVolatile(this.#plainPath)
    const rule = above?.rules.lists.get(name)
    const hasPlaceNumber = placeNumberOf(name) !== null
    this.keepsOrder = rule === undefined || rule.order === 'ordered' || hasPlaceNumber
    this.needsAll = rule === undefined || hasPlaceNumber
    this.needsOnlyChanged = rule?.key.kind === 'fields' && !this.keepsOrder
  }

  /** The elements of this name inside. */
  below(name: string): ElementKind {
    const known = this.#below.get(name)
    if (known !== undefined) return known
    const kind = new ElementKind(name, this)
    this.#below.set(name, kind)
    return kind
  }
}

/** The root elements of this name. */
export function kindOfRoot(name: string): ElementKind {
  return new ElementKind(name, null)
}
