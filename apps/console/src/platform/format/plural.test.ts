import { expect, test } from 'vitest'
import { plural } from './plural.ts'

test('the noun follows the number', () => {
  expect([plural(0, 'file'), plural(1, 'file'), plural(1204, 'file')]).toEqual([
    '0 files',
    '1 file',
    '1,204 files',
  ])
})
