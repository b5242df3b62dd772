import type { JobWithNotices } from '@sluice/contract/job'
import { jobCommandLabels, jobCommandNames } from '@sluice/contract/job-command-name'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { formatDay } from '../../platform/format/time.ts'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'
import { newFlowIn, toFlowInTemplate } from '../job-submission/flow-in-form.ts'

const address = '/workspaces/acme/stacks/core-crm/jobs'
interface Visit {
  at?: string
  answers?: Answers['jobs']
}
const visit = (jobs: JobWithNotices[], { at = address, answers = {} }: Visit = {}) =>
  renderAt(at, { pushed: { jobs }, answers: { jobs: answers } })
const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: '2026-01-31T12:03:05.000Z' } as const
const { environmentFilter: _, ...template } = toFlowInTemplate(newFlowIn([]))
const flowInInput = { ...template, environmentId: id(30) }
const flowOut = sampleJob({ id: id(71), commandName: 'FlowOut', createdByUserId: id(91) })

const table = page.getByRole('table')
const titles = () =>
  table
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)
const rows = () => [...document.querySelectorAll('main tbody tr[data-row-id]')].map((row) => row.textContent)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a row names the member, the settings that tell the job apart, the duration, and marks production', async () => {
  await visit([
    sampleJob({ ...ended, commandInput: { ...flowInInput, gitCommitMessage: 'Nightly', force: true } }),
  ])
  await expect.poll(rows).toEqual([expect.stringMatching(/PRODAlice Moreau · “Nightly”, force/)])
  await expect.element(page.getByText(/^Ran for 3 min 5 s$/)).toBeVisible()
  await expectAccessible()
})

test('a row of a sandbox is not marked as production', async () => {
  const sandbox = sampleEnvironment({ id: id(31), name: 'QA', isProduction: false })
  await renderAt(address, {
    pushed: {
      jobs: [sampleJob({ mainEnvironmentId: id(31) })],
      stacks: [sampleStack({ environments: [sampleEnvironment(), sandbox] })],
    },
  })
  await expect.poll(titles).toEqual(['Flow in QA'])
  expect(rows()[0]).not.toContain('PROD')
})

test('a row of a failed job has its error instead of its settings', async () => {
  const error = { message: 'The org refused.', details: null }
  const commandInput = { ...flowInInput, force: true }
  await visit([sampleJob({ ...ended, outcome: 'Failed', error, commandInput })])
  await expect.poll(rows).toEqual([expect.stringContaining('Alice Moreau · The org refused.')])
  expect(rows()[0]).not.toContain('force')
})

test('jobs that have ended stand under the day of their creation', async () => {
  const day = 86_400_000
  const moments = [Date.now(), Date.now() - day, Date.now() - 40 * day]
  await visit([
    sampleJob({ id: id(60) }),
    ...moments.map((moment, index) =>
      sampleJob({ ...ended, id: id(70 + index), createdUtc: new Date(moment).toISOString() }),
    ),
  ])
  await expect.poll(() => rows().length).toBe(4)
  const parts = [...document.querySelectorAll('main tbody tr[data-index]')].flatMap((row) =>
    row instanceof HTMLElement && row.dataset['rowId'] === undefined ? [row.textContent] : [],
  )
  expect(parts).toEqual(['Running 1', 'Ended 3', 'Today', 'Yesterday', formatDay(moments[2] ?? 0)])
})

test('a click anywhere on a row opens its job', async () => {
  const { path } = await visit([sampleJob()], { answers: { subscribeToProgress: forever } })
  await table.getByText('Running', { exact: true }).click()
  await expect.poll(path).toBe(`${address}/${id(70)}`)
})

const chips = () =>
  [...document.querySelectorAll('ul[aria-label=Filters] button')].map((chip) => chip.textContent)

test('[W-142] the filter of the address wins over the remembered one, which else returns with its chips', async () => {
  const { router } = await visit([sampleJob(), flowOut])
  await page.getByRole('checkbox', { name: 'Only mine' }).click()
  await expect.poll(titles).toEqual(['Flow in Production'])
  await router.navigate({ href: `${address}?type=FlowOut` })
  await expect.poll(titles).toEqual(['Flow out Production'])
  expect(chips()).toEqual(['Type: Flow out', 'Clear all'])
  await router.navigate({ to: '/profile' })
  await expect.element(page.getByRole('heading', { name: 'Alice Moreau' })).toBeVisible()
  await router.navigate({ href: address })
  await expect.poll(titles).toEqual(['Flow in Production'])
  expect(chips()).toEqual(['Only mine', 'Clear all'])
  await expect.poll(() => router.state.location.searchStr).toBe('?mine=true')
})

test('each chip takes its filter off, and one takes off all', async () => {
  const { router } = await visit([sampleJob(), flowOut], { at: `${address}?type=FlowOut&filter=none` })
  await expect.element(page.getByText('No jobs match your filter criteria')).toBeVisible()
  await button('Remove filter Text: none').click()
  await expect.poll(titles).toEqual(['Flow out Production'])
  expect(router.state.location.search).toEqual({ type: 'FlowOut' })
  await button('Clear all').click()
  await expect.poll(() => titles().length).toBe(2)
  expect([chips(), router.state.location.search]).toEqual([[], {}])
})

const types = () =>
  [...document.querySelectorAll('main tbody tr[data-row-id] td:last-child > div')].map(
    (cell) => cell.textContent,
  )

test('[J-001][J-002] the list shows a job of each command by the label of the command', async () => {
  const jobs = jobCommandNames.map((commandName, index) => sampleJob({ id: id(70 + index), commandName }))
  await visit(jobs)
  await expect.poll(() => rows().length).toBe(8)
  await button('Columns').click()
  await page.getByRole('menuitemcheckbox', { name: 'Type' }).click()
  const labels = [
    'Initialize stack',
    'Create environment',
    'Flow in',
    'Flow out',
    'Flow merge',
    'Delete environment',
    'Run Apex tests',
    'Set up playground',
  ]
  expect(Object.values(jobCommandLabels)).toEqual(labels)
  await expect.poll(() => types().toSorted()).toEqual(labels.toSorted())
  await expect.poll(titles).toContain('Set up playground')
})

test('[J-245] an ended job without a known outcome is "Unknown"', async () => {
  await visit([sampleJob({ ...ended, outcome: null })])
  await expect.element(table.getByText('Unknown', { exact: true })).toBeVisible()
})

test('[J-331] a failed start of several new jobs shows its own heading', async () => {
  const jobs = [70, 71].map((number) => sampleJob({ ...ended, id: id(number), commandInput: flowInInput }))
  await visit(jobs, { answers: { provision: refusal('internalServerError') } })
  await page.getByRole('checkbox', { name: 'Select all jobs' }).click()
  await button('Rerun').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rerun 2 jobs' }).click()
  await expect
    .element(page.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('There was a problem starting the new jobs')
})

const statuses = ['Pending', 'Queued', 'Running', 'Cancelling', 'Ended'] as const
const lives = statuses.flatMap((status) =>
  [false, true].map((cancellationIsRequested) => ({ status, cancellationIsRequested })),
)

test('[J-246] a job can be cancelled while it is pending, queued or running and was not asked to stop', async () => {
  await visit(lives.map((life, index) => sampleJob({ ...life, id: id(60 + index) })))
  await expect.poll(() => rows().length).toBe(lives.length)
  const offered: typeof lives = []
  for (const [index, life] of lives.entries()) {
    const choice = document.querySelector<HTMLElement>(`tr[data-row-id="${id(60 + index)}"] [role=checkbox]`)
    choice?.click()
    const cancel = button('Cancel')
    await expect.poll(() => choice?.ariaChecked).toBe('true')
    if (cancel.element().ariaDisabled === null && !cancel.element().hasAttribute('data-disabled'))
      offered.push(life)
    choice?.click()
    await expect.poll(() => choice?.ariaChecked).toBe('false')
  }
  expect(offered).toEqual(
    ['Pending', 'Queued', 'Running'].map((status) => ({ status, cancellationIsRequested: false })),
  )
})

const run = (n: number, outcome: 'Succeeded' | 'Failed' = 'Succeeded') =>
  sampleJob({ ...ended, id: id(n), outcome, createdUtc: `2026-01-31T12:0${n - 70}:00.000Z` })

test('runs that repeat each other are one row, which shows the earlier ones when a person wants them', async () => {
  await visit([run(74), run(73, 'Failed'), run(72), flowOut])
  await expect.poll(() => rows().length).toBe(2)
  const earlier = button('2 earlier runs, 1 failed')
  await expect.element(earlier).toHaveAttribute('aria-expanded', 'false')
  await earlier.click()
  await expect.poll(() => rows().length).toBe(4)
  await expect.element(earlier).toHaveAttribute('aria-expanded', 'true')
  await earlier.click()
  await expect.poll(() => rows().length).toBe(2)
})

test('a row says what its job changed, and that components were left out', async () => {
  const summary = { changed: 4, names: ['Alpha', 'Beta'], leftOut: 1, hasFailedTests: false }
  await visit([sampleJob({ ...ended, commandName: 'FlowOut', summary })])
  await expect
    .poll(rows)
    .toEqual([expect.stringMatching(/Alice Moreau · Alpha, Beta and 2 more.*Succeeded1 component left out/)])
  await expectAccessible()
})
