import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFlowOutResult } from '../../../testing/open-flow-out-result.ts'

const identity = (componentName: string) => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
})
const problem = {
  type: 'Error',
  description: 'Unexpected token {.',
  archiveFilePath: 'unpackaged/classes/Broken.cls',
  line: 2,
  column: 17,
} as const
const attempt: FlowOutResult['attempts'][number] = {
  number: 1,
  deploymentId: '0Af000000000001AAA',
  isValidation: false,
  isSuccessful: false,
  errorMessage: 'The deployment ended early.',
  errorStatusCode: 'UNKNOWN_EXCEPTION',
  fileFailures: [{ ...problem, archiveFilePath: 'unpackaged/package.xml', description: 'No such type.' }],
  apexTestRun: { hasFailedTests: true },
  apiVersion: '62.0',
  components: [],
  diffResult: null,
}
const broken: FlowOutResult['successes'][number] = {
  ...identity('Broken'),
  changeType: 'Modified',
  componentId: null,
  problems: [problem],
  filePaths: [],
}
const overwritten = (componentName: string) => ({
  ...identity(componentName),
  changeType: 'Modified' as const,
  orgChangeType: 'Modified' as const,
  changedByName: null,
  changedUtc: null,
})

const main = page.getByRole('main')
const fact = (label: string) =>
  [...document.querySelectorAll('dt')].find((one) => one.textContent === label)?.nextElementSibling
    ?.textContent
const section = (name: string) =>
  main.getByRole('heading', { name, exact: true }).element().closest('section')

/** The rows of the table of components: types, and components below them. */
const lines = () =>
  [...main.getByRole('region', { name: 'Components' }).element().querySelectorAll('tbody tr')].map(
    (row) => row.textContent,
  )

test('[J-087] everything that the result of a flow out says is shown', async () => {
  await openFlowOutResult({
    isCheckOnly: true,
    attempts: [{ ...attempt, isSuccessful: true }],
    failures: [{ ...broken, isNew: true, failingSinceCommit: 'c'.repeat(40), reason: 'DeploymentProblems' }],
    successes: [
      { ...identity('Fine'), changeType: 'Added', componentId: '01p1', problems: [], filePaths: [] },
    ],
    excludedComponents: [identity('Kept')],
    confirmedClobber: [overwritten('Certain')],
    potentialClobber: [overwritten('Possible')],
    newChanges: { sinceCommitHash: 'a'.repeat(40), untilCommitHash: 'b'.repeat(40) },
    environmentSnapshot: { number: 7, title: 'Flow out #1' },
  })
  expect(fact('Outcome')).toBe('Successful with some new failed components (check-only)')
  expect(fact('Commits')).toBe('Since aaaaaaaaaa until bbbbbbbbbb')
  expect(fact('Snapshot')).toBe('7: Flow out #1')
  expect(lines()).toEqual([
    'ApexClass · unpackaged · 3 components',
    expect.stringMatching(/^Failed.*Broken.*New.*Failing since cccccccccc/),
    expect.stringMatching(/^Validated.*Fine/),
    expect.stringMatching(/^Left out.*Kept/),
  ])
  expect(section('Changes of the org that would be overwritten (1)')?.textContent).toContain('Certain')
  expect(section('Possible changes of the org that would be overwritten (1)')?.textContent).toContain(
    'Possible',
  )
  expect(section('Attempts (1)')?.textContent).toContain('Attempt 1')
})

test('the counts say what happened, and not what was offered', async () => {
  const diffCounts = { anyChanges: true, added: 3, modified: 5, deleted: 4 }
  await openFlowOutResult({
    diffResult: { diffCounts, packageDiffResults: [] },
    excludedComponents: [identity('Kept')],
  })
  await expect.element(main.getByText('Nothing was deployed: 1 component was left out.')).toBeVisible()
  const labels = ['Added', 'Modified', 'Deleted', 'Left out', 'Failed']
  expect(labels.map(fact)).toEqual(['0', '0', '0', '1', undefined])
})

test.for<[string, Partial<FlowOutResult>]>([
  ['Successful', {}],
  [
    'Successful',
    { failures: [{ ...broken, isNew: false, failingSinceCommit: null, reason: 'DeploymentProblems' }] },
  ],
  [
    'Successful with some new failed components',
    { failures: [{ ...broken, isNew: true, failingSinceCommit: null, reason: 'DeploymentProblems' }] },
  ],
  ['Failed', { isSuccessful: false }],
])('[J-090] the outcome is "%s" for %o', async ([label, result]) => {
  await openFlowOutResult(result)
  expect(fact('Outcome')).toBe(label)
})

test('[J-091] a component is shown with its change, package, type, name, id and problems', async () => {
  await openFlowOutResult({
    failures: [
      {
        ...broken,
        componentId: '01pBroken',
        isNew: true,
        failingSinceCommit: null,
        reason: 'DeploymentProblems',
      },
    ],
    successes: [
      {
        ...identity('Warned'),
        changeType: 'Added',
        componentId: '01pWarned',
        problems: [{ ...problem, type: 'Warning', description: 'Deprecated.', line: 3, column: null }],
        filePaths: [],
      },
    ],
  })
  const [type, failed] = lines()
  expect(type).toBe('ApexClass · unpackaged · 2 components')
  for (const text of ['Modified', 'Broken', '01pBroken', 'Error', problem.description])
    expect(failed).toContain(text)
  expect(failed).toContain('unpackaged/classes/Broken.cls, line 2, column 17')
  await expect
    .element(main.getByRole('row', { name: /Warned/ }))
    .toHaveTextContent(/Warned.*Warning: Deprecated\..*line 3.*Added.*01pWarned/)
})

test('[J-095] the stats of a flow out are shown', async () => {
  const stats = {
    added: 11,
    modified: 12,
    deleted: 13,
    unchanged: 14,
    items: 15,
    attempts: 16,
    succeeded: 17,
    failed: 18,
    totalComponents: 19,
  }
  await openFlowOutResult({ stats })
  await main.getByRole('button', { name: 'Stats' }).click()
  const out = main.getByRole('region', { name: 'Out', exact: true })
  await expect.element(out).toBeVisible()
  expect([...out.element().querySelectorAll('dt, dd')].map((one) => one.textContent)).toEqual(
    [
      'Added',
      'Modified',
      'Deleted',
      'Unchanged',
      'Items',
      'Attempts',
      'Succeeded',
      'Failed',
      'Total components',
    ].flatMap((label, index) => [label, String(11 + index)]),
  )
})

test.for<[string, string, Partial<FlowOutResult>]>([
  [
    '[J-089][J-339] a failed flow out says why',
    'The maximum number of attempts was reached.',
    { reachedMaximumNumberAttempts: true },
  ],
  [
    '[J-089][J-340] a failed flow out says why',
    'No components could be deployed.',
    { reachedOnlyFailures: true },
  ],
  [
    '[J-089][J-341] a failed flow out says why',
    'Consecutive attempts gave the same failures.',
    { reachedRepeatedState: true },
  ],
  [
    '[J-089][J-342] a failed flow out says why',
    'An all-or-nothing deployment was requested, but some components failed to deploy.',
    { allOrNothingAttemptFailed: true },
  ],
  ['[J-089][J-343] a failed flow out says why', 'The last attempt failed.', { lastAttemptFailed: true }],
  ['[J-344] a failed flow out says why', 'One or more tests failed.', { attempts: [attempt] }],
])('%s: %s', async ([, reason, flags]) => {
  await openFlowOutResult({ isSuccessful: false, ...flags })
  await expect.element(main.getByText(reason, { exact: true })).toBeVisible()
  const reasons = [...main.element().querySelectorAll('ul.list-disc > li')].map((one) => one.textContent)
  expect(reasons).toEqual([reason])
})

test('[J-088] an attempt is shown with its error, file failures, failed tests, API version and its own difference', async () => {
  const counts = { anyChanges: true, added: 21, modified: 22, deleted: 23 }
  await openFlowOutResult({
    isSuccessful: false,
    attempts: [{ ...attempt, diffResult: { diffCounts: counts, packageDiffResults: [] } }],
  })
  const text = section('Attempts (1)')?.textContent ?? ''
  for (const part of [
    'The deployment ended early.',
    'UNKNOWN_EXCEPTION',
    'No such type.',
    'tests failed',
    'API 62.0',
    '21 added, 22 modified, 23 deleted',
  ])
    expect(text).toContain(part)
})

test('a failed test is named first, with its line at the deployed commit, and what it concerns can be left out of another run', async () => {
  const failedTest = {
    className: 'GoodwillPolicyTest',
    methodName: 'refuses',
    message: 'Assertion Failed: Expected: 3, Actual: 4',
    line: 4,
    components: [identity('GoodwillPolicy'), identity('GoodwillPolicyTest')],
  }
  await openFlowOutResult({
    isSuccessful: false,
    attempts: [
      { ...attempt, apexTestRun: { hasFailedTests: true, failedCount: 1, failedTests: [failedTest] } },
    ],
    newChanges: { sinceCommitHash: 'a'.repeat(40), untilCommitHash: 'b'.repeat(40) },
  })
  await expect.element(main.getByText('GoodwillPolicyTest.refuses')).toBeVisible()
  expect(section('Failed tests (1)')?.textContent).toContain(failedTest.message)
  const href = main.getByRole('link', { name: 'line 4' }).element().getAttribute('href') ?? ''
  expect(href).toContain(`/repository/file/${'b'.repeat(40)}`)
  expect(decodeURIComponent(href)).toContain('classes/GoodwillPolicyTest.cls')
  for (const name of ['Leave out GoodwillPolicy and GoodwillPolicyTest and run again', 'Run again'])
    await expect.element(main.getByRole('button', { name, exact: true })).toBeVisible()
})

test('[J-345] a failed flow out shows error message, status code and file failures', async () => {
  await openFlowOutResult({ isSuccessful: false, attempts: [attempt] })
  const attempts = section('Attempts (1)')?.textContent ?? ''
  expect(attempts).toContain('UNKNOWN_EXCEPTION: The deployment ended early.')
  expect(attempts).toContain('Error: No such type.')
  expect(attempts).toContain('unpackaged/package.xml, line 2, column 17')
})
