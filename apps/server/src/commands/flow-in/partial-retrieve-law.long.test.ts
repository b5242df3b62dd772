import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { longRunSeed, runsOfSlice } from '../../../../../tools/long/long-run.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { deedsBetweenFlows, expectAsFull } from '../testing/partial-retrieve-law.ts'

const world = flowWorld()
const timeout = 40 * 60_000

test('partial flows in bring what full ones bring, whatever people do in between', { timeout }, async () => {
  let unchanged = 0
  const law = fc.asyncProperty(deedsBetweenFlows, async (rounds) => {
    unchanged += await expectAsFull(world, rounds)
  })
  await fc.assert(law, { seed: longRunSeed(), numRuns: runsOfSlice(60), endOnFailure: true })
  expect(unchanged).toBeGreaterThan(60)
})
