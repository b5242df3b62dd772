import type { ApexTestResult } from '@sluice/contract/apex-test-run'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectReason } from '../../../testing/expect-reason.ts'
import { openJobOfResult } from '../../../testing/open-job-of-result.ts'
import { id } from '../../../testing/samples.ts'
import { sampleTestResult, sampleTestRun } from '../../../testing/test-run-samples.ts'

const failing = (number: number, changes: Partial<ApexTestResult>) =>
  sampleTestResult({ id: id(number), outcome: 'Fail', isFailed: true, ...changes })
const results = [
  sampleTestResult({ apexClassName: 'PassingTest' }),
  failing(82, { apexClassName: 'QuoteTest', methodName: 'totals' }),
  failing(83, { apexClassName: 'QuoteTest', methodName: 'taxes' }),
  failing(84, { apexClassName: 'ErpTest', outcome: 'CompileFail' }),
]

/** Opens the page of a job that ran all local tests with these results. */
function open(testResults: readonly ApexTestResult[]) {
  const run = sampleTestRun({ methodsFailed: testResults.filter(({ isFailed }) => isFailed).length })
  return openJobOfResult({
    job: {
      commandName: 'RunApexTests',
      commandInput: { environmentId: id(30), noCodeCoverage: true, maxFailedTests: 3 },
    },
    result: { apexTestRunId: run.id },
    pushed: { apexTestRuns: [run] },
    answers: { apexTestRuns: { get: { ...run, testResults: [...testResults] } } },
  })
}

const button = page.getByRole('main').getByRole('button', { name: 'Rerun failed classes only' })

test('"Rerun failed classes only" runs each class with a failed test once, with the settings of the job', async () => {
  const { server } = await open(results)
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobCommandName: 'RunApexTests',
      jobTemplate: {
        environmentFilter: { include: { all: false, ids: [id(30)] } },
        runAllTests: false,
        classNames: ['ErpTest', 'QuoteTest'],
        suiteNames: [],
        noCodeCoverage: true,
        maxFailedTests: 3,
      },
    })
})

test('classes of packages cannot be named, and the button says so', async () => {
  await open([...results, failing(85, { apexClassNamespace: 'acme', apexClassName: 'PackageTest' })])
  await expect.element(button).toBeVisible()
  await expectReason(button, 'Test classes of packages cannot be named for a test run.')
})

test('no button is shown when all tests passed', async () => {
  await open(results.slice(0, 1))
  await expect.element(page.getByText('All tests passed.')).toBeVisible()
  expect(button.elements()).toEqual([])
})
