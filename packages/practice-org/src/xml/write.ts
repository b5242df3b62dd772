import type { XmlElement } from './element.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/**
 * Writes a document as the service does: declaration, four blanks a level, LF, one element a line, `<x/>` when empty,
 * the five characters escaped in text, a newline at the end.
 */
export function writeXml(root: XmlElement): string {
  const lines: string[] = []
  writeElement(root, '', lines)
  return `${declaration}${lines.join('\n')}\n`
}

/**
 * Writes one element with its content, without declaration and without a newline at the end;
 * equal fragments mean equal content.
 */
export function writeFragment(element: XmlElement): string {
  const lines: string[] = []
  writeElement(element, '', lines)
  return lines.join('\n')
}

function writeElement(element: XmlElement, indent: string, lines: string[]): void {
  const start = `${indent}<${element.name}${writeAttributes(element.attributes)}`
  if (element.children.length > 0) {
    lines.push(`${start}>`)
    for (const child of element.children) writeElement(child, `${indent}    `, lines)
    lines.push(`${indent}</${element.name}>`)
  } else if (element.comment !== undefined) lines.push(`${start}><!--${element.comment}--></${element.name}>`)
  else if (element.text === '') lines.push(`${start}/>`)
  else lines.push(`${start}>${escapeText(element.text)}</${element.name}>`)
}

function writeAttributes(attributes: Record<string, string>): string {
  return Object.keys(attributes)
    .toSorted()
    .map((name) => ` ${name}="${escapeText(attributes[name] ?? '')}"`)
    .join('')
}

/** Escapes text for element content and attributes; CR survives only as a reference. */
export function escapeText(text: string): string {
  if (!/[&<>"'\r]/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replaceAll('\r', '&#13;')
}
