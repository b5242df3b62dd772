import type { Mutant } from '../mutant.ts'

const command = 'apps/server/src/commands/run-apex-tests'
const tests = [`${command}/run-apex-tests.test.ts`]
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
]
