import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { sameBytes } from './bytes.ts'

/** Eight of these in a row may be zero with a sign, or no number at all. */
const row = fc
  .array(fc.constantFrom(0, 0x7f, 0x80, 0xf0, 0xff), { minLength: 1, maxLength: 300, size: 'max' })
  .map((values) => Uint8Array.from(values))

test('rows are the same when all bytes are, whatever numbers they would be', () => {
  fc.assert(
    fc.property(row, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, place, difference) => {
      const other = bytes.slice()
      expect(sameBytes(bytes, other)).toBe(true)
      const at = place % other.length
      other[at] = (other[at] ?? 0) ^ difference
      expect(sameBytes(bytes, other)).toBe(false)
      expect(sameBytes(bytes, bytes.subarray(1))).toBe(false)
    }),
    { numRuns: 500 },
  )
})
