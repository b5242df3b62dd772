import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test.each([
  ['a tab and letters of other scripts stay', 'a\täß日本', 'a\täß日本'],
  ['a carriage return is shown', 'end\r', 'end␍'],
  ['an escape is shown', '\u001b[31mred', '␛[31mred'],
  ['a change of direction is shown', 'a\u202eb', 'a<U+202E>b'],
  ['an isolated direction is shown', '\u2066x\u2069', '<U+2066>x<U+2069>'],
  ['a character without width is shown', 'a\u200bb', 'a<U+200B>b'],
  ['delete is shown', 'a\u007f', 'a<U+007F>'],
])('%s', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown)
})
