import type {
  ApexClassCoverage,
  ApexMethodHistory,
  ApexTestHistory,
  ApexTestResult,
  ApexTestRun,
} from '@sluice/contract/apex-test-run'
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

/** A class with 3 of 7 lines covered. */
export const sampleCoverage = (changes: Partial<ApexClassCoverage> = {}): ApexClassCoverage => ({
  name: 'Quote',
  isTrigger: false,
  linesCovered: 3,
  linesUncovered: 4,
  uncoveredLines: [4, 7, 8, 9],
  ...changes,
})

export const sampleMethodHistory = (changes: Partial<ApexMethodHistory> = {}): ApexMethodHistory => ({
  apexClassNamespace: null,
  apexClassName: 'QuoteTest',
  methodName: 'totals',
  runs: 12,
  failures: 0,
  changes: 0,
  medianDuration: 1_500,
  ...changes,
})

export const sampleMeasuredRun = (number: number, percent: number): ApexTestHistory['coverage'][number] => ({
  apexTestRunId: id(number),
  createdUtc: moment,
  linesCovered: percent,
  linesUncovered: 100 - percent,
})

export const sampleTestHistory: ApexTestHistory = {
  runs: 12,
  coverage: [sampleMeasuredRun(79, 62), sampleMeasuredRun(80, 81)],
  slowestMethods: [sampleMethodHistory({ apexClassNamespace: 'pkg' })],
  flakyMethods: [sampleMethodHistory({ methodName: 'discounts', failures: 3, changes: 4 })],
}
