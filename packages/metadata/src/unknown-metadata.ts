import type { NormaliseInput } from './normalise.ts'
import type { RuleNode } from './type-rules.ts'

import { readNormalised } from './normalise.ts'
import { findNestedType, findType } from './registry.ts'
import { rulesBelow, rulesOfRoot } from './type-rules.ts'
import { XmlDocument } from './xml/document.ts'

/** Whether the registry knows where components of this type lie and what they hold. */
export function isKnownType(name: string): boolean {
  return findType(name) !== null || findNestedType(name) !== null
}

/** A file as it came from the org, normalised. */
export interface LookedInto {
  /** What `normaliseFile` gives. */
  readonly content: Uint8Array
  /**
   * Lists that no rule knows, each once, as paths of names from the root: `Profile/newAccesses`. They are compared and
   * merged by safe defaults: entries are told apart by the names that entries usually have, else by all that they hold,
   * and their order counts. Single elements need no rule. Empty for files that are no readable metadata XML.
   */
  readonly unknownLists: () => string[]
}

/** Normalises a file and lets it be looked into. Normalising changes no element, so what was read holds for both. */
export function lookInto(input: NormaliseInput): LookedInto {
  const { content, tape } = readNormalised(input)
  return { content, unknownLists: () => (tape === null ? [] : listsIn(new XmlDocument(tape))) }
}

function listsIn(document: XmlDocument): string[] {
  const name = document.nameOf(0)
  const found = new Set<string>()
  collect(document, { element: 0, name, rules: rulesOfRoot(name), parent: null }, found)
  return [...found]
}

interface Place {
  readonly element: number
  readonly name: string
  readonly rules: RuleNode
  readonly parent: Place | null
}

function collect(document: XmlDocument, place: Place, found: Set<string>): void {
  const { element, rules } = place
  const end = document.nextOf(element)
  const seen = new Set<string>()
  for (let child = element + 1; child < end; child = document.nextOf(child)) {
    const name = document.nameOf(child)
    if (seen.has(name) && !rules.lists.has(name)) found.add(`${pathOf(place)}/${name}`)
    seen.add(name)
    if (document.hasChildren(child))
      collect(document, { element: child, name, rules: rulesBelow(rules, name), parent: place }, found)
  }
}

function pathOf({ name, parent }: Place): string {
  return parent === null ? name : `${pathOf(parent)}/${name}`
}
