import * as fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'

import { bytes } from '../testing/text.ts'
import { XmlError } from './errors.ts'
import { readXml } from './reader.ts'

function problemOf(source: string | Uint8Array): Pick<XmlError, 'code' | 'line' | 'column'> | null {
  try {
    readXml(source)
    return null
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return { code: error.code, line: error.line, column: error.column }
  }
}

describe('what is refused, with its place', () => {
  test.each([
    ['', 'malformed', 1, 1],
    ['<a>\n  <b></c>\n</a>', 'malformed', 2, 6],
    ['<a>\n<b>', 'malformed', 2, 4],
    ['<a>x & y</a>', 'malformed', 1, 6],
    ['<a>&nbsp;</a>', 'malformed', 1, 4],
    ['<a>&#0;</a>', 'malformed', 1, 4],
    ['<a/><b/>', 'malformed', 1, 5],
    ['<a x="1" x="2"/>', 'malformed', 1, 10],
    ['<a x=1/>', 'malformed', 1, 6],
    ['<a>]]></a>', 'malformed', 1, 6],
    ['<a><!-- -- --></a>', 'malformed', 1, 9],
    ['<<<<<<< HEAD\n<a/>', 'malformed', 1, 1],
    ['<a>\u0001</a>', 'malformed', 1, 4],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a/>', 'doctype', 1, 1],
    ['<?xml version="1.0" encoding="UTF-16"?><a/>', 'encoding', 1, 1],
  ])('%j is %s at line %d, column %d', (source, ...[code, line, column]) => {
    expect(problemOf(source)).toEqual({ code, line, column })
  })

  test('bytes that are not UTF-8', () => {
    expect(problemOf(Uint8Array.of(60, 97, 62, 0xff, 60, 47, 97, 62))?.code).toBe('encoding')
  })

  test('elements nested too deep, at the first that is', () => {
    expect(problemOf('<a>'.repeat(100_000))).toMatchObject({
      code: 'limit',
      line: 1,
      column: expect.any(Number),
    })
    expect(problemOf('<a>'.repeat(100_000))?.column).toBeLessThan(10_000)
  })

  test('more attributes than metadata ever has', () => {
    const attributes = Array.from({ length: 100 }, (_, index) => `a${index}=""`).join(' ')
    expect(problemOf(`<a ${attributes}/>`)?.code).toBe('limit')
  })
})

describe('what is read', () => {
  test.each([
    '\uFEFF<a/>',
    '<?xml version="1.0" encoding="utf-8" standalone="yes" ?>\r\n<a>\r\n</a>\r\n',
    '<!-- licence --><a><!-- inside --><![CDATA[<x>&]]></a><!-- after -->',
    '<a xmlns="urn:x" xsi:nil="true">&lt;&#38;&#x26;</a >',
    '<größe>é</größe>',
  ])('%j', (source) => {
    const document = readXml(bytes(source))
    expect(document.text).toBe(source)
    expect(document.nameOf(0)).toBe(source.includes('größe') ? 'größe' : 'a')
  })

  test('elements keep their places', () => {
    const document = readXml('<a><b>1</b><c><d/></c></a>')
    expect(document.childrenOf(0).map((element) => document.sourceOf(element))).toEqual([
      '<b>1</b>',
      '<c><d/></c>',
    ])
    expect(document.size).toBe(4)
  })
})

/** An independent reader's verdict. */
function saxesAccepts(source: string): boolean {
  const parser = new SaxesParser({ xmlns: false })
  let accepted = true
  parser.on('error', () => {
    accepted = false
  })
  parser.on('doctype', () => {
    accepted = false
  })
  parser.write(source).close()
  return accepted
}

test('accepts what an independent strict reader accepts, and nothing else', () => {
  const piece = fc.constantFrom(
    '<a>',
    '</a>',
    '<b/>',
    '<b c="d">',
    '</b>',
    'text',
    '&amp;',
    '&',
    '&#65;',
    '<!-- x -->',
    '--',
    ']]>',
    '<![CDATA[',
    ' ',
    '\n',
    '<',
    '>',
    '"',
    '=',
    "<e f='g'/>",
    '<?pi x?>',
    '<?xml version="1.0"?>',
    '</',
    'é',
    '<a x="1" y="2">',
    '&lt;',
  )
  const anything = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  const nearly = anything.map((inner) => `<a>${inner}</a>`)
  fc.assert(
    fc.property(fc.oneof(anything, nearly), (source) => {
      expect(problemOf(source) === null).toBe(saxesAccepts(source))
    }),
    { numRuns: 3000 },
  )
})
