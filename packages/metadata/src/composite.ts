import type { ComponentIdentity } from './component.ts'
import type { NestedType } from './registry.ts'
import type { XmlDocument } from './xml/document.ts'

import { encodeUtf8 } from './bytes.ts'
import { componentKey } from './component.ts'
import { componentOfPath } from './paths.ts'
import { childTypesOf, findType } from './registry.ts'
import { readXml } from './xml/reader.ts'
import { textOf } from './xml/text.ts'

/** One nested component with the text of its element as written. */
export interface NestedElement {
  readonly identity: ComponentIdentity
  readonly elementText: string
}

/**
 * One child of a composite's root: a nested component, or (identity null) a piece of the
 * composite's own content. `element` is its number in the document.
 */
export interface CompositePart {
  readonly element: number
  readonly identity: ComponentIdentity | null
}

/** A composite's file, read once. */
export interface Composite {
  readonly identity: ComponentIdentity
  /** True where the file is only a box for its children. */
  readonly isContainer: boolean
  readonly document: XmlDocument
  readonly parts: readonly CompositePart[]
}

/**
 * Reads a composite's file and names its parts.
 * Null when the path is not that of a composite. Raises `XmlError`.
 */
export function readComposite(path: string, content: Uint8Array | string): Composite | null {
  const located = componentOfPath(path)
  if (located === null || !located.isComposite) return null
  const { identity } = located
  const document = readXml(content)
  const nestedByElement = new Map(childTypesOf(identity.componentType).map((child) => [child.element, child]))
  const parts = document.childrenOf(0).map((element) => {
    const child = nestedByElement.get(document.nameOf(element))
    return {
      element,
      identity: child === undefined ? null : nestedIdentity(document, element, { child, parent: identity }),
    }
  })
  return { identity, isContainer: findType(identity.componentType)?.isContainer === true, document, parts }
}

function nestedIdentity(
  document: XmlDocument,
  element: number,
  { child, parent }: { readonly child: NestedType; readonly parent: ComponentIdentity },
): ComponentIdentity | null {
  const key = document.childNamed(element, child.key)
  if (key === null) return null
  const name = textOf(document, key).trim()
  const componentName = child.ignoresParentName ? name : `${parent.componentName}.${name}`
  return { packageName: parent.packageName, componentType: child.name, componentName }
}

/** The nested components of a composite's file, in file order. Empty for other files. Raises `XmlError`. */
export function listNested(path: string, content: Uint8Array): NestedElement[] {
  const composite = readComposite(path, content)
  if (composite === null) return []
  return composite.parts.flatMap(({ element, identity }) =>
    identity === null ? [] : [{ identity, elementText: composite.document.sourceOf(element) }],
  )
}

/**
 * Leaves out the parts that `keep` refuses; it is asked for the composite itself (its own
 * content) and for each nested component. What stays keeps its bytes. Null when nothing stays.
 * Files that are not composites come back whole or null. Raises `XmlError`.
 */
export function filterComposite(input: {
  readonly path: string
  readonly content: Uint8Array
  readonly keep: (identity: ComponentIdentity) => boolean
}): Uint8Array | null {
  const composite = readComposite(input.path, input.content)
  if (composite === null) {
    const located = componentOfPath(input.path)
    return located === null || input.keep(located.identity) ? input.content : null
  }
  const keepsOwn = input.keep(composite.identity)
  const kept = composite.parts.filter(({ identity }) => (identity === null ? keepsOwn : input.keep(identity)))
  if (kept.length === composite.parts.length && (kept.length > 0 || keepsOwn)) return input.content
  if (kept.length === 0 && !(keepsOwn && !composite.isContainer)) return null
  return encodeUtf8(withParts(composite, new Set(kept)))
}

/**
 * The file with only the named nested components (`componentKey`s), with or without the composite's own content:
 * what a delta archive carries. Raises `XmlError`.
 */
export function reduceComposite(input: {
  readonly path: string
  readonly content: Uint8Array
  readonly nested: ReadonlySet<string>
  readonly ownContent: boolean
}): Uint8Array {
  const composite = readComposite(input.path, input.content)
  if (composite === null) return input.content
  const kept = composite.parts.filter(({ identity }) =>
    identity === null ? input.ownContent : input.nested.has(componentKey(identity)),
  )
  return kept.length === composite.parts.length
    ? input.content
    : encodeUtf8(withParts(composite, new Set(kept)))
}

/** The document's text without the parts that are not kept; the blanks before a part go with it. */
function withParts({ document, parts }: Composite, kept: ReadonlySet<CompositePart>): string {
  const { text } = document
  const pieces = [text.slice(0, document.contentStartOf(0))]
  let from = document.contentStartOf(0)
  for (const part of parts) {
    const end = document.endOf(part.element)
    const gap = text.slice(from, document.startOf(part.element))
    pieces.push(kept.has(part) ? text.slice(from, end) : gap.trimEnd())
    from = end
  }
  pieces.push(text.slice(from, document.contentEndOf(0)), text.slice(document.contentEndOf(0)))
  return pieces.join('')
}
