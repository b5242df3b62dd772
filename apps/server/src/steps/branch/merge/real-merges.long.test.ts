import { merge } from '@sluice/metadata/merge/merge'
import { describe, expect, test } from 'vitest'
import { casesOfSlice } from '../../../../../../tools/long/long-run.ts'
import { type RealMerge, committedMerges, hasRealMerges } from '../../../commands/testing/real-merges.ts'
import { mergeWorld } from './testing/merge-world.ts'

const world = mergeWorld()

const filesOf = (cases: readonly RealMerge[], side: 'base' | 'ours' | 'theirs') =>
  Object.fromEntries(cases.map((one) => [one.path, one[side]]))

function mergedAlone({ path, base, ours, theirs }: RealMerge) {
  const [baseContent, ourContent, theirContent] = [base, ours, theirs].map((text) => Buffer.from(text))
  const nothing = Buffer.alloc(0)
  const input = {
    path: `unpackaged/${path}`,
    base: baseContent ?? nothing,
    ours: ourContent ?? nothing,
    theirs: theirContent ?? nothing,
  }
  const { status, content } = merge(input)
  const isConflict = status === 'conflict'
  return { isConflict, content: isConflict ? merge({ ...input, favour: 'ours' }).content : content }
}

describe.skipIf(!hasRealMerges)(
  'real merges (skipped: there is no ../shared/data beside the checkout)',
  () => {
    test('as files of one branch are made as by the engine alone', { timeout: 1_200_000 }, async () => {
      const cases = casesOfSlice(committedMerges())
      const versions = [filesOf(cases, 'base'), filesOf(cases, 'ours'), filesOf(cases, 'theirs')] as const
      const limits = { maxFileBytes: 100_000_000, maxMs: 1_200_000 }
      const made = await world.merge(versions, { conflicts: 'PreferLocal', limits })
      const found = await made.contents()
      const alone = cases.map((one) => ({ one, ...mergedAlone(one) }))
      const different = alone.filter(({ one, content }) => found.get(one.path)?.equals(content) !== true)
      expect(different.map(({ one }) => one.path)).toEqual([])
      const conflicts = alone.filter(({ isConflict }) => isConflict).length
      expect(made.outcome).toMatchObject({ kind: 'merged', report: { resolved: { count: conflicts } } })
      console.info(`${cases.length} files, ${conflicts} conflicts`)
    })
  },
)
