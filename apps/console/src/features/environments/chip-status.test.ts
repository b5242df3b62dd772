import { expect, test } from 'vitest'
import { sampleJob } from '../../testing/samples.ts'
import { chipStatus, chipWord } from './environment-job-chip.tsx'

test.for([
  ['Queued', null, 'Running'],
  ['Running', null, 'Running'],
  ['Ended', 'Succeeded', 'Succeeded'],
  ['Ended', 'Failed', 'Failed'],
] as const)('a job that is %s with outcome %s shows %s', ([status, outcome, shown]) => {
  expect(chipStatus(sampleJob({ status, outcome }))).toBe(shown)
})

test('a running job with an open inquiry shows that it waits', () => {
  expect(chipStatus(sampleJob({ status: 'Running', hasPendingInquiries: true }))).toBe('Waiting')
})

test('a failed job is marked in words', () => {
  expect(chipWord(sampleJob({ status: 'Ended', outcome: 'Failed' }))).toBe('(failed)')
})
