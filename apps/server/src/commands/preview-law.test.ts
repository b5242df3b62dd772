import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { flowWorld } from './testing/flow-world.ts'
import { expectTruePreview, previewedCases } from './testing/preview-law.ts'

const world = flowWorld()

test(
  'what a preview said is what the job does, or the job says what is otherwise',
  { timeout: 120_000 },
  async () => {
    let components = 0
    const law = fc.asyncProperty(previewedCases, async (previewed) => {
      components += (await expectTruePreview(world, previewed)).components
    })
    await fc.assert(law, { seed: 5, numRuns: 3, endOnFailure: true })
    expect(components).toBeGreaterThan(1)
  },
)
