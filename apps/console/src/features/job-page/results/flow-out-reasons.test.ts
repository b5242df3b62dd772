import { expect, test } from 'vitest'
import { flowOutReasons } from './flow-out-result.tsx'

const none = {
  reachedMaximumNumberAttempts: false,
  reachedOnlyFailures: false,
  reachedRepeatedState: false,
  allOrNothingAttemptFailed: false,
  lastAttemptFailed: false,
  attempts: [],
}

test('a flow out that went well needs no reason', () => expect(flowOutReasons(none)).toEqual([]))
test('each flag has its sentence', () => {
  expect(flowOutReasons({ ...none, reachedOnlyFailures: true, lastAttemptFailed: true })).toEqual([
    'No components could be deployed.',
    'The last attempt failed.',
  ])
})
