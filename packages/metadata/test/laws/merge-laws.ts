import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { documents } from './generated/documents.ts'
import { leavesOf } from './generated/leaves.ts'
import { plainSpellings, spellings, write } from './generated/spelling.ts'
import { readTree } from './generated/tree.ts'
import { mergeTexts, textOf, treeOf } from './merging.ts'

const pair = fc.tuple(documents('sometimes'), documents('sometimes'), spellings, spellings)

/** The laws of the merge, each on `numRuns` generated cases. */
export function mergeLaws(numRuns: number): void {
  const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void): void => {
    fc.assert(fc.property(arbitrary, check), { numRuns })
  }

  test('merge(b, x, b) = x and merge(b, b, x) = x', () => {
    holds(pair, ([b, x, one, other]) => {
      const [base, changed] = [write(b, one), write(x, other)]
      for (const sides of [
        { ours: changed, theirs: base },
        { ours: base, theirs: changed },
      ]) {
        const result = mergeTexts({ base, ...sides })
        expect([result.status, textOf(result)]).toEqual(['clean', changed])
      }
    })
  })

  test('merge(b, x, x) = x, also without a base', () => {
    holds(pair, ([b, x, one, other]) => {
      const changed = write(x, other)
      for (const base of [write(b, one), null]) {
        const result = mergeTexts({ base, ours: changed, theirs: changed })
        expect([result.status, textOf(result)]).toEqual(['clean', changed])
      }
    })
  })

  test('a side that only writes the base in another way loses nothing of the other side', () => {
    const respelled = fc.tuple(documents('sometimes'), documents('sometimes'), plainSpellings, plainSpellings)
    holds(respelled, ([b, x, one, other]) => {
      const [base, again, changed] = [write(b, one), write(b, other), write(x, one)]
      const result = mergeTexts({ base, ours: changed, theirs: again })
      expect(result.status).toBe('clean')
      expect(leavesOf(treeOf(result))).toEqual(leavesOf(readTree(changed)))
    })
  })
}
