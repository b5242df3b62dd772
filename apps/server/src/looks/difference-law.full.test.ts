import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectTrueDifference, sequences } from '../commands/testing/difference-law.ts'
import { flowWorld } from '../commands/testing/flow-world.ts'

const world = flowWorld()

test('the difference is what branch and org have differently, whatever people do', async () => {
  let seen = 0
  const law = fc.asyncProperty(sequences, async (sequence) => {
    seen += await expectTrueDifference(world, sequence)
  })
  await fc.assert(law, { seed: 3, numRuns: 2, endOnFailure: true })
  // Sequences that left nothing different would prove nothing.
  expect(seen).toBeGreaterThan(3)
})
