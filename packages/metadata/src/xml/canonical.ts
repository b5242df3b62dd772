import type { XmlDocument } from './document.ts'

import { attributesOf, escapeText, piecesOf } from './text.ts'

/** What the service writes first. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const indentStep = '    '

/**
 * A document as the service writes it: its declaration, four blanks a level, one element a line, LF, a newline at the end,
 * all five entities. Values, comments, child order and the form of each empty element stay as they are.
 */
export function canonicalText(document: XmlDocument): string {
  const out: string[] = [xmlDeclaration]
  const prolog = document.text.slice(0, document.startOf(0)).replace(/^\uFEFF?(?:<\?xml[\s\S]*?\?>)?/u, '')
  writeOutside(out, prolog)
  writeElement(out, document, { element: 0, indent: '' })
  const epilog = document.text.slice(document.endOf(0))
  writeOutside(out, epilog)
  // Whole-org retrieves hold empty workflows and translations that end in two line ends.
  if (document.contentEndOf(0) === document.endOf(0) && epilog === '\n\n') out.push('\n')
  return out.join('')
}

/** One element as the service writes it at a level, with indent and line end. */
export function canonicalElement(document: XmlDocument, element: number, indent: string): string {
  const out: string[] = []
  writeElement(out, document, { element, indent })
  return out.join('')
}

function writeOutside(out: string[], raw: string): void {
  for (const piece of piecesOf(raw)) if (piece.kind !== 'text') out.push(normaliseLineEnds(piece.value), '\n')
}

interface Place {
  readonly element: number
  readonly indent: string
}

function writeElement(out: string[], document: XmlDocument, { element, indent }: Place): void {
  const name = document.nameOf(element)
  const attributes = attributesOf(document, element)
    .map((attribute) => ` ${attribute.name}="${escapeText(attribute.value)}"`)
    .join('')
  const contentEnd = document.contentEndOf(element)
  out.push(indent, '<', name, attributes)
  if (contentEnd === document.endOf(element)) {
    out.push('/>\n')
    return
  }
  out.push('>')
  if (!document.hasChildren(element)) {
    const raw = document.text.slice(document.contentStartOf(element), contentEnd)
    out.push(canonicalValue(raw), '</', name, '>\n')
    return
  }
  if (!writeChildren(out, document, { element, indent }))
    out.push(normaliseLineEnds(contentOf(document, element)))
  else out.push(indent)
  out.push('</', name, '>\n')
}

/**
 * False when text stands beside the children: then nothing is written, and the content is kept
 * as it is, because blanks would become part of the text.
 */
function writeChildren(out: string[], document: XmlDocument, { element, indent }: Place): boolean {
  const inner = indent + indentStep
  const children = document.childrenOf(element)
  const gaps = gapsAround(document, element, children)
  if (gaps.some((gap) => hasText(gap))) return false
  out.push('\n')
  children.forEach((child, index) => {
    writeComments(out, gaps[index] ?? '', inner)
    writeElement(out, document, { element: child, indent: inner })
  })
  writeComments(out, gaps.at(-1) ?? '', inner)
  return true
}

function gapsAround(document: XmlDocument, element: number, children: readonly number[]): string[] {
  let from = document.contentStartOf(element)
  const gaps = children.map((child) => {
    const gap = document.text.slice(from, document.startOf(child))
    from = document.endOf(child)
    return gap
  })
  return [...gaps, document.text.slice(from, document.contentEndOf(element))]
}

function hasText(gap: string): boolean {
  return /\S/u.test(gap) && piecesOf(gap).some((piece) => piece.kind === 'text' && piece.value.trim() !== '')
}

function writeComments(out: string[], gap: string, indent: string): void {
  if (!gap.includes('<')) return
  for (const piece of piecesOf(gap))
    if (piece.kind !== 'text') out.push(indent, normaliseLineEnds(piece.value), '\n')
}

function contentOf(document: XmlDocument, element: number): string {
  const source = document.sourceOf(element)
  return source.slice(
    document.contentStartOf(element) - document.startOf(element),
    document.contentEndOf(element) - document.startOf(element),
  )
}

function canonicalValue(raw: string): string {
  if (!/[&<>'"\r]/u.test(raw)) return raw
  return piecesOf(raw)
    .map((piece) => (piece.kind === 'text' ? escapeText(piece.value) : normaliseLineEnds(piece.value)))
    .join('')
}

function normaliseLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/gu, '\n') : text
}
