import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bytes } from '../testing/text.ts'
import { CodeUnits } from './code-units.ts'
import { readXml } from './reader.ts'

test('offsets count code units, whatever bytes the characters before take', () => {
  const document = readXml(bytes('<?xml version="1.0"?><größe>é\u{1F600}<ß>ü</ß><b/></größe>'))
  expect(document.childrenOf(0).map((element) => document.sourceOf(element))).toEqual(['<ß>ü</ß>', '<b/>'])
  expect(document.text.slice(document.startOf(2), document.endOf(2))).toBe('<b/>')
  expect(document.childNamed(0, 'ß')).toBe(1)
})

test.each(['a', 'é'])('what is told of a large document is what its text says (with %s)', (letter) => {
  const entries = Array.from({ length: 20_000 }, (_, index) => `<b>${letter}${index}</b>`)
  const content = bytes(`<a>${entries.join('\n')}</a>`)
  const { text } = readXml(content)
  const document = readXml(content)
  const told = document.childrenOf(0).map((element) => document.sourceOf(element))
  expect(told.join('\n')).toBe(text.slice('<a>'.length, -'</a>'.length))
})

test('places in bytes become places in text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const units = new CodeUnits(bytes(text))
      let offset = 0
      let unit = 0
      for (const character of text) {
        expect(units.before(offset)).toBe(unit)
        offset += bytes(character).length
        unit += character.length
      }
      expect(units.before(offset)).toBe(text.length)
    }),
  )
})
