import type { CallOptions, Connection } from '../connection.ts'
import { numberOf, recordOf, textOf } from '../json.ts'
import { queryAll, soqlText } from './query.ts'

export interface TestMethodResult {
  readonly classId: string
  readonly namespace: string | null
  readonly className: string
  readonly methodName: string
  readonly outcome: string
  readonly message: string | null
  readonly stackTrace: string | null
  readonly milliseconds: number | null
}

/** The lines of a class or trigger that the tests of the org reach. */
export interface ApexCoverage {
  readonly id: string
  readonly name: string
  readonly isTrigger: boolean
  readonly linesCovered: number
  readonly linesUncovered: number
  /** Their numbers, ascending. */
  readonly uncoveredLines: readonly number[]
}

/** The outcomes of the methods that have run, for the counters of a run under way. */
export async function fetchTestOutcomes(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<string[]> {
  const soql = `SELECT Outcome FROM ApexTestResult WHERE AsyncApexJobId = ${soqlText(id)}${withoutSetup(connection)}`
  const records = await queryAll(connection, soql, { ...options, tooling: true })
  return records.map((record) => textOf(record, 'Outcome') ?? '')
}

/** The results of the methods that have run. Methods that only set up data are none. */
export async function fetchTestResults(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<TestMethodResult[]> {
  const soql =
    'SELECT ApexClassId, ApexClass.Name, ApexClass.NamespacePrefix, MethodName, Outcome, Message, StackTrace, RunTime ' +
    `FROM ApexTestResult WHERE AsyncApexJobId = ${soqlText(id)}${withoutSetup(connection)}`
  const records = await queryAll(connection, soql, { ...options, tooling: true })
  return records.map((record) => ({
    classId: textOf(record, 'ApexClassId') ?? '',
    namespace: textOf(recordOf(record, 'ApexClass'), 'NamespacePrefix'),
    className: textOf(recordOf(record, 'ApexClass'), 'Name') ?? '',
    methodName: textOf(record, 'MethodName') ?? '',
    outcome: textOf(record, 'Outcome') ?? '',
    message: textOf(record, 'Message'),
    stackTrace: textOf(record, 'StackTrace'),
    milliseconds: numberOf(record, 'RunTime'),
  }))
}

/** Results of setup methods are told apart since this version; before, they have none. */
const setupMethodsSince = 61

const withoutSetup = ({ apiVersion }: Connection): string =>
  Number(apiVersion) >= setupMethodsSince ? ' AND IsTestSetup = false' : ''

/** What the tests of the org reach, of each class and trigger that they have reached or missed; the latest runs count. */
export async function fetchApexCoverage(
  connection: Connection,
  options: CallOptions = {},
): Promise<ApexCoverage[]> {
  const soql =
    'SELECT ApexClassOrTriggerId, ApexClassOrTrigger.Name, NumLinesCovered, NumLinesUncovered, Coverage FROM ApexCodeCoverageAggregate'
  const records = await queryAll(connection, soql, { ...options, tooling: true })
  return records.map((record) => ({
    id: textOf(record, 'ApexClassOrTriggerId') ?? '',
    name: textOf(recordOf(record, 'ApexClassOrTrigger'), 'Name') ?? '',
    isTrigger: (textOf(record, 'ApexClassOrTriggerId') ?? '').startsWith(triggerKeyPrefix),
    linesCovered: numberOf(record, 'NumLinesCovered') ?? 0,
    linesUncovered: numberOf(record, 'NumLinesUncovered') ?? 0,
    uncoveredLines: numbersOf(recordOf(record, 'Coverage')['uncoveredLines']),
  }))
}

/** The ids of triggers begin with it. */
const triggerKeyPrefix = '01q'

const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter(Number.isInteger).toSorted((a, b) => a - b) : []
