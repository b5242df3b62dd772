import type { ComponentIdentity } from '../component.ts'
import type { ComponentPath } from '../paths.ts'
import type { EntryOwner } from './entry-owners.ts'
import type { Node } from '../merge/read/node.ts'

import { readComposite } from '../composite.ts'
import { nameOf } from '../merge/read/node.ts'
import { textOf } from '../xml/text.ts'
import { dependentTypes } from './entry-owners.ts'

/**
 * The component that decides whether an entry of a file comes back: the file's own, the component that the entry is
 * about, or (null) one that nobody knows.
 */
export type OwnerOf = (entry: Node) => ComponentIdentity | null

/** How to find the deciders of a file's entries; null for files that always come back whole. */
export function ownersIn(
  { identity, isComposite }: ComponentPath,
  path: string,
  content: Uint8Array,
): OwnerOf | null {
  if (isComposite) return ownersInComposite(identity, path, content)
  const rules = dependentTypes[identity.componentType]
  if (rules === undefined) return null
  return (entry) => {
    const name = nameOf(entry)
    if (rules.own.has(name)) return identity
    const rule = rules.entries[name]
    return rule === undefined ? null : ownerByRule(identity, rule, entry)
  }
}

function ownersInComposite(identity: ComponentIdentity, path: string, content: Uint8Array): OwnerOf {
  const parts = readComposite(path, content)?.parts ?? []
  const byElement = new Map(parts.map((part) => [part.element, part.identity]))
  return ({ element }) => byElement.get(element) ?? identity
}

function ownerByRule(
  { packageName, componentName }: ComponentIdentity,
  rule: EntryOwner,
  { document, element }: Node,
): ComponentIdentity | null {
  const part = document.childNamed(element, rule.part)
  if (part === null) return null
  const text = textOf(document, part).trim()
  const object = componentName.split('-')[0] ?? ''
  const names = {
    asWritten: text,
    beforeHyphen: text.split('-')[0] ?? '',
    dottedBelowObject: `${object}.${text}`,
    hyphenatedBelowObject: `${object}-${text}`,
  }
  return { packageName, componentType: rule.type, componentName: names[rule.naming] }
}
