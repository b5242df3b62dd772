import type { ApexTestHistory } from '@sluice/contract/apex-test-run'
import type { JobWithNotices } from '@sluice/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'
import {
  sampleCoverage,
  sampleMeasuredRun,
  sampleMethodHistory,
  sampleTestHistory,
  sampleTestResult,
  sampleTestRun,
} from '../../testing/test-run-samples.ts'
import { traceLines } from './test-results.tsx'
import { resultWidths } from './test-run-summary.tsx'

const address = `/workspaces/acme/stacks/core-crm/test-runs/${id(80)}`
const environment = sampleEnvironment({ gitBranchName: 'env/main' })
const stacks = [sampleStack({ environments: [environment] })]
const commandInput = {
  environmentId: environment.id,
  runAllTests: false,
  maxFailedTests: 7,
  noCodeCoverage: true,
  classNames: ['QuoteTest'],
  suiteNames: [],
}
const job = sampleJob({ commandName: 'RunApexTests', status: 'Ended', outcome: 'Succeeded', commandInput })
const results = [
  sampleTestResult(),
  sampleTestResult({
    id: id(82),
    methodName: 'discounts',
    outcome: 'Fail',
    isFailed: true,
    message: 'System.AssertException: Assertion Failed',
    stackTrace: 'Class.QuoteTest.discounts: line 14, column 1\nAnonymousBlock: line 1, column 1',
    duration: 1_250,
  }),
  sampleTestResult({ id: id(83), apexClassName: 'OrderTest', methodName: 'ships', outcome: 'Skip' }),
  sampleTestResult({
    id: id(84),
    apexClassName: 'OrderTest',
    methodName: 'cancels',
    outcome: 'CompileFail',
    isFailed: true,
  }),
]
const run = sampleTestRun({
  methodsEnqueued: 8,
  methodsCompleted: 4,
  methodsPassed: 1,
  methodsFailed: 2,
  methodsSkipped: 1,
})
const coverage = [
  sampleCoverage(),
  sampleCoverage({
    name: 'OnOrder',
    isTrigger: true,
    linesCovered: 1,
    linesUncovered: 1,
    uncoveredLines: [2],
  }),
  sampleCoverage({ name: 'Earlier', linesCovered: 2, linesUncovered: 1, uncoveredLines: null }),
]
const noHistory = { runs: 1, coverage: [], slowestMethods: [], flakyMethods: [] }

interface Shown {
  shownJob?: JobWithNotices
  history?: ApexTestHistory
}
const open = async ({ shownJob = job, history = noHistory }: Shown = {}) =>
  renderAt(address, {
    pushed: { stacks, jobs: [shownJob], apexTestRuns: [run] },
    answers: {
      apexTestRuns: { get: { ...run, testResults: results, coverage }, getHistory: history },
    },
  })
const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const suite = (name: string) => page.getByRole('region', { name, exact: true })

test('[J-151] the page has a summary with a result bar', async () => {
  await open()
  const bar = page.getByRole('figure', { name: '1 passed, 1 skipped, 2 failed' })
  await expect.element(bar).toBeVisible()
  const parts = [...bar.element().children]
  expect(parts.map((part) => part.getAttribute('style'))).toEqual([
    'width: 12.5%;',
    'width: 12.5%;',
    'width: 25%;',
  ])
})

test('[J-152] the widths of the result bar are shares of the larger of enqueued methods and results', () => {
  const counts = { methodsPassed: 6, methodsSkipped: 3, methodsFailed: 3 }
  expect(resultWidths({ ...counts, methodsEnqueued: 24 }, 12)).toEqual({
    passed: 25,
    skipped: 12.5,
    failed: 12.5,
  })
  expect(resultWidths({ ...counts, methodsEnqueued: 0 }, 12)).toEqual({ passed: 50, skipped: 25, failed: 25 })
  expect(
    resultWidths({ methodsEnqueued: 0, methodsPassed: 0, methodsSkipped: 0, methodsFailed: 0 }, 0),
  ).toEqual({
    passed: 0,
    skipped: 0,
    failed: 0,
  })
})

test('[J-153] [J-155] results are grouped by class, each with outcome, message, stack trace and duration', async () => {
  await open()
  const quote = suite('QuoteTest').getByRole('listitem')
  await expect.element(quote.first()).toHaveTextContent('totalsPassed12 ms')
  await expect
    .element(suite('QuoteTest'))
    .toHaveTextContent(
      /discountsFailed1 sSystem\.AssertException: Assertion FailedClass\.QuoteTest\.discounts: line 14, column 1/,
    )
  await expect
    .element(suite('OrderTest'))
    .toHaveTextContent(/shipsSkipped12 mscancelsCompilation failed12 ms/)
  expect(suite('OrderTest').getByText('totals').elements()).toEqual([])
})

test('[J-154] results are filtered by outcome', async () => {
  await open()
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Failed', exact: true }).click()
  await expect.poll(() => suite('OrderTest').elements().length).toBe(0)
  await expect.element(suite('QuoteTest')).toHaveTextContent(/^QuoteTest 1 test resultdiscounts/)
})

test('a line of a stack trace leads to the line of the file on the branch of the environment', async () => {
  await open()
  const link = page.getByRole('link', { name: 'Class.QuoteTest.discounts: line 14, column 1' })
  await expect
    .element(link)
    .toHaveAttribute(
      'href',
      '/workspaces/acme/stacks/core-crm/repository/file/env%2Fmain?path=src%2Funpackaged%2Fclasses%2FQuoteTest.cls&view=code&line=14',
    )
  await expect.element(page.getByText('AnonymousBlock: line 1, column 1')).toBeVisible()
})

const places = (text: string, directory: string) =>
  traceLines(text, { metadataDirectoryRelativePath: directory, metadataLayout: 'Packages' }).map(
    ({ place }) => place,
  )

test('a stack trace names the files of classes, inner classes and triggers', () => {
  expect(
    places('Class.Outer.Inner.go: line 3, column 1\nTrigger.OnQuote: line 9, column 2', '/src/'),
  ).toEqual([
    { path: 'src/unpackaged/classes/Outer.cls', line: 3 },
    { path: 'src/unpackaged/triggers/OnQuote.trigger', line: 9 },
  ])
  expect(places('External entry point', '')).toEqual([null])
  expect(places('Class.A.b: line 1, column 1', '/')).toEqual([{ path: 'unpackaged/classes/A.cls', line: 1 }])
})

test('the coverage of each class is shown, with links to the lines that no test reached', async () => {
  await open()
  await expect.element(page.getByText('42 %, 3 of 7 lines')).toBeVisible()
  await expect.element(page.getByText('66 %, 2 of 3 lines')).toBeVisible()
  await page.getByText('4 lines not reached in Quote').click()
  const file = '/workspaces/acme/stacks/core-crm/repository/file/env%2Fmain?path=src%2Funpackaged%2F'
  await expect
    .element(page.getByRole('link', { name: '7–9', exact: true }))
    .toHaveAttribute('href', `${file}classes%2FQuote.cls&view=code&line=7`)
  await expect.element(page.getByRole('link', { name: '4', exact: true })).toBeVisible()
  await page.getByText('1 line not reached in OnOrder').click()
  await expect
    .element(page.getByRole('link', { name: '2', exact: true }))
    .toHaveAttribute('href', `${file}triggers%2FOnOrder.trigger&view=code&line=2`)
  expect(page.getByText('not reached in Earlier').elements()).toEqual([])
})

test('the page tells how the coverage of the environment went, and which methods are flaky and slow', async () => {
  await open({ history: sampleTestHistory })
  const chart = page.getByRole('img', { name: 'Coverage went from 62 % to 81 % over 2 test runs' })
  await expect.element(chart).toBeVisible()
  expect(chart.element().querySelector('polyline')?.getAttribute('points')).toBe('0,38 600,19')
  expect([...chart.element().querySelectorAll('path')].at(-1)?.getAttribute('d')).toBe('M600 19h0')
  await expect
    .element(page.getByText('Changed at least 2 times between passing and failing in the last 12 runs.'))
    .toBeVisible()
  await expect
    .element(row('4 changes, failed in 3 of 12 runs'))
    .toHaveTextContent('QuoteTest.discounts4 changes, failed in 3 of 12 runs')
  await expect.element(row('pkg.QuoteTest.totals')).toHaveTextContent('pkg.QuoteTest.totals1 s')
})

test('an environment whose coverage was measured once has no chart of it', async () => {
  await open({
    history: { ...noHistory, coverage: [sampleMeasuredRun(80, 81)], slowestMethods: [sampleMethodHistory()] },
  })
  await expect.element(page.getByText('By their median duration in the last run.')).toBeVisible()
  expect(page.getByRole('img').elements()).toEqual([])
  expect(page.getByText('Flaky methods').elements()).toEqual([])
})

test('[J-049] tests can be run again for jobs of a test run with a managed worker only, with their settings', async () => {
  const again = page.getByRole('button', { name: 'Run again' })
  const { server } = await open({ shownJob: { ...job, workerType: 'Cli' } })
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  server.push({ type: 'pushJobs', jobs: [job] })
  await expect.element(again).not.toHaveAttribute('aria-disabled')
  server.push({ type: 'pushJobs', jobs: [{ ...job, commandName: 'FlowOut' }] })
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  server.push({ type: 'pushJobs', jobs: [job] })
  await expect.element(again).not.toHaveAttribute('aria-disabled')
  await again.click()
  const dialog = page.getByRole('dialog', { name: 'Run Apex tests in environments' })
  await expect.element(dialog.getByRole('textbox', { name: 'Test classes' })).toHaveValue('QuoteTest')
  await expect.element(dialog.getByRole('checkbox', { name: 'No code coverage' })).toBeChecked()
  await expect
    .element(dialog.getByRole('spinbutton', { name: 'Maximum number of failed tests' }))
    .toHaveValue(7)
})

test('a run that does not exist leads to the page that says so', async () => {
  const { path } = await renderAt(address, {
    pushed: { stacks },
    answers: { apexTestRuns: { get: refusal('entityNotFound') } },
  })
  await expect.poll(path).toBe('/404')
})

test('[J-055] the page of a job has the summary of its test run', async () => {
  await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${job.id}`, {
    pushed: { stacks, jobs: [job], apexTestRuns: [run] },
  })
  await expect.element(page.getByRole('figure', { name: '1 passed, 1 skipped, 2 failed' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Test results' })).toHaveAttribute('href', address)
})

test('[J-157] durations are shown as hours and minutes, minutes and seconds, seconds, or ms', async () => {
  const shown = [
    [3_600_000, '1 h 0 min'],
    [7_505_000, '2 h 5 min'],
    [3_599_999, '59 min 59 s'],
    [60_000, '1 min 0 s'],
    [59_999, '59 s'],
    [1_000, '1 s'],
    [999, '999 ms'],
    [0, '0 ms'],
  ] as const
  const timed = shown.map(([duration], index) =>
    sampleTestResult({ id: id(100 + index), methodName: `m${index}`, duration }),
  )
  await renderAt(address, {
    pushed: { stacks, jobs: [job], apexTestRuns: [run] },
    answers: { apexTestRuns: { get: { ...run, testResults: timed }, getHistory: noHistory } },
  })
  const rows = suite('QuoteTest').getByRole('listitem')
  await expect
    .poll(() => rows.elements().map((each) => each.textContent))
    .toEqual(shown.map(([, text], index) => `m${index}Passed${text}`))
})
