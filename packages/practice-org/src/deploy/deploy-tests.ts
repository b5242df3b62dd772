import { readSources } from '../apex-tests/read-sources.ts'
import { readTestRules } from '../apex-tests/rules.ts'
import { allTests, averagePercent, runTests } from '../apex-tests/run-tests.ts'
import type { Coverage, TestRun, TestSelection } from '../apex-tests/run-tests.ts'
import { runTestsResult } from '../apex-tests/run-tests-result.ts'
import type { ApexSource } from '../apex-tests/source.ts'
import type { OrgState } from '../org-state.ts'
import type { Deployment } from './deploy-result.ts'
import { noTests } from '../apex-tests/test-result.ts'
import type { CoverageWarning, RunTestsResult } from '../apex-tests/test-result.ts'
import type { Workspace } from '../store/workspace.ts'
import { wording } from '../wording.ts'

/** Documented: production wants 75 % of the lines covered. */
const requiredPercent = 75

/**
 * Runs the tests that a deployment asks for against what the org would be, and writes their
 * numbers into `deployment`. Failures fail it everywhere; too little coverage fails it in
 * production only, while a sandbox reports the warning. `problem` names classes that were asked for and
 * do not exist: then no test runs.
 */
export async function runDeployTests(
  org: OrgState,
  deployment: Deployment,
  workspace: Workspace,
): Promise<{ result: RunTestsResult; failed: boolean; problem?: string }> {
  const level = effectiveLevel(org, deployment, workspace)
  if (level === 'NoTestRun') return { result: noTests(), failed: false }
  const sources = await readSources(workspace)
  const selection: TestSelection[] =
    level === 'RunSpecifiedTests' ? specified(deployment.options.runTests) : allTests(sources)
  const unknown = unknownClasses(sources, selection)
  if (unknown.length > 0)
    return { result: noTests(), failed: true, problem: wording.tests.unknownClass(unknown.join(', ')) }
  const run = runTests(sources, selection, await readTestRules(org.folder))
  const result = runTestsResult(run)
  result.codeCoverageWarnings =
    level === 'RunSpecifiedTests' ? eachCovered(run, workspace) : averageCovered(run)
  deployment.numberTestsTotal = result.numTestsRun
  deployment.numberTestErrors = result.numFailures
  deployment.numberTestsCompleted = result.numTestsRun - result.numFailures
  const isCoverageRequired = !org.info.isSandbox
  const failed = result.numFailures > 0 || (isCoverageRequired && result.codeCoverageWarnings.length > 0)
  return { result, failed }
}

/**
 * Without a word about tests production runs the local ones when there is Apex in the archive,
 * a sandbox none (documented).
 */
function effectiveLevel(org: OrgState, deployment: Deployment, workspace: Workspace): string {
  if (deployment.options.testLevel !== undefined) return deployment.options.testLevel
  const hasApex = workspace.changes.some((change) => /^Apex(Class|Trigger)$/.test(change.type))
  return !org.info.isSandbox && org.info.runsTestsOnDeploy && hasApex ? 'RunLocalTests' : 'NoTestRun'
}

/** `Class` or `Class.method` names. */
function specified(names: readonly string[]): TestSelection[] {
  return names.map((name) => {
    const [className = '', method] = name.split('.')
    return method === undefined ? { className } : { className, methods: [method] }
  })
}

/** Names of classes that were asked for and do not exist; letter case does not matter. */
function unknownClasses(sources: readonly ApexSource[], selection: readonly TestSelection[]): string[] {
  const known = new Set(sources.map((source) => source.name.toLowerCase()))
  return selection.map(({ className }) => className).filter((name) => !known.has(name.toLowerCase()))
}

/** Whole percent, rounded down; nothing to cover counts as covered. */
function percentOf(entry: Coverage): number {
  const total = entry.coveredLines.length + entry.uncoveredLines.length
  return total === 0 ? 100 : Math.floor((entry.coveredLines.length / total) * 100)
}

/** RunSpecifiedTests: each deployed class and trigger on its own has to reach the percentage. */
function eachCovered(run: TestRun, workspace: Workspace): CoverageWarning[] {
  const deployed = new Set(workspace.changes.map((change) => change.fullName))
  return run.coverage
    .filter((entry) => deployed.has(entry.source.name) && percentOf(entry) < requiredPercent)
    .map((entry) => ({
      id: entry.source.id,
      message: wording.tests.coverageOfEach(entry.source.kind, percentOf(entry), requiredPercent),
      name: entry.source.name,
      namespace: null,
    }))
}

/** All tests: the average over everything, and at least one line of each trigger. */
function averageCovered(run: TestRun): CoverageWarning[] {
  const warnings: CoverageWarning[] = run.coverage
    .filter(
      (entry) => entry.source.kind === 'Trigger' && percentOf(entry) === 0 && entry.uncoveredLines.length > 0,
    )
    .map((entry) => ({
      id: entry.source.id,
      message: wording.tests.coverageOfEach('Trigger', 0, 1),
      name: entry.source.name,
      namespace: null,
    }))
  const average = averagePercent(run.coverage)
  if (average < requiredPercent)
    warnings.push({
      id: '',
      message: wording.tests.coverageOfAll(average, requiredPercent),
      name: null,
      namespace: null,
    })
  return warnings
}
