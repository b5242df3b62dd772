import { job as jobSchema, type JobWithNotices } from '@sluice/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'
import { newFlowIn, toFlowInTemplate } from '../job-submission/flow-in-form.ts'

const address = '/workspaces/acme/stacks/core-crm/jobs'
const visit = (jobs: JobWithNotices[], answers: Answers['jobs'] = {}) =>
  renderAt(address, { pushed: { jobs }, answers: { jobs: answers } })
const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: '2026-01-31T13:00:00.000Z' } as const
const flowOut = sampleJob({ id: id(71), commandName: 'FlowOut', createdByUserId: id(91) })

const table = page.getByRole('table')
const titles = () =>
  table
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)
const columns = () =>
  table
    .getByRole('columnheader')
    .elements()
    .map((heading) => heading.textContent)
    .filter(Boolean)
const groups = () => [...document.querySelectorAll('th[scope=rowgroup]')].map((group) => group.textContent)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('[J-034] the jobs of the stack are listed, and no others', async () => {
  await visit([sampleJob(), sampleJob({ id: id(72), commandName: 'FlowOut', stackId: id(9) })])
  await expect.poll(titles).toEqual(['Flow in Production'])
  await expect.poll(() => document.title).toBe('Jobs · Core CRM · Acme Corp · Sluice')
})

test('[J-036] the groups are Pending, Queued, Running with Cancelling, and Ended', async () => {
  const statuses = ['Ended', 'Cancelling', 'Running', 'Queued', 'Pending'] as const
  await visit(statuses.map((status, index) => sampleJob({ id: id(70 + index), status })))
  await expect.poll(groups).toEqual(['Pending 1', 'Queued 1', 'Running 2', 'Ended 1'])
})

test('[J-039][J-040] title, status, started and ended are shown, and the other columns can be chosen', async () => {
  await visit([sampleJob()])
  await expect.poll(columns).toEqual(['Title', 'Status', 'Started', 'Ended'])
  await button('Columns').click()
  const choices = page.getByRole('menuitemcheckbox')
  await expect
    .poll(() => choices.elements().map((choice) => choice.textContent))
    .toEqual(['Title', 'Status', 'Worker', 'Created', 'Started', 'Ended', 'Type', 'Environments', 'ID'])
})

test('[J-037] the list can be narrowed to a type', async () => {
  await visit([sampleJob(), flowOut])
  await page.getByRole('combobox', { name: 'Job type' }).click()
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    )
    .toEqual([
      'All types',
      'Create environment',
      'Delete environment',
      'Flow in',
      'Flow merge',
      'Flow out',
      'Initialize stack',
      'Run Apex tests',
    ])
  await page.getByRole('option', { name: 'Flow out' }).click()
  await expect.poll(titles).toEqual(['Flow out Production'])
})

test('[J-038] "Only mine" keeps what the user started', async () => {
  await visit([sampleJob(), flowOut])
  await page.getByRole('checkbox', { name: 'Only mine' }).click()
  await expect.poll(titles).toEqual(['Flow in Production'])
})

test('[J-044] a check-only job says so in its title', async () => {
  await visit([sampleJob({ commandInput: { checkOnly: true } })])
  await expect.poll(titles).toEqual(['Flow in Production (check-only)'])
})

test.for([
  [{ status: 'Running' }, 'Running'],
  [{ status: 'Running', hasPendingInquiries: true }, 'Waiting'],
  [ended, 'Succeeded'],
  [{ ...ended, outcome: 'Failed' }, 'Failed'],
  [{ ...ended, outcome: 'Cancelled' }, 'Cancelled'],
  [{ ...ended, outcome: 'TimedOut' }, 'Timed out'],
] as const)('[J-243][J-244] a job that is %o shows "%s"', async ([job, text]) => {
  await visit([sampleJob(job)])
  await expect.element(table.getByRole('cell').getByText(text, { exact: true })).toBeVisible()
})

const statusTexts = {
  Pending: 'Pending...',
  Queued: 'Queued...',
  Running: 'Running',
  Cancelling: 'Cancelling...',
  Ended: 'Unknown',
}
const outcomeTexts = {
  Succeeded: 'Succeeded',
  Failed: 'Failed',
  TimedOut: 'Timed out',
  Cancelled: 'Cancelled',
}
const texts = () =>
  [...document.querySelectorAll('main tbody tr[data-row-id] td:nth-child(3) > div')].map(
    (cell) => cell.textContent,
  )

test('[S-168] a job is pending, queued, running, cancelling or ended, and the list says which', async () => {
  const { options } = jobSchema.shape.status
  expect(options).toEqual(Object.keys(statusTexts))
  await visit(options.map((status, index) => sampleJob({ id: id(70 + index), status })))
  await expect.poll(() => texts().toSorted()).toEqual(Object.values(statusTexts).toSorted())
})

test('[S-169] a job has ended succeeded, failed, timed out or cancelled, and the list says how', async () => {
  const { options } = jobSchema.shape.outcome.unwrap()
  expect(options).toEqual(Object.keys(outcomeTexts))
  // Jobs of one input would be folded as runs that repeat each other.
  await visit(
    options.map((outcome, index) =>
      sampleJob({ id: id(70 + index), ...ended, outcome, commandInput: { outcome } }),
    ),
  )
  await expect.poll(() => texts().toSorted()).toEqual(Object.values(outcomeTexts).toSorted())
})

test('a stack without jobs says so, and a filter that matches nothing can be cleared', async () => {
  const { server } = await visit([])
  await expect.element(page.getByText('No jobs exist in this stack')).toBeVisible()
  server.push({ type: 'pushJobs', jobs: [sampleJob()] })
  await page.getByRole('searchbox', { name: 'Filter jobs' }).fill('nothing')
  await expect.element(page.getByText('No jobs match your filter criteria')).toBeVisible()
  await button('Clear filter').click()
  await expect.poll(titles).toEqual(['Flow in Production'])
})

async function cancelBoth() {
  await page.getByRole('checkbox', { name: 'Select all jobs' }).click()
  await button('Cancel 2 jobs').click()
  await page
    .getByRole('alertdialog', { name: 'Cancel jobs' })
    .getByRole('button', { name: 'Cancel 2 jobs' })
    .click()
}

test('[J-041] the chosen jobs are cancelled with one call for each', async () => {
  const { server } = await visit([sampleJob(), flowOut], { cancel: null })
  await cancelBoth()
  await expect.poll(() => server.requests('jobs', 'cancel').length).toBe(2)
  const cancelled = server.requests('jobs', 'cancel').map(({ params }) => params.jobId)
  expect(cancelled.toSorted()).toEqual([id(70), id(71)])
})

test('[J-329] a failed cancellation of several jobs shows the panel', async () => {
  await visit([sampleJob(), flowOut], { cancel: refusal('internalServerError') })
  await cancelBoth()
  await expect
    .element(page.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('There was a problem requesting cancellation of the jobs')
})

const { environmentFilter: _, ...settings } = toFlowInTemplate(newFlowIn([]))
const rerunnable = [70, 71].map((number) =>
  sampleJob({ ...ended, id: id(number), commandInput: { ...settings, environmentId: id(30) } }),
)

async function rerunBoth() {
  await page.getByRole('checkbox', { name: 'Select all jobs' }).click()
  await button('Rerun').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rerun 2 jobs' }).click()
}

test('[J-042] the chosen jobs start again with their settings', async () => {
  const { server } = await visit(rerunnable, { provision: [] })
  await rerunBoth()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(2)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobCommandName: 'FlowIn',
      jobTemplate: { environmentFilter: { include: { ids: [id(30)] } } },
    })
})

test('creations that failed start again with their settings', async () => {
  const commandInput = {
    environmentName: 'Staging',
    gitBranchName: 'env/stage',
    sfdcSandboxName: 'stage',
    sfdcSandboxLicenseType: 'Full',
  }
  const failed = { ...ended, outcome: 'Failed', commandName: 'CreateEnvironment', commandInput } as const
  const jobs = [70, 71].map((number) => sampleJob({ ...failed, id: id(number) }))
  const { server } = await visit(jobs, { provision: [] })
  await rerunBoth()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(2)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobCommandName: 'CreateEnvironment',
      jobTemplate: commandInput,
    })
})

const failedDeletion = (number: number) =>
  sampleJob({
    ...ended,
    outcome: 'Failed',
    id: id(number),
    commandName: 'DeleteEnvironment',
    commandInput: {
      environmentId: id(number - 40),
      environmentName: 'QA',
      deleteGitBranch: true,
      deleteSandbox: false,
    },
  })

test('several deletions start again with their settings', async () => {
  const { server } = await visit([failedDeletion(71), failedDeletion(72)], { provision: [] })
  await rerunBoth()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(2)
  const templates = server.requests('jobs', 'provision').map(({ body }) => body)
  for (const environmentId of [id(31), id(32)])
    expect(templates).toContainEqual({
      jobCommandName: 'DeleteEnvironment',
      jobTemplate: {
        environmentFilter: expect.objectContaining({
          include: expect.objectContaining({ ids: [environmentId] }),
        }),
        deleteGitBranch: true,
        deleteSandbox: false,
      },
    })
})

test('one deletion that failed opens its dialog with its settings', async () => {
  await visit([failedDeletion(71)])
  await page.getByRole('checkbox', { name: 'Select all jobs' }).click()
  await button('Rerun').click()
  const dialog = page.getByRole('dialog', { name: 'Delete environments' })
  await expect.element(dialog.getByRole('checkbox', { name: 'Delete Git branch' })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: 'Delete sandbox' })).not.toBeChecked()
})

test('[J-225][J-330] jobs that cannot be provisioned show the panel with the reasons', async () => {
  const refused = {
    wasProvisioned: false,
    jobDetails: null,
    validationErrors: [{ code: 'EnvironmentIsLocked', property: null, description: 'It is locked.' }],
    missingAuthorizationDetails: [{ operation: 'startFlow', resource: 'Environment' }],
  }
  await visit(rerunnable, { provision: [refused] })
  await rerunBoth()
  const alert = page.getByRole('alertdialog').getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem provisioning the new jobs')
  await expect.element(alert).toHaveTextContent('It is locked.')
  await expect.element(alert).toHaveTextContent('Missing permission: startFlow on Environment')
})

test('the title leads to the job', async () => {
  const { path } = await visit([sampleJob()], { subscribeToProgress: forever })
  await table.getByRole('link', { name: 'Flow in Production' }).click()
  await expect.poll(path).toBe(`${address}/${id(70)}`)
})

test('an environment that was deleted is called so', async () => {
  await renderAt(address, {
    pushed: {
      jobs: [sampleJob()],
      stacks: [sampleStack({ environments: [sampleEnvironment({ id: id(31) })] })],
    },
  })
  await expect.poll(titles).toEqual(['Flow in (deleted environment)'])
})
