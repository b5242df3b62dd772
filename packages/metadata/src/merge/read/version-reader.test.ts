import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bytes, metadataXml } from '../../testing/text.ts'
import { XmlError } from '../../xml/errors.ts'
import { readXml } from '../../xml/reader.ts'
import { ChildRow } from './child-row.ts'
import { readXmlVersion } from './version-reader.ts'
import { findExactMatches } from './exact-matches.ts'

/** Children of every kind: plain ones, empty ones, with attributes, comments, CDATA, references, longer characters. */
const child = fc.constantFrom(
  ...Array.from({ length: 6 }, (_, index) => `<field><name>A.F${index}</name><on>true</on></field>`),
  '<empty/>',
  '<open></open>',
  '<nil a="1" b=\'2\'/>',
  '<!-- a comment --><a>&amp;</a>',
  '<b><![CDATA[ <c> ]]></b>',
  '<d>Zürich 🚗</d>',
  '<?target data?><e>\r\n</e>',
)
const children = fc.array(child, { minLength: 6, maxLength: 14 })

/** A row that shares most with the known one: ranges of it in any order, with others between. */
const version = (known: readonly string[]): fc.Arbitrary<string[]> =>
  fc
    .array(fc.oneof(fc.tuple(fc.nat(known.length), fc.nat(known.length)), child), { maxLength: 6 })
    .map((parts) => parts.flatMap((part) => (typeof part === 'string' ? [part] : known.slice(...part))))
const pair = children.chain((known) => fc.record({ known: fc.constant(known), other: version(known) }))

const knownRow = (lines: readonly string[]): ChildRow =>
  new ChildRow(readXml(bytes(metadataXml('Thing', ...lines))).source, 0)

test('what is read as a version of another document is what is read alone', () => {
  fc.assert(
    fc.property(pair, ({ known, other }) => {
      const [row, content] = [knownRow(known), bytes(metadataXml('Thing', ...other))]
      const { document, exactMatches } = readXmlVersion(content, row)
      const alone = readXml(content)
      expect([...document.source.places]).toEqual([...alone.source.places])
      expect([document.size, document.text]).toEqual([alone.size, alone.text])
      expect(exactMatches).toEqual(findExactMatches(new ChildRow(alone.source, 0), row))
    }),
    { numRuns: 500 },
  )
})

/** What reading a file comes to: its elements, or why it is refused. */
function outcome(read: () => { readonly size: number }): string {
  try {
    return `${read().size} elements`
  } catch (error) {
    if (error instanceof XmlError) return error.message
    throw error
  }
}

const damage = fc.constantFrom('', '<', '&', '</field>', '<field>', ']]>', '\u0001', '<!-- -- -->', 'text')

test('a torn version is refused with the same sentence and place', () => {
  fc.assert(
    fc.property(pair, damage, fc.nat(), ({ known, other }, sign, where) => {
      const whole = metadataXml('Thing', ...other)
      const [row, at] = [knownRow(known), where % whole.length]
      const torn = bytes(sign === '' ? whole.slice(0, at) : whole.slice(0, at) + sign + whole.slice(at))
      expect(outcome(() => readXmlVersion(torn, row).document)).toBe(outcome(() => readXml(torn)))
    }),
    { numRuns: 500 },
  )
})
