import { expect, test } from 'vitest'

import { readXml } from './reader.ts'
import { piecesOf, textOf } from './text.ts'

test.each([
  ['<a>x &amp; &#65;</a>', 'x & A'],
  ['<a>x<!-- no -->y</a>', 'xy'],
  ['<a><![CDATA[<&>]]></a>', '<&>'],
  ['<a>\r\n</a>', '\n'],
  ['<a>x<b c="d">y</b>z</a>', 'xyz'],
])('the text of %j is %j', (source, text) => {
  expect(textOf(readXml(source), 0)).toBe(text)
})

test('pieces of anything come to an end', () => {
  for (const raw of ['<', '<b', '<!--', '<![CDATA[', '<?', '<b></b>'])
    expect(piecesOf(raw).length).toBeGreaterThan(0)
})

test('no reference and no line end is cut in two where long text is decoded piece by piece', () => {
  for (let shift = 0; shift < 14; shift += 1) {
    const start = 'x'.repeat((1 << 16) - shift)
    const document = readXml(`<a>${start}&#x10FFFF;\r\n&amp;${start}</a>`)
    expect(textOf(document, 0)).toBe(`${start}\u{10FFFF}\n&${start}`)
  }
})

test('a comment that looks closed at once is one comment', () => {
  expect(piecesOf('<!--->x-->')).toEqual([{ kind: 'comment', value: '<!--->x-->' }])
})
