/** Results of the tests inside a deployment or of a synchronous run, in the order in which the service writes the fields. */
export interface RunTestsResult {
  codeCoverage: CodeCoverage[]
  codeCoverageWarnings: CoverageWarning[]
  failures: TestFailure[]
  numFailures: number
  numTestsRun: number
  successes: TestSuccess[]
  totalTime: number
}

export interface CodeCoverage {
  id: string
  locationsNotCovered: { column: number; line: number; numExecutions: number; time: number }[]
  name: string
  namespace: null
  numLocations: number
  numLocationsNotCovered: number
  type: 'Class' | 'Trigger'
}

export interface CoverageWarning {
  id: string
  message: string
  name: string | null
  namespace: null
}

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

export interface TestSuccess {
  id: string
  methodName: string
  name: string
  namespace: null
  time: number
}

/** The result when no test ran. */
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
