import type { RunTestsResult } from './test-result.ts'
import type { TestRun } from './run-tests.ts'

/**
 * A run in the shape in which deployments and synchronous runs answer it. Everything that did
 * not pass is a failure, skipped methods too. Coverage warnings are the caller's, because they
 * depend on the test level.
 */
export function runTestsResult(run: TestRun): RunTestsResult {
  const failures = run.outcomes.filter((entry) => entry.outcome !== 'Pass')
  const successes = run.outcomes.filter((entry) => entry.outcome === 'Pass')
  return {
    codeCoverage: run.coverage.map(({ source, coveredLines, uncoveredLines }) => ({
      id: source.id,
      locationsNotCovered: uncoveredLines.map((line) => ({ column: 0, line, numExecutions: 0, time: -1 })),
      name: source.name,
      namespace: null,
      numLocations: coveredLines.length + uncoveredLines.length,
      numLocationsNotCovered: uncoveredLines.length,
      type: source.kind,
    })),
    codeCoverageWarnings: [],
    failures: failures.map((entry) => ({
      id: entry.source.id,
      message: entry.message ?? '',
      methodName: entry.method,
      name: entry.source.name,
      namespace: null,
      packageName: entry.source.name,
      stackTrace: entry.stackTrace ?? '',
      time: entry.runTime,
      type: 'Class',
    })),
    numFailures: failures.length,
    numTestsRun: run.outcomes.length,
    successes: successes.map((entry) => ({
      id: entry.source.id,
      methodName: entry.method,
      name: entry.source.name,
      namespace: null,
      time: entry.runTime,
    })),
    totalTime: run.outcomes.reduce((sum, entry) => sum + entry.runTime, 0),
  }
}
