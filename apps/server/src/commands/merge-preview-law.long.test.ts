import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { longRunSeed, runsOfSlice } from '../../../../tools/long/long-run.ts'
import { initialEdits } from './testing/difference-law.ts'
import { flowWorld } from './testing/flow-world.ts'
import type { InitializedStack } from './testing/initialized-stack.ts'
import { expectTrueMergePreview, previewedMerges } from './testing/merge-preview-law.ts'
import { stackForMerges } from './testing/merge-stack.ts'

const world = flowWorld()
let shared: InitializedStack
beforeAll(async () => {
  shared = await stackForMerges(world, initialEdits)
})

test(
  'what the preview of a flow merge said is what the job deploys, or the job says what is otherwise and asks',
  { timeout: 44 * 60_000 },
  async () => {
    const ends = { equal: 0, otherwise: 0, components: 0 }
    const law = fc.asyncProperty(previewedMerges, async (previewed) => {
      const { isEqual, components } = await expectTrueMergePreview(world, shared, previewed)
      ends[isEqual ? 'equal' : 'otherwise'] += 1
      ends.components += components
    })
    const runs = runsOfSlice(200)
    await fc.assert(law, { seed: longRunSeed(), numRuns: runs, endOnFailure: true })
    process.stdout.write(`${JSON.stringify(ends)}\n`)
    // Cases of one kind alone, or without components, would prove nothing.
    expect(ends.equal).toBeGreaterThan(runs / 4)
    expect(ends.otherwise).toBeGreaterThan(0)
    expect(ends.components).toBeGreaterThan(runs / 2)
  },
)
