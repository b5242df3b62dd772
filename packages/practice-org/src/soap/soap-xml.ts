import { escapeText } from '../xml/write.ts'

/** Values that results are made of. Undefined is left out, null becomes xsi:nil, arrays repeat their element. */
export type SoapValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | SoapValue[]
  | { [name: string]: SoapValue }
  | object

const pieceLength = 64 * 1024

/** Joins small pieces to larger ones and lets other calls through between them: a list may have ten thousand entries. */
export async function* breathing(content: Iterable<string>): AsyncGenerator<string> {
  let piece = ''
  for (const text of content) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (piece !== '') yield piece
}

/** Writes a value as an element, in one text: for what is small. */
export function xmlOf(name: string, value: SoapValue): string {
  return [...pieces(name, value)].join('')
}

/** Writes a value as an element, piece by piece: one piece per entry of a list. */
export function* pieces(name: string, value: SoapValue): Generator<string> {
  if (value === undefined) return
  if (value === null) yield `<${name} xsi:nil="true"/>`
  else if (Array.isArray(value)) for (const entry of value) yield* pieces(name, entry)
  else if (typeof value !== 'object') yield `<${name}>${escapeText(String(value))}</${name}>`
  else if (isFlat(value)) yield flatXml(name, value)
  else {
    yield `<${name}>`
    for (const [child, entry] of Object.entries(value)) yield* pieces(child, entry)
    yield `</${name}>`
  }
}

/** Flat objects are written in one go: there are ten thousand of them in a list. */
function isFlat(value: object): boolean {
  return Object.values(value).every((entry) => typeof entry !== 'object' || entry === null)
}

function flatXml(name: string, value: object): string {
  let content = ''
  for (const [child, entry] of Object.entries(value)) {
    if (entry === undefined) continue
    content +=
      entry === null ? `<${child} xsi:nil="true"/>` : `<${child}>${escapeText(String(entry))}</${child}>`
  }
  return `<${name}>${content}</${name}>`
}
