import * as fc from 'fast-check'

/** Texts as metadata holds them: blanks at the ends, quotes, markup, line ends, other scripts. */
export const values: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'true', 'false', 'Text', 'a value', '10') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ' leading and trailing ',
      `"double" and 'single'`,
      'IF(A < B && C > D, 1, 2)',
      'first\nsecond\n\tthird',
      'carriage\rreturn',
      'größe 数 😀',
      'no\u00A0break',
      ']]> and <![CDATA[ and <!-- -->',
      '&amp; written twice',
      '1 AND (2 OR 3)',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map(legal) },
)

/** Without what XML cannot hold. */
function legal(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

/** Values of keys: without blanks at the ends, with the signs that names have. */
export const keyValues: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('A', 'B__c', 'Account.Rating', 'ns__C__c', 'a', 'b', 'Z9', '_x') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('Case-Case Layout', 'A%2EB', "It's & <so>", 'ü', 'Größe (neu)', 'x y'),
  },
)
