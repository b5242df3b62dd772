/**
 * Results of the tests inside a deployment or of a synchronous run, in the order in which the
 * service writes the fields. `namespace` is nil for the org's own classes.
 */
export interface RunTestsResult {
  codeCoverage: CodeCoverage[]
  codeCoverageWarnings: CoverageWarning[]
  failures: TestFailure[]
  numFailures: number
  numTestsRun: number
  successes: TestSuccess[]
  /** Milliseconds, as every `time` here. */
  totalTime: number
}

/**
 * Coverage of one class or trigger. Lines are 1-based; the service gives no columns, so
 * `column` is 0.
 */
export interface CodeCoverage {
  id: string
  locationsNotCovered: { column: number; line: number; numExecutions: number; time: number }[]
  name: string
  namespace: null
  numLocations: number
  numLocationsNotCovered: number
  type: 'Class' | 'Trigger'
}

/** Too little coverage. `name` is null when the warning is about the average of the org. */
export interface CoverageWarning {
  id: string
  message: string
  name: string | null
  namespace: null
}

/**
 * A failed test method. `name` is its class, `stackTrace` reads `Class.Name.method: line 3,
 * column 1`.
 */
export interface TestFailure {
  id: string
  message: string
  methodName: string
  name: string
  namespace: null
  packageName: string
  stackTrace: string
  time: number
  type: 'Class'
}

/** A passed test method; `id` and `name` are those of its class. */
export interface TestSuccess {
  id: string
  methodName: string
  name: string
  namespace: null
  time: number
}

/** The result when no test ran: clients expect the element, with zeros and without entries. */
export function noTests(): RunTestsResult {
  return {
    codeCoverage: [],
    codeCoverageWarnings: [],
    failures: [],
    numFailures: 0,
    numTestsRun: 0,
    successes: [],
    totalTime: 0,
  }
}
