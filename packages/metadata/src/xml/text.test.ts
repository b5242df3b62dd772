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
