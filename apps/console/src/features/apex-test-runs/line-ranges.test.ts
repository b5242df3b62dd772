import { expect, test } from 'vitest'
import { lineRanges } from './test-coverage.tsx'

test.for([
  [[], []],
  [[7], [[7, 7]]],
  [
    [3, 4, 5, 9, 11, 12],
    [
      [3, 5],
      [9, 9],
      [11, 12],
    ],
  ],
] as const)('lines %j make the ranges %j', ([lines, expected]) => {
  expect(lineRanges(lines).map(({ first, last }) => [first, last])).toEqual(expected)
})
