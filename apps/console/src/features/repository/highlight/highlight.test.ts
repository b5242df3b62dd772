import { expect, test } from 'vitest'
import { highlightLines, scannerFor } from './highlight.ts'

const kinds = (path: string, text: string) =>
  highlightLines(text.split('\n'), scannerFor(path, text)).map((line) =>
    line.map(({ text: part, kind }) => `${kind} ${part}`),
  )

test('tags, values, references and comments of XML over several lines', () => {
  const text = '<?xml version="1.0"?>\n<a b="1\n2">x &amp; y<!-- one\ntwo --></a>'
  expect(kinds('A.object', text)).toEqual([
    ['comment <?', 'comment xml version="1.0"?>'],
    ['keyword <a', 'name  ', 'name b=', 'string "', 'string 1'],
    ['string 2"', 'keyword >', 'plain x ', 'number &amp;', 'plain  y', 'comment <!--', 'comment  one'],
    ['comment two -->', 'keyword </a', 'keyword >'],
  ])
})

test('keywords of Apex in any letter case, single-quoted strings, annotations, numbers and comments', () => {
  const text = "@isTest PUBLIC Integer n = 12; // end\nString s = 'it\\'s'; /* one\ntwo */ return s;"
  expect(kinds('A.cls', text)).toEqual([
    [
      'name @isTest',
      'plain  ',
      'keyword PUBLIC',
      'plain  ',
      'keyword Integer',
      'plain  ',
      'plain n',
      'plain  = ',
      'number 12',
      'plain ; ',
      'comment // end',
    ],
    ['keyword String', 'plain  ', 'plain s', 'plain  = ', "string 'it\\'s'", 'plain ; ', 'comment /* one'],
    ['comment two */', 'plain  ', 'keyword return', 'plain  ', 'plain s', 'plain ;'],
  ])
})

test.each(['A.object', 'A.cls'])('whatever stands in %s, the tokens of a line are the line', (path) => {
  const texts = [
    '<',
    '<a',
    "<a b='",
    '<!',
    '<![CDATA[',
    '&',
    '&amp',
    '</',
    "'",
    '"\\',
    '`${',
    '/*',
    '/',
    '@',
    '$',
    '\\',
    '日本',
    '<a/>/',
  ]
  for (const one of texts)
    for (const other of texts) {
      const lines = [`<x>${one}${other}`, other, one]
      const tokens = highlightLines(lines, scannerFor(path, '<x>'))
      expect(tokens.map((line) => line.map(({ text }) => text).join(''))).toEqual(lines)
    }
})

test.each([
  ['A.object', '<'.repeat(100_000)],
  ['A.object', '&'.repeat(100_000)],
  ['A.cls', "'\\".repeat(50_000)],
  ['A.cls', '/'.repeat(100_000)],
  ['A.cls', `/*${'*'.repeat(100_000)}`],
])('a long line of %s takes time by its length', (path, line) => {
  const begun = performance.now()
  highlightLines([line], scannerFor(path, '<x>'))
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('text that is neither markup nor code has no colours', () => {
  expect(kinds('read.me', 'if a < b')).toEqual([['plain if a < b']])
})
