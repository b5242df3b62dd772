import { defaultIncludeSpecs, hashIncludeSpecs, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { expect, test } from 'vitest'
import { includeSpecsOf, textOfSpecs } from './include-file.ts'

test('specs that are written as text and read again are the same', () => {
  const odd = '!unpackaged/~/Report/[a-c]*/X? # not these\n!unpackaged/~/Layout/A%2FB %23 100%25'
  const { specs } = parseIncludeSpecs(`${defaultIncludeSpecs}\n${odd}`)
  const again = parseIncludeSpecs(textOfSpecs(specs))
  expect(again.problems).toEqual([])
  expect(again.specs.specs.map(({ patterns }) => patterns[3]?.literal)).toContain('a/b # 100%')
  expect(hashIncludeSpecs(again.specs, (text) => text)).toBe(hashIncludeSpecs(specs, (text) => text))
})

test.each([
  ['', 'include nothing'],
  ['!unpackaged/~/ApexClass', 'include nothing'],
  ['unpackged/~/ApexClass', 'include nothing'],
  ['unpackaged/~/ApexClass\n*/~/ApexPage', 'cannot be read'],
])('specs that would delete everything are refused: %j', (text, reason) => {
  expect(() => includeSpecsOf(text)).toThrow(reason)
})
