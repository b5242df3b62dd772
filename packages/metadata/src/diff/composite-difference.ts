import type { ComponentIdentity } from '../component.ts'
import type { Composite } from '../composite.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { ChangeType, FileChange } from './file-change.ts'

import { componentKey } from '../component.ts'
import { readComposite } from '../composite.ts'
import { canonicalElement } from '../xml/canonical.ts'
import { XmlError } from '../xml/errors.ts'
import { withOneEmptyForm } from '../xml/one-empty-form.ts'

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
  for (const [key, { identity, content }] of young.nested) {
    const was = old.nested.get(key)
    if (was === undefined) nested.push({ identity, changeType: 'Added' })
    else if (!isSame(was.content, content)) nested.push({ identity, changeType: 'Modified' })
  }
  for (const [key, { identity }] of old.nested) {
    if (!young.nested.has(key)) nested.push({ identity, changeType: 'Deleted' })
  }
  return { own: ownChange(old, young), nested }
}

interface Side {
  readonly exists: boolean
  readonly isContainer: boolean
  readonly own: Content
  readonly nested: ReadonlyMap<string, { readonly identity: ComponentIdentity; readonly content: Content }>
}

/** Elements of a document; none when the file is absent. */
interface Content {
  readonly document: XmlDocument | null
  readonly elements: number[]
}

function ownChange(old: Side, young: Side): ChangeType | null {
  if (old.isContainer || young.isContainer) {
    if (isSame(old.own, young.own)) return null
  } else if (!old.exists || !young.exists) {
    if (!old.exists && !young.exists) return null
    return old.exists ? 'Deleted' : 'Added'
  }
  return isSame(old.own, young.own) ? null : 'Modified'
}

/** Nearly every element stands in both versions as it is; only the others are compared apart from their spelling. */
function isSame(a: Content, b: Content): boolean {
  return textOf(a, asWritten) === textOf(b, asWritten) || textOf(a, canonical) === textOf(b, canonical)
}

function textOf(
  { document, elements }: Content,
  text: (document: XmlDocument, element: number) => string,
): string {
  return document === null ? '' : elements.map((element) => text(document, element)).join('')
}

function asWritten(document: XmlDocument, element: number): string {
  return document.sourceOf(element)
}

function canonical(document: XmlDocument, element: number): string {
  return withOneEmptyForm(canonicalElement(document, element, ''))
}

const absent: Side = {
  exists: false,
  isContainer: false,
  own: { document: null, elements: [] },
  nested: new Map(),
}

function side(path: string, content: Uint8Array | null): Side | null {
  if (content === null) return absent
  const composite = read(path, content)
  if (composite === null) return null
  const { document } = composite
  const own: Content = { document, elements: [] }
  const nested = new Map<string, { identity: ComponentIdentity; content: Content }>()
  for (const { element, identity } of composite.parts) {
    const key = identity === null ? null : componentKey(identity)
    // A name that stands twice is a trace of a bad merge: both elements count as the component's content.
    const known = key === null ? own : nested.get(key)?.content
    if (known !== undefined) known.elements.push(element)
    else if (key !== null && identity !== null)
      nested.set(key, { identity, content: { document, elements: [element] } })
  }
  return { exists: true, isContainer: composite.isContainer, own, nested }
}

function read(path: string, content: Uint8Array): Composite | null {
  try {
    return readComposite(path, content)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}
