import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { deedsBetweenFlows, expectAsFull } from '../testing/partial-retrieve-law.ts'

const world = flowWorld()

test('partial flows in bring what full ones bring, whatever people do in between', async () => {
  let unchanged = 0
  const law = fc.asyncProperty(deedsBetweenFlows, async (rounds) => {
    unchanged += await expectAsFull(world, rounds)
  })
  await fc.assert(law, { seed: 7, numRuns: 2, endOnFailure: true })
  // Flows that left out nothing would prove nothing.
  expect(unchanged).toBeGreaterThan(0)
})
