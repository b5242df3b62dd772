import { expect, test } from 'vitest'
import { testContext } from '../testing/test-context.ts'
import { judgeOccurrences } from './testing/occurrence-law.ts'
import { seededRandom } from './testing/seeded-random.ts'

const scene = testContext()

test('several servers decide each occurrence once, whichever of them dies and however the clock is set', async () => {
  const { ctx, ownerUrl } = scene
  const options = { ctx, ownerUrl, schedules: 12, occurrences: 300, random: seededRandom(1) }
  const { decided, killed } = await judgeOccurrences(options)
  expect(decided).toBeGreaterThanOrEqual(300)
  expect(killed).toBeGreaterThan(10)
})
