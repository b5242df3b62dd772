import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { flowWorld } from './testing/flow-world.ts'
import { expectTruePreview, previewedCases } from './testing/preview-law.ts'

const world = flowWorld()

test(
  'what a preview said is what the job does, or the job says what is otherwise',
  { timeout: 480_000 },
  async () => {
    const runs = 3
    const ends = { equal: 0, otherwise: 0, components: 0 }
    const law = fc.asyncProperty(previewedCases, async (previewed) => {
      const { isEqual, components } = await expectTruePreview(world, previewed)
      ends[isEqual ? 'equal' : 'otherwise'] += 1
      ends.components += components
    })
    // Cases of both directions, with and without changes between the preview and the job.
    await fc.assert(law, { seed: 4, numRuns: runs, endOnFailure: true })
    // Cases of one kind alone, or without components, would prove nothing.
    expect(ends.equal).toBeGreaterThan(0)
    expect(ends.otherwise).toBeGreaterThan(0)
    expect(ends.components).toBeGreaterThan(runs)
  },
)
