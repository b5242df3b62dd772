import { newId } from '../ids.ts'
import type { Org } from '../org.ts'
import type { SObjectRecord } from '../records.ts'
import { averagePercent } from './run-tests.ts'
import type { Coverage, TestRun, TestSelection } from './run-tests.ts'
import type { MethodOutcome } from './outcome.ts'

/**
 * The records of one asynchronous run, from its start. They are changed in place until the run
 * is over.
 */
export interface RunRecords {
  jobId: string
  result: SObjectRecord
  /** Queue items by class name in lower case. */
  items: Map<string, SObjectRecord>
}

/**
 * Writes the records that a client polls: the job (707…), its result and one queue item per
 * class, all Queued.
 */
export async function startRun(
  org: Org,
  start: {
    userId: string
    selection: readonly TestSelection[]
    classIds: ReadonlyMap<string, string>
    isAll: boolean
    skipsCoverage: boolean
  },
): Promise<RunRecords> {
  const now = new Date().toISOString()
  const jobId = newId('707')
  await org.records.insert('AsyncApexJob', {
    Id: jobId,
    Status: 'Queued',
    JobType: 'TestRequest',
    ApexClassId: null,
    JobItemsProcessed: 0,
    TotalJobItems: start.selection.length,
    NumberOfErrors: 0,
    CreatedDate: now,
    CompletedDate: null,
    CreatedById: start.userId,
  })
  const result = await org.records.insert('ApexTestRunResult', {
    AsyncApexJobId: jobId,
    UserId: start.userId,
    JobName: null,
    IsAllTests: start.isAll,
    Source: 'Tooling API',
    StartTime: now,
    EndTime: null,
    TestTime: 0,
    TestSetupTime: 0,
    Status: 'Queued',
    ClassesEnqueued: start.selection.length,
    ClassesCompleted: 0,
    MethodsEnqueued: 0,
    MethodsCompleted: 0,
    MethodsFailed: 0,
    CreatedDate: now,
  })
  const items = new Map<string, SObjectRecord>()
  for (const { className } of start.selection) {
    const item = org.records.add('ApexTestQueueItem', {
      ApexClassId: start.classIds.get(className.toLowerCase()) ?? null,
      Status: 'Queued',
      ExtendedStatus: null,
      ParentJobId: jobId,
      TestRunResultId: result.Id,
      ShouldSkipCodeCoverage: start.skipsCoverage,
      CreatedDate: now,
      CreatedById: start.userId,
    })
    items.set(className.toLowerCase(), item)
  }
  await org.records.save('ApexTestQueueItem')
  return { jobId, result, items }
}

/** The run leaves the queue: from here on its state says how many methods it has. A run that was aborted before stays so. */
export function beginRun(records: RunRecords, methods: number): void {
  if (records.result.Status === 'Aborted') return
  Object.assign(records.result, { Status: 'Processing', MethodsEnqueued: methods })
  for (const item of records.items.values()) if (item.Status === 'Queued') item.Status = 'Processing'
}

/**
 * Whether a class of the run is not run: somebody aborted it, or more tests than `maxFailedTests` have failed (0 means that
 * the first failure stops the run). What is stopped by failures ends as Aborted.
 */
export function stopsBefore(records: RunRecords, { className }: TestSelection, most: unknown): boolean {
  const item = records.items.get(className.toLowerCase())
  if (!item || item.Status === 'Aborted') return true
  const isStopped = typeof most === 'number' && most >= 0 && Number(records.result.MethodsFailed) > most
  if (isStopped) item.Status = 'Aborted'
  return isStopped
}

/** Writes the results of one class and counts them. */
export function finishClass(org: Org, records: RunRecords, outcomes: readonly MethodOutcome[]): void {
  for (const outcome of outcomes) addResult(org, records, outcome)
  const passed = outcomes.filter((entry) => entry.outcome === 'Pass').length
  const item = records.items.get(outcomes[0]?.source.name.toLowerCase() ?? '')
  if (item) Object.assign(item, { Status: 'Completed', ExtendedStatus: `(${passed}/${outcomes.length})` })
  const { result } = records
  Object.assign(result, {
    TestTime: Number(result.TestTime) + outcomes.reduce((sum, entry) => sum + entry.runTime, 0),
    ClassesCompleted: Number(result.ClassesCompleted) + 1,
    MethodsCompleted: Number(result.MethodsCompleted) + passed,
    MethodsFailed: Number(result.MethodsFailed) + outcomes.length - passed,
  })
}

/**
 * Ends a run and writes its coverage. A run with failures ends as Failed, its job as Completed; one that was aborted
 * stays so.
 */
export async function finishRun(org: Org, records: RunRecords, run: TestRun): Promise<void> {
  if (records.result.Status === 'Aborted') return
  const now = new Date().toISOString()
  // A class without test methods gives no results.
  for (const item of records.items.values()) if (item.Status === 'Processing') item.Status = 'Completed'
  const failed = Number(records.result.MethodsFailed) > 0
  Object.assign(records.result, { Status: failed ? 'Failed' : 'Completed', EndTime: now })
  await org.records.update('AsyncApexJob', records.jobId, {
    Status: 'Completed',
    JobItemsProcessed: records.items.size,
    CompletedDate: now,
  })
  for (const object of ['ApexTestResult', 'ApexTestQueueItem', 'ApexTestRunResult'])
    await org.records.save(object)
  const skipsCoverage = [...records.items.values()].some((item) => item.ShouldSkipCodeCoverage === true)
  if (!skipsCoverage) await writeCoverage(org, run.coverage)
}

/** After a change of a queue item: a run of which every class has ended, one of them aborted, is an aborted run. */
export async function settleAborted(org: Org, itemId: string): Promise<void> {
  const changed = org.records.find('ApexTestQueueItem', itemId)
  const items = org.records
    .all('ApexTestQueueItem')
    .filter((item) => item.ParentJobId === changed?.ParentJobId)
  const isOver = items.every((item) => item.Status === 'Aborted' || item.Status === 'Completed')
  if (changed?.Status !== 'Aborted' || !isOver) return
  const now = new Date().toISOString()
  const result = org.records
    .all('ApexTestRunResult')
    .find((run) => run.AsyncApexJobId === changed.ParentJobId && run.EndTime === null)
  if (!result) return
  await org.records.update('ApexTestRunResult', result.Id, { Status: 'Aborted', EndTime: now })
  await org.records.update('AsyncApexJob', String(changed.ParentJobId), {
    Status: 'Aborted',
    CompletedDate: now,
  })
}

function addResult(org: Org, records: RunRecords, outcome: MethodOutcome): void {
  const now = new Date().toISOString()
  org.records.add('ApexTestResult', {
    SystemModstamp: now,
    TestTimestamp: now,
    Outcome: outcome.outcome,
    ApexClassId: outcome.source.id,
    MethodName: outcome.method,
    Message: outcome.message,
    StackTrace: outcome.stackTrace,
    AsyncApexJobId: records.jobId,
    QueueItemId: records.items.get(outcome.source.name.toLowerCase())?.Id ?? null,
    ApexLogId: null,
    ApexTestRunResultId: records.result.Id,
    RunTime: outcome.runTime,
    IsTestSetup: false,
  })
}

/** Coverage of the last run takes the place of the one before, for what it reached. */
async function writeCoverage(org: Org, coverage: readonly Coverage[]): Promise<void> {
  await org.records.replace(
    'ApexCodeCoverage',
    coverage.flatMap((entry) => entry.testClasses.map((test) => perTest(org, entry, test))),
  )
  await org.records.replace(
    'ApexCodeCoverageAggregate',
    coverage.map((entry) => ({ ...linesOf(entry) })),
  )
  await org.records.replace('ApexOrgWideCoverage', [{ PercentCovered: averagePercent(coverage) }])
}

function linesOf({ source, coveredLines, uncoveredLines }: Coverage): Record<string, unknown> {
  return {
    ApexClassOrTriggerId: source.id,
    ApexClassOrTrigger: { Id: source.id, Name: source.name },
    NumLinesCovered: coveredLines.length,
    NumLinesUncovered: uncoveredLines.length,
    Coverage: { coveredLines, uncoveredLines },
  }
}

/** Coverage is kept per test class, not per method, so TestMethodName is null. */
function perTest(org: Org, entry: Coverage, test: string): Record<string, unknown> {
  const id = org.store.find('ApexClass', test)?.id ?? null
  return {
    ...linesOf(entry),
    ApexTestClassId: id,
    ApexTestClass: { Id: id, Name: test },
    TestMethodName: null,
  }
}
