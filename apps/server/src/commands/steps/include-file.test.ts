import { defaultIncludeSpecs, hashIncludeSpecs, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { expect, test } from 'vitest'
import { textOfSpecs } from './include-file.ts'

test('specs that are written as text and read again are the same', () => {
  const { specs } = parseIncludeSpecs(`${defaultIncludeSpecs}\n!unpackaged/~/Report/[a-c]*/X? # not these`)
  const again = parseIncludeSpecs(textOfSpecs(specs))
  expect(again.problems).toEqual([])
  expect(hashIncludeSpecs(again.specs, (text) => text)).toBe(hashIncludeSpecs(specs, (text) => text))
})
