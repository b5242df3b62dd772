import { job as jobSchema, type JobWithNotices } from '@sluice/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectReason } from '../../testing/expect-reason.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'

const address = '/workspaces/acme/stacks/core-crm/jobs'
const sandbox = (number: number, name: string) =>
  sampleEnvironment({ id: id(number), name, slug: name.toLowerCase(), isProduction: false })
const environments = [sampleEnvironment(), sandbox(31, 'QA'), sandbox(32, 'UAT')]
const visit = (jobs: JobWithNotices[], { isInitialized = true, from = address } = {}) =>
  renderAt(from, { pushed: { jobs, stacks: [sampleStack({ environments, isInitialized })] } })
const ended = { status: 'Ended', outcome: 'Failed', endedUtc: '2026-01-31T13:00:00.000Z' } as const

const table = page.getByRole('table')
const titles = () =>
  table
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)
const cells = (column: number) =>
  [...document.querySelectorAll(`main tbody tr[data-row-id] td:nth-child(${column}) > div`)].map(
    (cell) => cell.textContent,
  )
const rerun = page.getByRole('button', { name: 'Rerun', exact: true })
const merged = [
  { environmentId: id(31), role: 'Source' },
  { environmentId: id(32), role: 'Target' },
] as const

const at = (minute: number) => `2026-01-31T12:0${minute}:00.000Z`

test('[J-035] the newest job of a group comes first, also one that is pushed later', async () => {
  const running = [
    sampleJob({ id: id(73), createdUtc: at(2), commandName: 'FlowOut' }),
    sampleJob({ id: id(71), createdUtc: at(3) }),
    sampleJob({ id: id(72), createdUtc: at(1), commandName: 'RunApexTests' }),
  ]
  const done = running.map((job) => ({ ...job, ...ended, id: job.id.replace(/7(.)$/, '6$1') }))
  const { server } = await visit([...running, ...done])
  const sorted = ['Flow in Production', 'Flow out Production', 'Run Apex tests in Production']
  await expect.poll(titles).toEqual([...sorted, ...sorted])
  server.push({
    type: 'pushJobs',
    jobs: [sampleJob({ id: id(70), createdUtc: at(4), commandName: 'DeleteEnvironment' })],
  })
  await expect.poll(titles).toEqual(['Delete environment Production', ...sorted, ...sorted])
})

test('[J-043][J-211] the title of a job names its environment, or its source and its target', async () => {
  const roles = jobSchema.shape.affectedEnvironments.element.shape.role
  expect(roles.options).toEqual(['None', 'Source', 'Target'])
  const commands = ['FlowIn', 'FlowOut', 'RunApexTests', 'DeleteEnvironment'] as const
  const onQa = {
    mainEnvironmentId: id(31),
    affectedEnvironments: [{ environmentId: id(31), role: 'None' as const }],
  }
  await visit([
    ...commands.map((commandName, index) => sampleJob({ ...onQa, id: id(60 + index), commandName })),
    sampleJob({
      id: id(65),
      commandName: 'CreateEnvironment',
      commandInput: { environmentName: 'Training' },
      mainEnvironmentId: null,
      affectedEnvironments: [],
    }),
    // The roles decide which is which, not their order.
    sampleJob({
      id: id(66),
      commandName: 'FlowMerge',
      mainEnvironmentId: id(32),
      affectedEnvironments: merged.toReversed(),
    }),
  ])
  await expect
    .poll(() => titles().toSorted())
    .toEqual([
      'Create environment Training',
      'Delete environment QA',
      'Flow in QA',
      'Flow merge QA into UAT',
      'Flow out QA',
      'Run Apex tests in QA',
    ])
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Environments' }).click()
  await expect.poll(() => cells(6).toSorted()).toEqual(['', 'QA', 'QA', 'QA', 'QA', 'UATQA'])
})

test.for(['Pending', 'Queued', 'Cancelling'] as const)(
  '[J-242] a job that is %s is shown as in progress, with dots, in the list and on its page',
  async (status) => {
    const { router } = await visit([sampleJob({ status })])
    const inList = table.getByText(`${status}...`, { exact: true })
    await expect.element(inList).toBeVisible()
    const icon = inList.element().querySelector('svg')?.getAttribute('class') ?? ''
    expect(icon).toContain(status === 'Cancelling' ? 'lucide-loader-circle' : 'lucide-circle-dashed')
    await router.navigate({ href: `${address}/${id(70)}` })
    await expect.element(page.getByRole('main').getByText(`${status}...`, { exact: true })).toBeVisible()
  },
)

test('[J-207] the navigation counts the jobs that are pending, queued or running', async () => {
  const { server } = await visit([])
  const entry = page.getByRole('navigation', { name: 'Stack' }).getByRole('link', { name: /^Jobs/ })
  await expect.element(entry).toBeVisible()
  const countOf = (status: JobWithNotices['status']) => {
    server.push({ type: 'pushJobs', jobs: [sampleJob({ status })] })
    return expect.element(entry)
  }
  for (const status of ['Pending', 'Queued', 'Running'] as const) {
    await countOf('Ended').toHaveAccessibleName('Jobs')
    await countOf(status).toHaveAccessibleName(/^Jobs\s*1 active$/)
    await countOf('Cancelling').toHaveAccessibleName('Jobs')
  }
})

const byCommandLine = 'Jobs run using the CLI cannot be rerun through the web app.'
const isInitialized = 'Initialize stack jobs cannot be rerun because the stack is now initialized.'

const closed = [
  [byCommandLine, { workerType: 'Cli' }, 'CLI'],
  [isInitialized, { commandName: 'InitializeStack' }, 'Managed'],
] as const

test.for(closed)('[J-047][J-048][J-210] in the list Rerun is closed: %s', async ([reason, job, worker]) => {
  await visit([sampleJob({ ...ended, ...job })])
  await page.getByRole('checkbox', { name: 'Select all jobs' }).click()
  await expectReason(rerun, reason)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Worker' }).click()
  await expect.poll(() => cells(4)).toEqual([worker])
})

test.for(closed)('[J-047][J-048] on the page of a job Rerun is closed: %s', async ([reason, job]) => {
  const { server } = await visit([sampleJob({ ...ended, ...job })], { from: `${address}/${id(70)}` })
  await page.getByRole('heading', { name: 'Timeline' }).hover()
  await expectReason(rerun, reason)
  server.push({ type: 'pushJobs', jobs: [sampleJob({ ...ended, commandName: 'FlowIn' })] })
  await expect.element(rerun).not.toHaveAttribute('aria-disabled')
})

test('[J-048][J-210] Rerun is open for an initialization by a managed worker while the stack is not initialized', async () => {
  expect(jobSchema.shape.workerType.options).toEqual(['Managed', 'Cli'])
  await visit([sampleJob({ ...ended, commandName: 'InitializeStack' })], {
    isInitialized: false,
    from: `${address}/${id(70)}`,
  })
  await expect.element(rerun).toBeVisible()
  await expect.element(rerun).not.toHaveAttribute('aria-disabled')
})
