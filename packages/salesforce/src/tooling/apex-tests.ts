import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { numberOf, recordOf, textOf, type JsonRecord } from '../json.ts'
import { sendJson } from '../rest.ts'
import { queryAll, soqlText, soqlTime } from './query.ts'

/** Which tests of an org to run. Class and suite names go with `RunSpecifiedTests` only. */
export interface TestRunRequest {
  readonly testLevel: 'RunSpecifiedTests' | 'RunLocalTests' | 'RunAllTestsInOrg'
  readonly classNames: readonly string[]
  readonly suiteNames: readonly string[]
  /** The run stops when more tests than this have failed; null lets all of them run. */
  readonly maxFailedTests: number | null
  readonly skipCodeCoverage: boolean
}

/** How far a run is, as its ApexTestRunResult tells. */
export interface TestRunState {
  /** Of the AsyncApexJob: 707…. */
  readonly id: string
  readonly status: string
  readonly startTime: string | null
  readonly classesEnqueued: number
  readonly methodsEnqueued: number
}

const tooling = (connection: Connection) => `/services/data/v${connection.apiVersion}/tooling`

/**
 * Starts a test run; gives the id of its AsyncApexJob.
 * @throws SalesforceError what the org says, such as that a class waits in another run; with `outcomeUnknown` when no answer came
 */
export async function startTestRun(
  connection: Connection,
  request: TestRunRequest,
  options: CallOptions = {},
): Promise<string> {
  const { testLevel, maxFailedTests, skipCodeCoverage } = request
  const body = {
    testLevel,
    ...(request.classNames.length > 0 && { classNames: request.classNames.join(',') }),
    ...(request.suiteNames.length > 0 && { suiteNames: request.suiteNames.join(',') }),
    ...(maxFailedTests !== null && { maxFailedTests }),
    skipCodeCoverage,
  }
  const path = `${tooling(connection)}/runTestsAsynchronous`
  const id = await sendJson(connection, { method: 'POST', path, body }, options)
  if (typeof id === 'string' && id !== '') return id
  throw new SalesforceError('lostReply', 'Salesforce started tests without naming the run.', {
    outcomeUnknown: true,
  })
}

const stateFields = 'AsyncApexJobId, Status, StartTime, ClassesEnqueued, MethodsEnqueued'

/** How far the run is; null while the org has no record of it yet. */
export async function fetchTestRun(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<TestRunState | null> {
  const soql = `SELECT ${stateFields} FROM ApexTestRunResult WHERE AsyncApexJobId = ${soqlText(id)}`
  const [record] = await queryAll(connection, soql, { ...options, tooling: true })
  return record === undefined ? null : stateOf(record)
}

/** The runs of a user that began at or after a time. Used to reconcile a start whose answer was lost. */
export async function listTestRuns(
  connection: Connection,
  filter: { readonly createdAfter: Date; readonly userId: string },
  options: CallOptions = {},
): Promise<TestRunState[]> {
  const soql =
    `SELECT ${stateFields} FROM ApexTestRunResult WHERE UserId = ${soqlText(filter.userId)} ` +
    `AND CreatedDate >= ${soqlTime(filter.createdAfter)}`
  const records = await queryAll(connection, soql, { ...options, tooling: true })
  return records.map((record) => stateOf(record))
}

/** The names of the classes of a run. */
export async function listTestClasses(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<string[]> {
  const soql = `SELECT ApexClass.Name FROM ApexTestQueueItem WHERE ParentJobId = ${soqlText(id)}`
  const records = await queryAll(connection, soql, { ...options, tooling: true })
  return records.map((record) => textOf(recordOf(record, 'ApexClass'), 'Name') ?? '')
}

/**
 * Takes the classes of a run that have not ended out of the queue. The run ends when the org has stopped the last of them.
 * Harmless when it is repeated.
 */
export async function abortTestRun(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<void> {
  const soql =
    `SELECT Id FROM ApexTestQueueItem WHERE ParentJobId = ${soqlText(id)} ` +
    "AND Status IN ('Holding', 'Queued', 'Preparing', 'Processing')"
  for (const record of await queryAll(connection, soql, { ...options, tooling: true })) {
    const path = `${tooling(connection)}/sobjects/ApexTestQueueItem/${encodeURIComponent(textOf(record, 'Id') ?? '')}`
    await sendJson(connection, { method: 'PATCH', path, body: { Status: 'Aborted' } }, options)
  }
}

const stateOf = (record: JsonRecord): TestRunState => ({
  id: textOf(record, 'AsyncApexJobId') ?? '',
  status: textOf(record, 'Status') ?? '',
  startTime: textOf(record, 'StartTime'),
  classesEnqueued: numberOf(record, 'ClassesEnqueued') ?? 0,
  methodsEnqueued: numberOf(record, 'MethodsEnqueued') ?? 0,
})
