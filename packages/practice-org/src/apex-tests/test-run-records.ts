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
      ShouldSkipCodeCoverage: false,
      CreatedDate: now,
      CreatedById: start.userId,
    })
    items.set(className.toLowerCase(), item)
  }
  await org.records.save('ApexTestQueueItem')
  return { jobId, result, items }
}

/**
 * Writes what a run gave: a result per method, states, counters and coverage. A run with
 * failures ends as Failed, its job as Completed. An item that was aborted meanwhile stays
 * aborted.
 */
export async function finishRun(org: Org, records: RunRecords, run: TestRun): Promise<void> {
  const now = new Date().toISOString()
  for (const outcome of run.outcomes) addResult(org, records, outcome)
  for (const [name, item] of records.items) {
    const mine = run.outcomes.filter((entry) => entry.source.name.toLowerCase() === name)
    const passed = mine.filter((entry) => entry.outcome === 'Pass').length
    if (item.Status !== 'Aborted')
      Object.assign(item, { Status: 'Completed', ExtendedStatus: `(${passed}/${mine.length})` })
  }
  const failed = run.outcomes.filter((entry) => entry.outcome !== 'Pass').length
  Object.assign(records.result, {
    Status: failed > 0 ? 'Failed' : 'Completed',
    EndTime: now,
    TestTime: run.outcomes.reduce((sum, entry) => sum + entry.runTime, 0),
    ClassesCompleted: records.items.size,
    MethodsEnqueued: run.outcomes.length,
    MethodsCompleted: run.outcomes.length - failed,
    MethodsFailed: failed,
  })
  await org.records.update('AsyncApexJob', records.jobId, {
    Status: 'Completed',
    JobItemsProcessed: records.items.size,
    CompletedDate: now,
  })
  for (const object of ['ApexTestResult', 'ApexTestQueueItem', 'ApexTestRunResult'])
    await org.records.save(object)
  await writeCoverage(org, run.coverage)
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
