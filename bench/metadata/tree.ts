import type { XmlDocument } from '@sluice/metadata/xml/document'
import { attributesOf, textOf } from '@sluice/metadata/xml/text'

/** The usual object tree: names, attributes, decoded texts and children of every element. */
export interface TreeNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly TreeNode[]
  readonly text: string
}

const noAttributes: Readonly<Record<string, string>> = {}
const noChildren: readonly TreeNode[] = []

/** Makes everything of a document into objects: the work that the tape saves. */
export function buildTree(document: XmlDocument, element = 0): TreeNode {
  const { source } = document
  const next = source.nextOf(element)
  const children = next === element + 1 ? noChildren : childrenOf(document, element + 1, next)
  // Between name and content stands `>` or `/>`, and more only where there are attributes.
  const isPlain = source.contentStartOf(element) - source.nameEndOf(element) <= 2
  return {
    name: document.nameOf(element),
    attributes: isPlain ? noAttributes : attributes(document, element),
    children,
    text: children.length > 0 ? '' : textOf(document, element),
  }
}

function childrenOf(document: XmlDocument, from: number, end: number): TreeNode[] {
  const children: TreeNode[] = []
  for (let child = from; child < end; child = document.source.nextOf(child))
    children.push(buildTree(document, child))
  return children
}

function attributes(document: XmlDocument, element: number): Record<string, string> {
  return Object.fromEntries(attributesOf(document, element).map(({ name, value }) => [name, value]))
}
