import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'
import { sampleTestRun } from '../../testing/test-run-samples.ts'

const address = '/workspaces/acme/stacks/core-crm/test-runs'
const stacks = [
  sampleStack({ environments: [sampleEnvironment()] }),
  sampleStack({ id: id(3), slug: 'other', name: 'Other' }),
]
const jobs = [sampleJob({ commandName: 'RunApexTests', status: 'Ended', outcome: 'Succeeded' })]
const run = (number: number, changes: Parameters<typeof sampleTestRun>[0] = {}) =>
  sampleTestRun({ id: id(number), createdUtc: `2026-01-31T12:00:${number}.000Z`, ...changes })

const table = page.getByRole('table', { name: 'Test runs' })
const rows = () =>
  table
    .getByRole('row')
    .elements()
    .map((row) => row.textContent)

test('[J-148] [J-318] the list has the pushed runs of the stack, the newest first', async () => {
  await renderAt(address, {
    pushed: {
      stacks,
      jobs,
      apexTestRuns: [
        run(11),
        run(12, { deploymentId: '0Af000000000001AAA', testRunId: null }),
        run(13, { stackId: id(3) }),
      ],
    },
  })
  const links = table.getByRole('link', { name: /^Apex tests/ })
  await expect
    .poll(() => links.elements().map((link) => link.textContent))
    .toEqual(['Apex tests of a deployment to Production', 'Apex tests in Production'])
})

test('[J-149] only the own runs are shown on request', async () => {
  await renderAt(address, {
    pushed: { stacks, jobs, apexTestRuns: [run(11), run(12, { createdByUserId: id(91) })] },
  })
  const links = table.getByRole('link', { name: /^Apex tests/ })
  await expect.poll(() => links.elements().length).toBe(2)
  await page.getByRole('checkbox', { name: 'Only mine' }).click()
  await expect
    .poll(() => links.elements().map((link) => link.getAttribute('href')))
    .toEqual([`${address}/${id(11)}`])
})

test('[J-150] a row shows title, outcome, environment, counts, start, duration, job and id', async () => {
  await renderAt(address, {
    pushed: {
      stacks,
      jobs,
      apexTestRuns: [
        sampleTestRun({ methodsEnqueued: 10, methodsPassed: 6, methodsSkipped: 1, methodsFailed: 3 }),
      ],
    },
  })
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Job', 'ID']) await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await page.getByRole('heading', { name: 'Test runs' }).click({ force: true })
  const heads = table.getByRole('columnheader')
  await expect
    .poll(() => heads.elements().map((head) => head.textContent))
    .toEqual([
      'Title',
      'Outcome',
      'Environment',
      'Enqueued',
      'Passed',
      'Skipped',
      'Failed',
      'Started',
      'Duration',
      'Job',
      'ID',
    ])
  const cells = table.getByRole('row', { name: id(80) }).getByRole('cell')
  // A narrow page shows each row as a card, for which a cell holds its label too.
  const texts = cells.elements().map((cell) => cell.textContent ?? '')
  expect(texts.filter((text) => !text.startsWith('Started'))).toEqual([
    'Apex tests in Production',
    'OutcomeFailed',
    'EnvironmentProduction',
    'Enqueued10',
    'Passed6',
    'Skipped1',
    'Failed3',
    'Duration2 s',
    'JobRun Apex tests in Production',
    `ID${id(80)}`,
  ])
  expect(texts[7]).toMatch(/^Started.+/)
})

test('[J-256] runs stand under Queued, Running and Ended by their status', async () => {
  const live = { statusIsFinal: false, displayStatus: 'Pending' } as const
  await renderAt(address, {
    pushed: {
      stacks,
      jobs,
      apexTestRuns: [
        run(11, { ...live, status: 'Queued' }),
        run(12, { ...live, status: 'Preparing' }),
        run(13, { ...live, status: 'Processing', displayStatus: 'Running' }),
        run(14, { status: 'Completed' }),
        run(15, { status: 'Aborted', displayStatus: 'Cancelled' }),
        run(16, { status: 'Failed' }),
      ],
    },
  })
  await expect.element(table.getByRole('link', { name: /^Apex tests/ }).first()).toBeVisible()
  const texts = rows().slice(1)
  expect(texts.map((text) => /^(Queued|Running|Ended)/.exec(text ?? '')?.[1] ?? 'run')).toEqual([
    'Queued',
    'run',
    'run',
    'Running',
    'run',
    'Ended',
    'run',
    'run',
    'run',
  ])
})

test.for([
  ['Queued', 'Pending'],
  ['Preparing', 'Pending'],
  ['Processing', 'Running'],
  ['Processing', 'Failing'],
  ['Aborted', 'Cancelled'],
  ['Completed', 'Succeeded'],
  ['Completed', 'Failed'],
  ['Failed', 'Failed'],
] as const)('[J-253] [J-255] a run that is %s is shown as %s', async ([status, displayStatus]) => {
  const statusIsFinal = status === 'Aborted' || status === 'Completed' || status === 'Failed'
  await renderAt(address, {
    pushed: { stacks, jobs, apexTestRuns: [sampleTestRun({ status, statusIsFinal, displayStatus })] },
  })
  await expect.element(table.getByRole('cell', { name: new RegExp(`^${displayStatus}[.]*$`) })).toBeVisible()
})
