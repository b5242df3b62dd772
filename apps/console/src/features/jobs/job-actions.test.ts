import { expect, test } from 'vitest'
import { sampleJob } from '../../testing/samples.ts'
import { whyNotCancel, whyNotRerun } from './job-actions.ts'

test('a running job can be cancelled, once', () => {
  const asked = sampleJob({ cancellationIsRequested: true, status: 'Cancelling' })
  expect([whyNotCancel(sampleJob()), whyNotCancel(asked)]).toEqual([null, 'Cancellation requested'])
})
test('an ended job cannot be cancelled', () => {
  expect(whyNotCancel(sampleJob({ status: 'Ended', outcome: 'Succeeded' }))).toBe('The job has ended.')
})
test('[J-047] jobs of the command line cannot be run again here', () => {
  expect(whyNotRerun(sampleJob({ workerType: 'Cli' }), true)).toBe(
    'Jobs run using the CLI cannot be rerun through the web app.',
  )
})
test('[J-048] an initialization can be run again only until the stack is initialized', () => {
  const job = sampleJob({ commandName: 'InitializeStack' })
  expect([whyNotRerun(job, false), whyNotRerun(job, true)]).toEqual([
    null,
    'Initialize stack jobs cannot be rerun because the stack is now initialized.',
  ])
})
test('a creation can be run again until the environment is created', () => {
  const job = sampleJob({ commandName: 'CreateEnvironment', status: 'Ended' })
  expect([
    whyNotRerun({ ...job, outcome: 'Failed' }, true),
    whyNotRerun({ ...job, outcome: 'Succeeded' }, true),
  ]).toEqual([null, 'The environment has been created.'])
})
test('a deletion can be run again until the environment is deleted', () => {
  const job = sampleJob({ commandName: 'DeleteEnvironment', status: 'Ended' })
  expect([
    whyNotRerun({ ...job, outcome: 'Failed' }, true),
    whyNotRerun({ ...job, outcome: 'Succeeded' }, true),
  ]).toEqual([null, 'The environment has been deleted.'])
})
test('flows and test runs can be run again', () => {
  const commands = ['FlowIn', 'FlowOut', 'FlowMerge', 'RunApexTests'] as const
  expect(commands.map((commandName) => whyNotRerun(sampleJob({ commandName }), true))).toEqual([
    null,
    null,
    null,
    null,
  ])
})
