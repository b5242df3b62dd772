import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bytes } from '../testing/text.ts'
import { sameContent } from './same-content.ts'
import { differInText } from './text-difference.ts'

const differ = (a: string, b: string): boolean => differInText(bytes(a), bytes(b))

test.each([
  ['<a>one</a>', '<a>two</a>'],
  ['<a>one</a>', '<a>one and two</a>'],
  ['<a>x &amp; one</a>', '<a>y &amp; one</a>'],
  ['<a><b>1</b></a>', '<a><b>12</b></a>'],
])('%s and %s differ in text', (a, b) => {
  expect(differ(a, b)).toBe(true)
})

test.each([
  ['<a>A</a>', '<a>&#65;</a>'],
  ['<a>&#65;</a>', '<a>&#x41;</a>'],
  ['<a>1\r\n2</a>', '<a>1\n2</a>'],
  ['<a> <b/></a>', '<a>  <b/></a>'],
  ['<a b="1"/>', '<a b="2"/>'],
  ['<a><b/></a>', '<a><b></b></a>'],
  ['<a b=">1"></a>', '<a b=">2"></a>'],
  ['<a></a>', '<a>x</a>'],
  ['one', 'two'],
  ['<a/>', '<a/>'],
])('of %s and %s nothing is said', (a, b) => {
  expect(differ(a, b)).toBe(false)
})

const word = fc.constantFrom('x', 'A', ' ', '\n', '\r', '>', '&#65;', '&#x41;', '&amp;', '"', '&quot;', 'ö')
const words = fc.array(word, { maxLength: 4 }).map((list) => list.join(''))
const piece = fc
  .tuple(
    fc.constantFrom('<a>T</a>', '<a b="T"/>', '<!--T-->', '<![CDATA[T]]>', '<a></a>', '<a><c>T</c></a>', 'T'),
    words,
  )
  .map(([form, text]) => form.replace('T', () => text))
const document = fc.array(piece, { maxLength: 4 }).map((pieces) => `<r>${pieces.join('')}</r>`)

test('what differs in text is another content, in whatever spelling', () => {
  const places = fc.tuple(document, words, fc.nat(), fc.nat(6))
  fc.assert(
    fc.property(places, ([before, text, place, length]) => {
      const at = place % before.length
      const after = before.slice(0, at) + text + before.slice(at + length)
      const [a, b] = [bytes(before), bytes(after)]
      expect(differInText(a, b) && sameContent(a, b, true)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})
