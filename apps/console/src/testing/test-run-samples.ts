import type { ApexTestResult, ApexTestRun } from '@sluice/contract/apex-test-run'
import { id } from './samples.ts'

const moment = '2026-01-31T12:00:00.000Z'

/** A run of three methods, one of which failed, as the hub pushes it. */
export const sampleTestRun = (changes: Partial<ApexTestRun> = {}): ApexTestRun => ({
  id: id(80),
  workspaceId: id(1),
  stackId: id(2),
  jobId: id(70),
  environmentId: id(30),
  deploymentId: null,
  testRunId: '707000000000001AAA',
  status: 'Completed',
  statusIsFinal: true,
  displayStatus: 'Failed',
  methodsEnqueued: 3,
  methodsCompleted: 3,
  methodsPassed: 2,
  methodsFailed: 1,
  methodsSkipped: 0,
  createdUtc: moment,
  createdByUserId: id(90),
  startedUtc: moment,
  duration: 2_345,
  testResults: null,
  coverage: null,
  ...changes,
})

export const sampleTestResult = (changes: Partial<ApexTestResult> = {}): ApexTestResult => ({
  id: id(81),
  apexClassId: '01p000000000001AAA',
  apexClassNamespace: null,
  apexClassName: 'QuoteTest',
  methodName: 'totals',
  outcome: 'Pass',
  isFailed: false,
  message: null,
  stackTrace: null,
  duration: 12,
  ...changes,
})
