import { expect, test } from 'vitest'
import { id, sampleJob } from '../../testing/samples.ts'
import { bannerKind, latestInitialization } from './initialization-banner.tsx'

const initialization = (changes: Parameters<typeof sampleJob>[0]) =>
  sampleJob({ commandName: 'InitializeStack', ...changes })

test('the most recent InitializeStack job of the stack counts', () => {
  const jobs = [
    initialization({ id: id(1), createdUtc: '2026-01-01T00:00:00.000Z' }),
    initialization({ id: id(2), createdUtc: '2026-01-02T00:00:00.000Z' }),
    initialization({ id: id(3), createdUtc: '2026-01-03T00:00:00.000Z', stackId: id(9) }),
    sampleJob({ id: id(4), createdUtc: '2026-01-04T00:00:00.000Z' }),
  ]
  expect(latestInitialization(jobs, id(2))?.id).toBe(id(2))
})

test.for([
  ['Cancelling', null, 'running'],
  ['Ended', 'Failed', 'failed'],
  ['Ended', 'Cancelled', 'prompt'],
] as const)('a job that is %s with outcome %s shows the %s banner', ([status, outcome, kind]) => {
  expect(bannerKind(initialization({ status, outcome }))).toBe(kind)
})
test('without a job there is the prompt', () => expect(bannerKind(null)).toBe('prompt'))
