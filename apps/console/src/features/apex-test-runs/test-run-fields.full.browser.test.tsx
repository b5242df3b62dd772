import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openRawJson } from '../../testing/open-raw-json.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob } from '../../testing/samples.ts'
import { sampleTestResult, sampleTestRun } from '../../testing/test-run-samples.ts'

const address = '/workspaces/acme/stacks/core-crm/test-runs'
const jobs = [sampleJob({ commandName: 'RunApexTests', status: 'Ended', outcome: 'Succeeded' })]

test('[J-220] [J-156] the page shows every field of a run and of its results', async () => {
  const result = {
    id: id(81),
    apexClassId: '01p000000000009AAA',
    apexClassNamespace: 'pkg',
    apexClassName: 'QuoteTest',
    methodName: 'totals',
    outcome: 'Fail',
    isFailed: true,
    message: 'Assertion Failed',
    stackTrace: 'Class.QuoteTest.totals: line 3, column 1',
    duration: 1_250,
  } as const
  const run = {
    id: id(80),
    jobId: id(70),
    environmentId: id(30),
    deploymentId: '0Af000000000001AAA',
    testRunId: '707000000000001AAA',
    status: 'Failed',
    statusIsFinal: true,
    displayStatus: 'Failed',
    methodsEnqueued: 9,
    methodsCompleted: 8,
    methodsPassed: 5,
    methodsFailed: 2,
    methodsSkipped: 1,
    createdUtc: '2026-01-31T12:00:00.000Z',
    startedUtc: '2026-01-31T12:01:00.000Z',
    duration: 2_345,
    createdByUserId: id(90),
  } as const
  const pushed = sampleTestRun(run)
  await renderAt(`${address}/${run.id}`, {
    pushed: { jobs, apexTestRuns: [pushed] },
    answers: {
      apexTestRuns: {
        get: { ...pushed, testResults: [sampleTestResult(result)] },
        getHistory: { runs: 1, coverage: [], slowestMethods: [], flakyMethods: [] },
      },
    },
  })
  const main = page.getByRole('main')
  await expect.element(main.getByRole('figure')).toHaveAccessibleName('5 passed, 1 skipped, 2 failed')
  await expect.element(main.getByText('9 enqueued')).toBeVisible()
  await expect.element(main.getByText('2 s in tests')).toBeVisible()
  await expect
    .element(main.getByRole('region', { name: 'pkg.QuoteTest' }))
    .toHaveTextContent(/totalsFailed1 sAssertion FailedClass\.QuoteTest\.totals: line 3, column 1/)
  expect(await openRawJson('Raw JSON of the test run')).toMatchObject({ ...run, testResults: [result] })
})

test.for([
  ['Queued', 'Queued'],
  ['Preparing', 'Queued'],
  ['Processing', 'Running'],
  ['Completed', 'Ended'],
  ['Aborted', 'Ended'],
  ['Failed', 'Ended'],
] as const)('[J-254] a run that is %s stands under %s', async ([status, group]) => {
  const statusIsFinal = group === 'Ended'
  await renderAt(address, { pushed: { jobs, apexTestRuns: [sampleTestRun({ status, statusIsFinal })] } })
  const rows = page.getByRole('table', { name: 'Test runs' }).getByRole('row')
  await expect
    .poll(() => rows.elements().map((each) => /^(Queued|Running|Ended)/.exec(each.textContent)?.[1] ?? null))
    .toContain(group)
  const groups = rows
    .elements()
    .flatMap((each) => /^(Queued|Running|Ended)/.exec(each.textContent)?.[1] ?? [])
  expect(groups).toEqual([group])
})
