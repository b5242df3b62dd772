import * as fc from 'fast-check'

import { documents } from './documents.ts'
import { spellings, write } from './spelling.ts'

/** Documents of any type, written in any way. */
export const texts: fc.Arbitrary<string> = fc
  .tuple(documents('sometimes'), spellings)
  .map(([tree, spelling]) => write(tree, spelling))

const splinter = fc.constantFrom(
  '', '<', '>', '&', '"', "'", '/', '</', '<a>', '</a>', '<a/>', '<!--', '-->', '--', '<![CDATA[', ']]>', '<?', '?>',
  '&#0;', '&#x41;', '&nbsp;', '=', ' ', '\n', '\r', '\u0000', '\uFFFE', 'x', '<?xml version="1.0"?>', '\uFEFF',
) // prettier-ignore

/** Documents that lost or gained something at one or two places: most are not well-formed any more. */
export const torn: fc.Arbitrary<string> = fc
  .tuple(texts, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 12 }), splinter), { minLength: 1, maxLength: 2 }))
  .map(([text, tears]) =>
    tears.reduce((left, [place, length, piece]) => {
      const at = place % (left.length + 1)
      return left.slice(0, at) + piece + left.slice(at + length)
    }, text),
  )
