import { expect, test } from 'vitest'
import { verdictOf } from './attempt-verdict.ts'
import type { DeployOutcome } from './await-deployment.ts'

const outcome = (errorStatusCode: string | null): DeployOutcome => ({
  id: '0Af',
  status: 'Failed',
  errorMessage: null,
  errorStatusCode,
  failures: [],
  warnings: [],
  componentIds: {},
  tests: [],
  coverageWarnings: [],
  wasCancelledByUs: false,
})
const problem = (description: string) => [
  { type: 'Error' as const, description, archiveFilePath: null, line: null, column: null },
]
const locked =
  "The changes you requested require salesforce.com to temporarily lock your organization's administration setup. However, the administration setup has already been locked by another change."
const row = 'UNABLE_TO_LOCK_ROW: unable to obtain exclusive access to this record'

test.each([locked, row, 'ALREADY_IN_PROCESS: try again'])(
  'a component that fails by a lock waits: %s',
  (text) => {
    const problems = { byKey: new Map([['a', problem(text)]]), unmapped: [] }
    expect(verdictOf(outcome(null), problems)).toEqual({ kind: 'orgBusy' })
  },
)

test('beside it what failed for another reason is left out', () => {
  const byKey = new Map([
    ['a', problem(locked)],
    ['b', problem('Invalid type: B')],
  ])
  expect(verdictOf(outcome(null), { byKey, unmapped: [] })).toEqual({
    kind: 'failed',
    failedKeys: ['b'],
    isBusy: true,
  })
})

test('a lock of the whole deployment, or of what the delta does not hold, waits', () => {
  const none = { byKey: new Map(), unmapped: [] }
  expect(verdictOf(outcome('ALREADY_IN_PROCESS'), none)).toEqual({ kind: 'orgBusy' })
  expect(verdictOf(outcome(null), { ...none, unmapped: problem(row) })).toEqual({ kind: 'orgBusy' })
  expect(verdictOf(outcome(null), none)).toEqual({ kind: 'failed', failedKeys: [], isBusy: false })
})
