import type { ComponentIdentity } from '../component.ts'
import type { Composite } from '../composite.ts'
import type { ChangeType, FileChange } from './file-change.ts'

import { componentKey } from '../component.ts'
import { readComposite } from '../composite.ts'
import { canonicalElement } from '../xml/canonical.ts'
import { XmlError } from '../xml/errors.ts'
import { withOneEmptyForm } from './same-content.ts'

/** One nested component that came, changed or went. */
export interface NestedChange {
  readonly identity: ComponentIdentity
  readonly changeType: ChangeType
}

/**
 * What differs between two versions of a composite's file, its own content apart from what is
 * nested.
 */
export interface CompositeDifference {
  /** How the composite itself changed; null when only nested components did. Boxes without content never change themselves. */
  readonly own: ChangeType | null
  readonly nested: readonly NestedChange[]
}

/** What changed inside a composite's file; null when a side is not well-formed. */
export function compositeDifference({ path, before, after }: FileChange): CompositeDifference | null {
  const old = side(path, before)
  const young = side(path, after)
  if (old === null || young === null) return null
  const nested: NestedChange[] = []
  for (const [key, { identity, text }] of young.nested) {
    const was = old.nested.get(key)
    if (was === undefined) nested.push({ identity, changeType: 'Added' })
    else if (was.text !== text) nested.push({ identity, changeType: 'Modified' })
  }
  for (const [key, { identity }] of old.nested) {
    if (!young.nested.has(key)) nested.push({ identity, changeType: 'Deleted' })
  }
  return { own: ownChange(old, young), nested }
}

interface Side {
  readonly exists: boolean
  readonly isContainer: boolean
  readonly own: string
  readonly nested: ReadonlyMap<string, { readonly identity: ComponentIdentity; readonly text: string }>
}

function ownChange(old: Side, young: Side): ChangeType | null {
  if (old.isContainer || young.isContainer) {
    if (old.own === young.own) return null
  } else if (!old.exists || !young.exists) {
    if (!old.exists && !young.exists) return null
    return old.exists ? 'Deleted' : 'Added'
  }
  return old.own === young.own ? null : 'Modified'
}

const absent: Side = { exists: false, isContainer: false, own: '', nested: new Map() }

function side(path: string, content: Uint8Array | null): Side | null {
  if (content === null) return absent
  const composite = read(path, content)
  if (composite === null) return null
  const own: string[] = []
  const nested = new Map<string, { identity: ComponentIdentity; text: string }>()
  for (const { element, identity } of composite.parts) {
    const text = withOneEmptyForm(canonicalElement(composite.document, element, ''))
    if (identity === null) {
      own.push(text)
      continue
    }
    const key = componentKey(identity)
    // A name that stands twice is a trace of a bad merge: both elements count as the component's content.
    nested.set(key, { identity, text: (nested.get(key)?.text ?? '') + text })
  }
  return { exists: true, isContainer: composite.isContainer, own: own.join(''), nested }
}

function read(path: string, content: Uint8Array): Composite | null {
  try {
    return readComposite(path, content)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}
