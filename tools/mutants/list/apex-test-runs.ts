import type { Mutant } from '../mutant.ts'

const command = 'apps/server/src/commands/run-apex-tests'
const tests = [`${command}/run-apex-tests.test.ts`]
const history = ['apps/server/src/apex-test-runs/apex-test-history.test.ts']
const pages = 'apps/console/src/features/apex-test-runs'
const dialog = 'apps/console/src/features/job-submission/run-apex-tests'

export const apexTestRunMutants: readonly Mutant[] = [
  {
    id: 'server/apex-tests/cancelled-run-goes-on',
    file: `${command}/follow-tests.ts`,
    from: 'await abortTestRun(connection, testRunId)',
    to: '',
    tests,
    title: 'a cancellation aborts it in the org',
  },
  {
    id: 'server/apex-tests/lost-start-is-repeated',
    file: `${command}/start-tests.ts`,
    from: 'reconcile: async (intent) => findTestRun(await lookInto(), intent)',
    to: "reconcile: async (intent) => (intent.sinceUtc === '' ? findTestRun(await lookInto(), intent) : 'notDone')",
    tests,
    title: 'not repeated',
  },
  {
    id: 'server/apex-tests/run-of-others-adopted',
    file: `${command}/find-test-run.ts`,
    from: 'hasAll && (asked.size === 0',
    to: '(asked.size === 0',
    tests,
    title: 'a run that may be the one',
  },
  {
    id: 'server/apex-tests/coverage-without-measuring',
    file: `${command}/follow-tests.ts`,
    from: '!input.noCodeCoverage && status',
    to: 'status',
    tests,
    title: 'stores the coverage',
  },
  {
    id: 'server/apex-tests/failures-not-counted',
    file: 'apps/server/src/apex-test-runs/apex-test-run-store.ts',
    from: "methodsFailed: count('Fail', 'CompileFail')",
    to: "methodsFailed: count('CompileFail')",
    tests,
    title: 'runs the local tests',
  },
  {
    id: 'console/apex-tests/names-of-another-level',
    file: `${dialog}-form.ts`,
    from: 'suiteNames: isSpecified ? splitNames(suiteNames) : []',
    to: 'suiteNames: splitNames(suiteNames)',
    tests: [`${dialog}-dialog.browser.test.tsx`],
    title: 'J-029',
  },
  {
    id: 'console/apex-tests/bar-of-enqueued-only',
    file: `${pages}/result-bar.ts`,
    from: 'Math.max(run.methodsEnqueued, resultCount)',
    to: 'run.methodsEnqueued',
    tests: [`${pages}/test-run.browser.test.tsx`],
    title: 'J-152',
  },
  {
    id: 'console/apex-tests/runs-of-other-stacks',
    file: `${pages}/test-runs.route.tsx`,
    from: '.filter((run) => run.stackId === id)',
    to: '.filter((run) => run.stackId !== undefined && id !== undefined)',
    tests: [`${pages}/test-runs.browser.test.tsx`],
    title: 'J-148',
  },
  {
    id: 'console/apex-tests/cli-run-again',
    file: `${pages}/test-run.route.tsx`,
    from: "workerType === 'Managed' ? null",
    to: 'workerType !== undefined ? null',
    tests: [`${pages}/test-run.browser.test.tsx`],
    title: 'J-049',
  },
  {
    id: 'server/apex-tests/skipped-runs-make-flaky',
    file: 'apps/server/src/apex-test-runs/apex-test-history.ts',
    from: "where outcome <> 'Skip'",
    to: 'where true',
    tests: history,
    title: 'a method is flaky',
  },
  {
    id: 'server/apex-tests/packages-share-methods',
    file: 'apps/server/src/apex-test-runs/apex-test-history.ts',
    from: 'partition by namespace_prefix, class_name, method_name',
    to: 'partition by method_name',
    tests: history,
    title: 'methods of the same name',
  },
  {
    id: 'server/apex-tests/history-of-aborted-runs',
    file: 'apps/server/src/apex-test-runs/apex-test-history.ts',
    from: "status in ('Completed', 'Failed')",
    to: "status in ('Completed', 'Failed', 'Aborted')",
    tests: history,
    title: 'aborted runs and runs before',
  },
  {
    id: 'salesforce/apex-tests/triggers-as-classes',
    file: 'packages/salesforce/src/tooling/apex-test-results.ts',
    from: "const triggerKeyPrefix = '01q'",
    to: "const triggerKeyPrefix = '01z'",
    tests,
    title: 'stores the coverage',
  },
  {
    id: 'console/apex-tests/every-line-a-range',
    file: `${pages}/line-ranges.ts`,
    from: 'line === range.last + 1',
    to: 'line === range.last',
    tests: [`${pages}/line-ranges.test.ts`],
    title: 'make the ranges',
  },
]
