import { attributesIn, escapeText } from './text.ts'

const blank = 32
const quote = 34
const slash = 47
const equals = 61
const greaterThan = 62

/** Bytes that a canonical attribute value holds only escaped, or may hold escaped in several ways (1). */
const special = new Uint8Array(256)
for (const character of `&<>'\t\r\n`) special[character.charCodeAt(0)] = 1

/**
 * Whether what stands between a name and the content is spelled as the service spells it: one blank before each
 * attribute, double quotes. False where a value holds a reference: then only writing it tells.
 */
export function isCanonicalTag(bytes: Uint8Array, nameEnd: number, contentStart: number): boolean {
  let at = nameEnd
  while (bytes[at] === blank) {
    at += 1
    while ((bytes[at] ?? 0) > blank && bytes[at] !== equals) at += 1
    if (bytes[at] !== equals || bytes[at + 1] !== quote) return false
    at += 2
    while (bytes[at] !== quote && special[bytes[at] ?? 0] === 0) at += 1
    if (bytes[at] !== quote) return false
    at += 1
  }
  if (bytes[at] === slash) at += 1
  return bytes[at] === greaterThan && at + 1 === contentStart
}

/** What stands between a name and the content, from the blank before the first attribute to `>`, as the service writes it. */
export function tagEnd(raw: string, closesItself: boolean): string {
  const attributes = attributesIn(raw).map(({ name, value }) => ` ${name}="${escapeText(value)}"`)
  return `${attributes.join('')}${closesItself ? '/>' : '>'}`
}
