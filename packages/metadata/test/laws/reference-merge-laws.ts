import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { agreementOn, agreements } from './against-reference.ts'
import { triples } from './generated/merge-triples.ts'
import { textsOf } from './merging.ts'

/** At least so much of the generated cases is specified by the reference. */
const leastSpecified = 0.9

/** The law that engine and reference are equal, on `numRuns` generated cases; the same ones for the same seed. */
export function referenceMergeLaws(numRuns: number, seed: number): void {
  test.each(['never', 'sometimes'] as const)(
    'engine and reference are equal where keys stand twice %s',
    (repeats) => {
      let specified = 0
      const isEqual = fc.property(triples(repeats), (triple) => {
        const agreement = agreementOn({ path: 'unpackaged/any/File.xml', ...textsOf(triple) })
        if (agreements.has(agreement)) specified += 1
      })
      fc.assert(isEqual, { numRuns, seed })
      expect(specified / numRuns).toBeGreaterThan(leastSpecified)
    },
  )
}
