import type { XmlDocument } from '@sluice/metadata/xml/document'
import { attributesOf, textOf } from '@sluice/metadata/xml/text'

/** The usual object tree: names, attributes, decoded texts and children of every element. */
export interface TreeNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly TreeNode[]
  readonly text: string
}

const none: Readonly<Record<string, string>> = {}

/** Makes everything of a document into objects: the work that the tape saves. */
export function buildTree(document: XmlDocument, element = 0): TreeNode {
  const attributes = attributesOf(document, element)
  return {
    name: document.nameOf(element),
    attributes:
      attributes.length === 0 ? none : Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    children: document.childrenOf(element).map((child) => buildTree(document, child)),
    text: document.hasChildren(element) ? '' : textOf(document, element),
  }
}
