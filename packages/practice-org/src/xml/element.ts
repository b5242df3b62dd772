/** One XML element. Metadata has no mixed content: an element holds children, or text, or (untranslated entries) one comment. */
export interface XmlElement {
  /** Local name: prefixes are dropped when a document is read. */
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
  /** The comment that is the element's only content: Salesforce writes untranslated entries this way. */
  comment?: string
  /** Place of the start tag's end, 1-based; 0 for elements made by this program. */
  line: number
  column: number
}

/** The first child with this local name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name)
}

/** All children with this local name, in document order. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** Text of the first child with this name; undefined when it is absent or nil. */
export function textOf(element: XmlElement, name: string): string | undefined {
  const child = childOf(element, name)
  return child === undefined || child.attributes['xsi:nil'] === 'true' ? undefined : child.text
}

/** Builds an element that has only text, for writers. */
export function leaf(name: string, text: string): XmlElement {
  return { name, attributes: {}, children: [], text, line: 0, column: 0 }
}

/** Builds an element that has only children, for writers. */
export function branch(
  name: string,
  children: XmlElement[],
  attributes: Record<string, string> = {},
): XmlElement {
  return { name, attributes, children, text: '', line: 0, column: 0 }
}
