import type { RuleNode } from './type-rules.ts'
import type { XmlDocument } from './xml/document.ts'

import { componentOfPath } from './paths.ts'
import { findNestedType, findType } from './registry.ts'
import { rulesBelow, rulesOfRoot } from './type-rules.ts'
import { XmlError } from './xml/errors.ts'
import { readXml } from './xml/reader.ts'

/** Whether the registry knows where components of this type lie and what they hold. */
export function isKnownType(name: string): boolean {
  return findType(name) !== null || findNestedType(name) !== null
}

/**
 * Lists of a file that no rule knows, each once, as paths of names from the root: `Profile/newAccesses`. They are
 * compared and merged by safe defaults: entries are told apart by the names that entries usually have, else by all that
 * they hold, and their order counts. Single elements need no rule. Empty for files that are no readable metadata XML.
 */
export function unknownLists(path: string, content: Uint8Array): string[] {
  if (componentOfPath(path)?.isXml !== true) return []
  try {
    const document = readXml(content)
    const name = document.nameOf(0)
    const found = new Set<string>()
    collect(document, { element: 0, rules: rulesOfRoot(name), path: name }, found)
    return [...found]
  } catch (error) {
    if (error instanceof XmlError) return []
    throw error
  }
}

interface Place {
  readonly element: number
  readonly rules: RuleNode
  readonly path: string
}

function collect(document: XmlDocument, { element, rules, path }: Place, found: Set<string>): void {
  const seen = new Set<string>()
  for (const child of document.childrenOf(element)) {
    const name = document.nameOf(child)
    if (seen.has(name) && !rules.lists.has(name)) found.add(`${path}/${name}`)
    seen.add(name)
    if (document.hasChildren(child))
      collect(document, { element: child, rules: rulesBelow(rules, name), path: `${path}/${name}` }, found)
  }
}
