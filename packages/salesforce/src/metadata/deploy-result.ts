import { SalesforceError } from '../errors.ts'
import { booleanOf, isRecord, numberOf, recordOf, recordsOf, textOf, type JsonRecord } from '../json.ts'

export type DeployStatus =
  | 'Pending'
  | 'InProgress'
  /** From 65.0 on: everything is decided, cancelling is refused. */
  | 'Finalizing'
  | 'FinalizingFailed'
  | 'Succeeded'
  | 'SucceededPartial'
  | 'Failed'
  | 'Canceling'
  | 'Canceled'

/** What happened to one component, or to one file of the archive such as package.xml. */
export interface DeployMessage {
  /** Null for package.xml and the destructive manifests. */
  componentType: string | null
  fullName: string
  /** Path in the archive; for a deletion the name of its manifest. */
  fileName: string
  id: string | null
  changed: boolean
  created: boolean
  deleted: boolean
  success: boolean
  problem: string | null
  problemType: 'Warning' | 'Error' | 'Info' | null
  /** From 1. */
  lineNumber: number | null
  /** From 1. */
  columnNumber: number | null
}

export interface TestSuccess {
  /** 01p…; null where the org does not give it. */
  classId: string | null
  namespace: string | null
  className: string
  methodName: string
  timeMs: number
}

export interface TestFailure extends TestSuccess {
  message: string
  stackTrace: string | null
}

export interface RunTestResult {
  numTestsRun: number
  numFailures: number
  totalTimeMs: number
  successes: TestSuccess[]
  failures: TestFailure[]
  /** Coverage that is too low; fails the deployment without component failures. */
  codeCoverageWarnings: { name: string | null; message: string }[]
}

export interface DeployResult {
  id: string
  done: boolean
  success: boolean
  status: DeployStatus
  checkOnly: boolean
  rollbackOnError: boolean
  /** Such as `Processing Type: ApexClass`. */
  stateDetail: string | null
  errorMessage: string | null
  errorStatusCode: string | null
  createdBy: string | null
  createdDate: string | null
  startDate: string | null
  completedDate: string | null
  canceledByName: string | null
  numberComponentsTotal: number
  numberComponentsDeployed: number
  numberComponentErrors: number
  numberTestsTotal: number
  numberTestsCompleted: number
  numberTestErrors: number
  /** Filled once the deployment is done. */
  componentSuccesses: DeployMessage[]
  componentFailures: DeployMessage[]
  runTestResult: RunTestResult | null
}

/** Reads the answer of the deployRequest resource. @throws SalesforceError `badResponse` */
export function readDeployResult(answer: unknown): DeployResult {
  const result = isRecord(answer) ? recordOf(answer, 'deployResult') : {}
  const id = textOf(result, 'id') ?? (isRecord(answer) ? textOf(answer, 'id') : null)
  if (id === null) throw badResult('without an id')
  const details = recordOf(result, 'details')
  const testResult = details['runTestResult']
  return {
    id,
    done: booleanOf(result, 'done'),
    success: booleanOf(result, 'success'),
    status: statusOf(textOf(result, 'status')),
    checkOnly: booleanOf(result, 'checkOnly'),
    rollbackOnError: booleanOf(result, 'rollbackOnError'),
    stateDetail: textOf(result, 'stateDetail'),
    errorMessage: textOf(result, 'errorMessage'),
    errorStatusCode: textOf(result, 'errorStatusCode'),
    createdBy: textOf(result, 'createdBy'),
    createdDate: textOf(result, 'createdDate'),
    startDate: textOf(result, 'startDate'),
    completedDate: textOf(result, 'completedDate'),
    canceledByName: textOf(result, 'canceledByName'),
    numberComponentsTotal: numberOf(result, 'numberComponentsTotal') ?? 0,
    numberComponentsDeployed: numberOf(result, 'numberComponentsDeployed') ?? 0,
    numberComponentErrors: numberOf(result, 'numberComponentErrors') ?? 0,
    numberTestsTotal: numberOf(result, 'numberTestsTotal') ?? 0,
    numberTestsCompleted: numberOf(result, 'numberTestsCompleted') ?? 0,
    numberTestErrors: numberOf(result, 'numberTestErrors') ?? 0,
    componentSuccesses: recordsOf(details, 'componentSuccesses').map((message) => readMessage(message)),
    componentFailures: recordsOf(details, 'componentFailures').map((message) => readMessage(message)),
    runTestResult: isRecord(testResult) ? readTests(testResult) : null,
  }
}

function readMessage(message: JsonRecord): DeployMessage {
  return {
    componentType: textOf(message, 'componentType'),
    fullName: textOf(message, 'fullName') ?? '',
    fileName: textOf(message, 'fileName') ?? '',
    id: textOf(message, 'id'),
    changed: booleanOf(message, 'changed'),
    created: booleanOf(message, 'created'),
    deleted: booleanOf(message, 'deleted'),
    success: booleanOf(message, 'success'),
    problem: textOf(message, 'problem'),
    problemType: problemTypeOf(textOf(message, 'problemType')),
    lineNumber: numberOf(message, 'lineNumber'),
    columnNumber: numberOf(message, 'columnNumber'),
  }
}

function problemTypeOf(text: string | null): DeployMessage['problemType'] {
  return text === 'Warning' || text === 'Error' || text === 'Info' ? text : null
}

function readTests(result: JsonRecord): RunTestResult {
  return {
    numTestsRun: numberOf(result, 'numTestsRun') ?? numberOf(result, 'numTestRun') ?? 0,
    numFailures: numberOf(result, 'numFailures') ?? 0,
    totalTimeMs: numberOf(result, 'totalTime') ?? 0,
    successes: recordsOf(result, 'successes').map((test) => readTest(test)),
    failures: recordsOf(result, 'failures').map((test) => ({
      ...readTest(test),
      message: textOf(test, 'message') ?? '',
      stackTrace: textOf(test, 'stackTrace'),
    })),
    codeCoverageWarnings: recordsOf(result, 'codeCoverageWarnings').map((warning) => ({
      name: textOf(warning, 'name'),
      message: textOf(warning, 'message') ?? '',
    })),
  }
}

function readTest(test: JsonRecord): TestSuccess {
  return {
    classId: textOf(test, 'id'),
    namespace: textOf(test, 'namespace'),
    className: textOf(test, 'name') ?? '',
    methodName: textOf(test, 'methodName') ?? '',
    timeMs: numberOf(test, 'time') ?? 0,
  }
}

const statuses: Readonly<Record<DeployStatus, DeployStatus>> = {
  Pending: 'Pending',
  InProgress: 'InProgress',
  Finalizing: 'Finalizing',
  FinalizingFailed: 'FinalizingFailed',
  Succeeded: 'Succeeded',
  SucceededPartial: 'SucceededPartial',
  Failed: 'Failed',
  Canceling: 'Canceling',
  Canceled: 'Canceled',
}

function isStatus(text: string): text is DeployStatus {
  return Object.hasOwn(statuses, text)
}

function statusOf(text: string | null): DeployStatus {
  if (text === null || !isStatus(text)) throw badResult('with an unknown status')
  return text
}

function badResult(what: string): SalesforceError {
  return new SalesforceError('badResponse', `Salesforce answered with a deployment ${what}.`, {
    retryable: true,
  })
}
