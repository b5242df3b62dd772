import { expect, test } from 'vitest'
import { longRunSeed } from '../../../../tools/long/long-run.ts'
import { testContext } from '../testing/test-context.ts'
import { judgeOccurrences } from './testing/occurrence-law.ts'
import { seededRandom } from './testing/seeded-random.ts'

const scene = testContext()

test('three servers decide 10,000 occurrences of 200 schedules once each', async () => {
  const { ctx, ownerUrl } = scene
  const random = seededRandom(longRunSeed())
  const options = { ctx, ownerUrl, schedules: 200, occurrences: 10_000, random }
  const { decided, killed } = await judgeOccurrences(options)
  expect(decided).toBeGreaterThanOrEqual(10_000)
  expect(killed).toBeGreaterThan(50)
})
