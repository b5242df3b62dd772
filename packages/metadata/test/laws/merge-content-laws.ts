import type { MergeResult } from '../../src/merge/write/merge-result.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { contentOf, leavesOf } from './generated/leaves.ts'
import { independentEdits, triples } from './generated/merge-triples.ts'
import { entries, profile } from './generated/profile.ts'
import { holdsWhatSidesMade, isConflicting, isOfOneOrg, keepsToInputs } from './merge-oracle.ts'
import { conflictsOf, mergeTexts, saidBy, textOf, textsOf, treeOf } from './merging.ts'
import { entriesOf, expected, valuesOf } from './profile-oracle.ts'

/** What a clean result says, without the values of one org: each branch keeps its own, so that they change with the sides. */
const saidOfAllOrgs = (result: MergeResult): Map<string, string[]> | null => {
  const said = saidBy(result)
  return said && new Map([...said].filter(([path]) => !isOfOneOrg({ path })))
}

/** The laws of what a merge holds, each on `numRuns` generated cases. */
export function mergeContentLaws(numRuns: number): void {
  const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void): void => {
    fc.assert(fc.property(arbitrary, check), { numRuns })
  }

  test('nothing is invented and nothing is lost where keys are distinct, and nothing hard is resolved silently', () => {
    holds(triples('never'), (triple) => {
      const result = mergeTexts(textsOf(triple))
      const isClean = result.status === 'clean'
      expect(isClean && isConflicting(triple)).toBe(false)
      expect(isClean ? holdsWhatSidesMade(triple, treeOf(result)) : []).toEqual([])
    })
  })

  test('an entry is a conflict exactly when a leaf was changed by both, or one side deleted what the other changed', () => {
    holds(fc.tuple(entries, entries, entries), ([base, ours, theirs]) => {
      const [b, o, t] = [base, ours, theirs].map(valuesOf)
      const keys = new Set([base, ours, theirs].flat().map(({ field }) => field))
      const wanted = new Map([...keys].map((key) => [key, expected(b?.get(key), o?.get(key), t?.get(key))]))
      const result = mergeTexts({ base: profile(base), ours: profile(ours), theirs: profile(theirs) })
      const isClean = result.status === 'clean'
      expect(isClean).toBe(![...wanted.values()].includes(undefined))
      const held = new Map([...wanted].filter(([, value]) => value !== null))
      expect(isClean ? entriesOf(textOf(result)) : held).toEqual(held)
    })
  })

  test('nothing is invented and nothing is lost where keys stand twice', () => {
    holds(triples('sometimes'), (triple) => {
      const result = mergeTexts(textsOf(triple))
      expect(result.status === 'clean' ? keepsToInputs(triple, treeOf(result)) : []).toEqual([])
    })
  })

  test('swapping the sides swaps labels and the side of ties', () => {
    holds(triples('sometimes'), (triple) => {
      const texts = textsOf(triple)
      const one = mergeTexts(texts)
      const other = mergeTexts({ ...texts, ours: texts.theirs, theirs: texts.ours })
      expect(other.status).toBe(one.status)
      expect(conflictsOf(other, true)).toEqual(conflictsOf(one, false))
      expect(saidOfAllOrgs(other)).toEqual(saidOfAllOrgs(one))
    })
  })

  test('edits that do not meet merge cleanly to all of them, unless only together they break a rule', () => {
    holds(independentEdits, (triple) => {
      const result = mergeTexts(textsOf(triple))
      const met = result.conflicts.filter(({ reason }) => reason !== 'brokenByMerge')
      expect(met.map(({ reason, path: at }) => `${reason} ${at}`)).toEqual([])
      const wanted = leavesOf(triple.both)
      expect(result.status === 'clean' ? leavesOf(treeOf(result)) : wanted).toEqual(wanted)
    })
  })

  test('with a favoured side no marker is left, and the result is well-formed', () => {
    holds(
      fc.tuple(triples('sometimes'), fc.constantFrom('ours' as const, 'theirs' as const)),
      ([triple, favour]) => {
        expect(contentOf(treeOf(mergeTexts(textsOf(triple), favour)))).not.toBe('')
      },
    )
  })
}
