import type { XmlDocument } from '../../src/xml/document.ts'

import { attributesOf, escapeText, piecesOf } from '../../src/xml/text.ts'

/** The form of the service, slowly: every element is written anew from its parts, whatever it looked like before. */
export function writtenAnew(document: XmlDocument): string {
  const { text } = document
  const prolog = text.slice(0, document.startOf(0)).replace(/^\uFEFF?(?:<\?xml\s[\s\S]*?\?>)?/u, '')
  const epilog = text.slice(document.endOf(0))
  const isEmpty = document.contentEndOf(0) === document.endOf(0)
  const end = isEmpty && epilog === '\n\n' ? '\n' : markupIn(epilog, '')
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markupIn(prolog, '')}${written(document, 0, '')}${end}`
}

function written(document: XmlDocument, element: number, indent: string): string {
  const name = document.nameOf(element)
  const attributes = attributesOf(document, element).map((one) => ` ${one.name}="${escapeText(one.value)}"`)
  const tag = `${indent}<${name}${attributes.join('')}`
  if (document.contentEndOf(element) === document.endOf(element)) return `${tag}/>\n`
  const raw = document.text.slice(document.contentStartOf(element), document.contentEndOf(element))
  if (!document.hasChildren(element)) return `${tag}>${value(raw)}</${name}>\n`
  const gaps = gapsIn(document, element)
  if (gaps.some(hasText)) return `${tag}>${lines(raw)}</${name}>\n`
  const inner = `${indent}    `
  const children = document.childrenOf(element).map((child, index) => {
    return markupIn(gaps[index] ?? '', inner) + written(document, child, inner)
  })
  return `${tag}>\n${children.join('')}${markupIn(gaps.at(-1) ?? '', inner)}${indent}</${name}>\n`
}

function gapsIn(document: XmlDocument, element: number): string[] {
  const children = document.childrenOf(element)
  const starts = [document.contentStartOf(element), ...children.map((child) => document.endOf(child))]
  const ends = [...children.map((child) => document.startOf(child)), document.contentEndOf(element)]
  return starts.map((start, index) => document.text.slice(start, ends[index]))
}

const lines = (text: string): string => text.replaceAll(/\r\n?/gu, '\n')

const hasText = (gap: string): boolean =>
  piecesOf(gap).some((piece) => piece.kind === 'text' && /[^ \t\r\n]/u.test(piece.value))

function markupIn(gap: string, indent: string): string {
  const markup = piecesOf(gap).filter(({ kind }) => kind !== 'text')
  return markup.map((piece) => `${indent}${lines(piece.value)}\n`).join('')
}

function value(raw: string): string {
  const pieces = piecesOf(raw)
  return pieces
    .map((piece) => (piece.kind === 'text' ? escapeText(piece.value) : lines(piece.value)))
    .join('')
}
