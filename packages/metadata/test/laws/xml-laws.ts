import * as fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'

import type { XmlDocument } from '../../src/xml/document.ts'
import type { Tree } from './generated/tree.ts'

import { decodeUtf8, encodeUtf8 } from '../../src/bytes.ts'
import { slicesOf } from '../../src/merge/read/node.ts'
import { canonicalBytes, canonicalText } from '../../src/xml/canonical.ts'
import { XmlError } from '../../src/xml/errors.ts'
import { readWellFormed } from '../../src/xml/read-well-formed.ts'
import { readTape, readXml } from '../../src/xml/reader.ts'
import { attributesOf, textOf } from '../../src/xml/text.ts'
import { writtenAnew } from './canonical-oracle.ts'
import { contentOf } from './generated/leaves.ts'
import { texts, torn } from './generated/texts.ts'
import { commentsIn, readTree } from './generated/tree.ts'

/** What our own reader makes of a document, in the form of the independent one. */
function ownTree(document: XmlDocument, element = 0): Tree {
  const attributes = attributesOf(document, element).map(({ name, value }) => [name, value])
  const isParent = document.hasChildren(element)
  const value = isParent ? '' : textOf(document, element)
  return {
    name: document.nameOf(element),
    attributes: Object.fromEntries(attributes),
    value: /^\s*\n\s*$/u.test(value) ? '' : value,
    children: document.childrenOf(element).map((child) => ownTree(document, child)),
  }
}

function isRefused(source: string): boolean {
  try {
    readXml(source)
    return false
  } catch (error) {
    if (error instanceof XmlError && error.line > 0 && error.column > 0) return true
    throw error
  }
}

/** saxes reads text and takes any encoding's name; a metadata file is UTF-8, whose name some write without the hyphen, or ASCII. */
const otherEncoding = /^\uFEFF?<\?xml[^>]*encoding\s*=\s*["'](?!(?:utf-?8|us-ascii)["'])/iu

function isRefusedBySaxes(source: string): boolean {
  if (otherEncoding.test(source)) return true
  const parser = new SaxesParser({ xmlns: false })
  let refused = false
  parser.on('error', () => void (refused = true))
  parser.on('doctype', () => void (refused = true))
  parser.write(source).close()
  return refused
}

/** The laws of reading and writing, each on `numRuns` generated cases. */
export function xmlLaws(numRuns: number): void {
  const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void): void => {
    fc.assert(fc.property(arbitrary, check), { numRuns })
  }

  test('writing what was read gives the same bytes', () => {
    holds(texts, (text) => {
      const content = encodeUtf8(text)
      expect(decodeUtf8(encodeUtf8(readXml(content).text))).toBe(text)
      const document = readXml(content)
      const { children, tail } = slicesOf({ document, element: 0, gap: '' })
      const inside = children.map((child) => child.gap + document.sourceOf(child.element)).join('') + tail
      const [start, end] = [document.contentStartOf(0), document.contentEndOf(0)]
      expect(text.slice(0, start) + inside + text.slice(end)).toBe(text)
    })
  })

  test('a document says what an independent strict reader finds in it', () => {
    holds(texts, (text) => {
      expect(contentOf(ownTree(readXml(text)))).toBe(contentOf(readTree(text)))
    })
  })

  test('parse(write(parse(x))) = parse(x): elements, attributes, values and comments', () => {
    holds(texts, (text) => {
      const document = readXml(text)
      const written = canonicalText(document)
      expect(contentOf(ownTree(readXml(written)))).toBe(contentOf(ownTree(document)))
      expect(commentsIn(written)).toEqual(commentsIn(text))
    })
  })

  test('replacing what the service writes otherwise gives what writing everything anew gives', () => {
    holds(fc.oneof(texts, torn), (text) => {
      const document = readWellFormed(encodeUtf8(text))
      if (document === null) return
      const anew = writtenAnew(document)
      expect(canonicalText(document)).toBe(anew)
      const right = encodeUtf8(anew)
      expect(canonicalBytes(readTape(right))).toBe(right)
    })
  })

  test('a torn document is refused with its place exactly when an independent strict reader refuses it', () => {
    holds(torn, (piece) => {
      // A tear may halve a surrogate pair, which no file can hold: written down, the half is a replacement character.
      const text = decodeUtf8(encodeUtf8(piece)) ?? ''
      expect(isRefused(text)).toBe(isRefusedBySaxes(text))
    })
  })
}
