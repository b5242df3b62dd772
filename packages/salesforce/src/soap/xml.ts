/** An element of a SOAP reply: local name, own text, children in order. */
export interface XmlElement {
  name: string
  text: string
  isNil: boolean
  children: XmlElement[]
}

export function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find((child) => child.name === name)
}

export function childrenOf(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((child) => child.name === name)
}

/** Text of a child; null when the child is missing, nil or empty. */
export function childText(parent: XmlElement, name: string): string | null {
  const child = childOf(parent, name)
  return child === undefined || child.isNil || child.text === '' ? null : child.text
}

export function childFlag(parent: XmlElement, name: string): boolean {
  return childText(parent, name) === 'true'
}

export function escapeXml(text: string): string {
  // Next to no name has one of them, and a request may have thousands of names.
  if (!/[&<>"]/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** `<name>text</name>`, escaped. */
export function element(name: string, text: string | number | boolean): string {
  return `<${name}>${escapeXml(String(text))}</${name}>`
}
