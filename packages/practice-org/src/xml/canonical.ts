import type { XmlElement } from './element.ts'
import { sortKeyedLists } from './keyed-lists.ts'
import { orderBySchema } from './schema-order.ts'

const metadataNamespace = 'http://soap.sforce.com/2006/04/metadata'

/**
 * Brings a document into the one form in which the org keeps and returns it: metadata
 * namespace, schema order, sorted access lists, no comments. Changes it in place and returns
 * it. Doing it twice changes nothing.
 */
export function canonicalise(root: XmlElement): XmlElement {
  root.attributes = { ...namespacesOf(root), xmlns: metadataNamespace }
  orderBySchema(root)
  sortKeyedLists(root)
  dropComments(root)
  return root
}

/** Prefixes that nothing uses are dropped, as the service does. */
function namespacesOf(root: XmlElement): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(root.attributes)) {
    if (name.startsWith('xmlns:') && usesPrefix(root, name.slice('xmlns:'.length))) kept[name] = value
  }
  return kept
}

function usesPrefix(element: XmlElement, prefix: string): boolean {
  const inAttributes = Object.entries(element.attributes).some(
    ([name, value]) =>
      name.startsWith(`${prefix}:`) || (name === 'xsi:type' && value.startsWith(`${prefix}:`)),
  )
  return inAttributes || element.children.some((child) => usesPrefix(child, prefix))
}

/** Only the comment of an untranslated entry survives; the service keeps no others. */
function dropComments(element: XmlElement): void {
  if (element.children.length > 0 || element.text !== '') delete element.comment
  for (const child of element.children) dropComments(child)
}
