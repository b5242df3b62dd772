import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFlowOutResult } from '../../../testing/open-flow-out-result.ts'
import { expectAccessible } from '../../../testing/expect-accessible.ts'

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
const broken: FlowOutResult['successes'][number] = {
  ...identity('Broken'),
  changeType: 'Modified',
  componentId: null,
  problems: [problem],
  filePaths: [],
}
const main = page.getByRole('main')

/** The rows of the table of components: types, and components below them. */
const lines = () =>
  [...main.getByRole('region', { name: 'Components' }).element().querySelectorAll('tbody tr')].map(
    (row) => row.textContent,
  )

test.for<[string, Partial<FlowOutResult>]>([
  ['There was nothing to deploy.', {}],
  ['1 component deployed.', { successes: [{ ...broken, problems: [] }] }],
  ['1 component validated.', { isCheckOnly: true, successes: [{ ...broken, problems: [] }] }],
  [
    '1 of 2 components deployed; 1 component failed. Broken stayed out: line 2, Unexpected token {.',
    {
      successes: [{ ...broken, ...identity('Fine'), problems: [] }],
      failures: [{ ...broken, isNew: true, failingSinceCommit: null, reason: 'DeploymentProblems' }],
    },
  ],
  [
    'Nothing was deployed: 2 components failed. Broken stayed out: line 2, Unexpected token {. 1 other stayed out too.',
    {
      isSuccessful: false,
      failures: ['Broken', 'Other'].map((name) => ({
        ...broken,
        ...identity(name),
        isNew: true,
        failingSinceCommit: null,
        reason: 'DeploymentProblems' as const,
      })),
    },
  ],
])('the result begins with "%s"', async ([sentence, changes]) => {
  await openFlowOutResult(changes)
  await expect.element(main.getByText(sentence, { exact: true })).toBeVisible()
})

const manyComponents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...identity(`Class${index}`),
    changeType: 'Added' as const,
    componentId: null,
    problems: [],
    filePaths: [],
  }))

test('20,000 components are searched and narrowed to an outcome, with only those in sight in the page', async () => {
  await openFlowOutResult({
    successes: manyComponents(20_000),
    failures: [{ ...broken, isNew: false, failingSinceCommit: null, reason: 'DeploymentProblems' }],
  })
  await expect.element(main.getByRole('heading', { name: 'Components (20,001)' })).toBeVisible()
  expect(lines().length).toBeLessThan(100)
  await main.getByRole('button', { name: /^Failed/ }).click()
  await expect.poll(lines).toEqual([expect.any(String), expect.stringContaining('Broken')])
  await main.getByRole('button', { name: /^All/ }).click()
  const search = main.getByRole('searchbox', { name: 'Search components' })
  await search.fill('class19999')
  await expect.poll(lines).toEqual([expect.any(String), expect.stringContaining('Class19999')])
  await search.fill('unexpected token')
  await expect.poll(lines).toEqual([expect.any(String), expect.stringContaining('Broken')])
  await expectAccessible()
})

test('the shown components are saved as CSV, in which no field is a formula', async () => {
  const saved: Blob[] = []
  const createObjectURL = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return createObjectURL(blob)
  }
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL
  })
  const [fine] = manyComponents(1)
  await openFlowOutResult({
    successes: fine ? [{ ...fine, componentName: '=1+1' }] : [],
    failures: [
      {
        ...broken,
        problems: [{ ...problem, description: 'Say "why", now' }],
        isNew: true,
        failingSinceCommit: null,
        reason: 'DeploymentProblems' as const,
      },
      {
        ...broken,
        componentName: 'Known',
        isNew: true,
        failingSinceCommit: null,
        reason: 'DeploymentProblems',
      },
    ],
  })
  await main.getByRole('button', { name: 'CSV' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(await saved[0]?.text()).toBe(
    [
      'Result,Change,Package,Type,Name,ID,Problems,Causes,What to do',
      'Failed,Modified,unpackaged,ApexClass,Broken,,"unpackaged/classes/Broken.cls, line 2, column 17: Say ""why"", now",,',
      'Failed,Modified,unpackaged,ApexClass,Known,,"unpackaged/classes/Broken.cls, line 2, column 17: Unexpected token {.",The code has a mistake in its syntax,"Correct the code around the line that the message names, and look for marks of an unfinished merge."',
      "Deployed,Added,unpackaged,ApexClass,'=1+1,,,,",
      '',
    ].join('\r\n'),
  )
})

test('the sentence is copied with the reasons and what Salesforce said of each failed component', async () => {
  const copied: string[] = []
  const writeText = navigator.clipboard.writeText.bind(navigator.clipboard)
  navigator.clipboard.writeText = async (text) => void copied.push(text)
  onTestFinished(() => {
    navigator.clipboard.writeText = writeText
  })
  await openFlowOutResult({
    isSuccessful: false,
    reachedOnlyFailures: true,
    failures: [{ ...broken, isNew: true, failingSinceCommit: null, reason: 'DeploymentProblems' }],
  })
  await main.getByRole('button', { name: 'Copy the result as text' }).click()
  await expect
    .poll(() => copied)
    .toEqual([
      [
        'Nothing was deployed: 1 component failed. Broken stayed out: line 2, Unexpected token {.',
        'No components could be deployed.',
        'The code has a mistake in its syntax (1 failure)',
        '  What to do: Correct the code around the line that the message names, and look for marks of an unfinished merge.',
        'ApexClass Broken',
        '  unpackaged/classes/Broken.cls, line 2, column 17: Unexpected token {.',
      ].join('\n'),
    ])
})

test('on a page of 390 px each component is a card that starts with its name, and the heading of its type has the same width', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await openFlowOutResult({
    successes: [{ ...broken, ...identity('Fine'), problems: [] }],
    failures: [{ ...broken, isNew: true, failingSinceCommit: null, reason: 'DeploymentProblems' }],
  })
  const table = main.getByRole('region', { name: 'Components' })
  await expect.element(table).toBeVisible()
  await expect.poll(() => table.element().scrollWidth - table.element().clientWidth).toBe(0)
  const placeOf = (text: string) => table.getByText(text, { exact: true }).element().getBoundingClientRect()
  expect(placeOf('Broken').bottom).toBeLessThanOrEqual(placeOf('Failed').top)
  expect(placeOf('Failed').bottom).toBeLessThanOrEqual(placeOf('Fine').top)
  const heading = table.element().querySelector('th[scope="rowgroup"]')
  expect(heading?.clientWidth).toBe(table.element().clientWidth)
})
