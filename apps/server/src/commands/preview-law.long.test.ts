import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { longRunSeed, runsOfSlice } from '../../../../tools/long/long-run.ts'
import { flowWorld } from './testing/flow-world.ts'
import { expectTruePreview, previewedCases } from './testing/preview-law.ts'

const world = flowWorld()

test(
  'what a preview said is what the job does, or the job says what is otherwise and asks before it deploys',
  { timeout: 44 * 60_000 },
  async () => {
    const ends = { equal: 0, otherwise: 0, components: 0 }
    const law = fc.asyncProperty(previewedCases, async (previewed) => {
      const { isEqual, components } = await expectTruePreview(world, previewed)
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
