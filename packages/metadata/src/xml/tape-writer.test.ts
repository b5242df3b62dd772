import type { XmlDocument } from './document.ts'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { metadataXml } from '../testing/text.ts'
import { XmlError } from './errors.ts'
import { readXml } from './reader.ts'

const text = fc.constantFrom('A', 'true', 'a longer one', '', '&amp;', 'Zürich 🚗', 'a > b', ' \n ')
/** Entries of few forms, so that many follow one of their own form; `#` is a text. */
const form = fc.constantFrom(
  '<field><name>#</name><on>#</on></field>',
  '<field><name>#</name><empty/><on>#</on></field>',
  '<field a="1"><!-- b --><name>#</name>\n<deep><er>#</er></deep>\n</field>',
  '<field><name>#</name><on><![CDATA[#]]></on></field>',
  '<field><deep><er>#</er><er>#</er></deep></field>',
  '<name>#</name>',
)
const entry = fc
  .record({ form, texts: fc.array(text, { minLength: 2, maxLength: 2 }) })
  .map(({ form: written, texts }) =>
    texts.reduce<string>((filled, value) => filled.replace('#', value), written),
  )
const entries = fc.array(entry, { minLength: 1, maxLength: 12 })

/** Every element with what it holds. */
const elementsOf = (document: XmlDocument): string[] =>
  Array.from(
    { length: document.size },
    (_, element) =>
      `${document.nameOf(element)} ${document.text.slice(document.contentStartOf(element), document.contentEndOf(element))} of ${document.sourceOf(element)}`,
  )

test('an entry that follows others of its form is read as it is read alone', () => {
  fc.assert(
    fc.property(entries, (lines) => {
      const alone = lines.flatMap((line) => elementsOf(readXml(metadataXml('Thing', line))).slice(1))
      expect(elementsOf(readXml(metadataXml('Thing', ...lines))).slice(1)).toEqual(alone)
    }),
    { numRuns: 500 },
  )
})

const refusal = (content: string): string => {
  try {
    return `${readXml(content).size} elements`
  } catch (error) {
    if (error instanceof XmlError) return error.message.replace(/ \(line.*/u, '')
    throw error
  }
}

test.each(['&', '&no;', ']]>', '\u0001', '<', '<b>', '</b>', '<!-- -- -->'])(
  'what is wrong in the last of many entries is refused as in the first: %s',
  (sign) => {
    const good = '<field><name>A</name><on>true</on></field>'
    for (const bad of [
      good.replace('A', sign),
      good.replace('</on>', `</on>${sign}`),
      good.replace('<on', `${sign}<on`),
    ])
      expect(refusal(`<Thing>${good}${good}${bad}</Thing>`)).toBe(refusal(`<Thing>${bad}</Thing>`))
  },
)
