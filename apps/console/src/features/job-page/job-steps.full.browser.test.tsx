import type { JobWithNotices } from '@sluice/contract/job'
import type { ProgressScope } from '@sluice/contract/progress'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob } from '../../testing/samples.ts'
import { sampleSchedule } from '../../testing/sample-schedule.ts'

const subscription = {
  serviceBusFullyQualifiedNamespace: 'localhost',
  topicSasToken: 'token',
  topicName: 'job',
  name: 'me',
}
const moment = '2026-01-31T12:00:00.000Z'
const later = '2026-01-31T12:01:05.000Z'
const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: later } as const
const main = page.getByRole('main')

const visit = (
  changes: Partial<JobWithNotices> = {},
  { jobs = {}, others = [] }: { jobs?: Answers['jobs']; others?: JobWithNotices[] } = {},
) =>
  renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [sampleJob(changes), ...others], schedules: [sampleSchedule()] },
    answers: { jobs: { subscribeToProgress: forever, ...jobs } },
  })

const scope = (changes: Partial<ProgressScope>): ProgressScope => ({
  id: 'a',
  name: 'Retrieve',
  status: 'Disposed',
  state: null,
  itemsCompleted: null,
  itemsTotal: null,
  unit: null,
  itemsFailed: null,
  startedUtc: moment,
  endedUtc: later,
  childScopes: [],
  ...changes,
})
/** The icons that turn. */
const spinning = () =>
  [...document.querySelectorAll('main ol .animate-spin')].filter(
    (icon) => getComputedStyle(icon).animationName !== 'none',
  )
const deploying = scope({
  id: 'b',
  name: 'Deploy',
  status: 'Executing',
  state: 'InProgress',
  endedUtc: null,
  childScopes: [
    scope({
      id: 'c',
      name: 'Components',
      status: 'Executing',
      endedUtc: null,
      itemsCompleted: 214,
      itemsTotal: 356,
      itemsFailed: 1,
      unit: 'components',
    }),
  ],
})

test('a running job says in one line what it does, what failed so far, how long steps took, and its percentage in the title', async () => {
  const { server } = await visit({}, { jobs: { subscribeToProgress: subscription } })
  await expect.element(main.getByText('Waiting for progress data')).toBeVisible()
  server.pushProgress({ timestampUtc: later, rootProgressScopes: [scope({}), deploying] })
  await expect.element(main.getByText(/^Deploy · 214 of 356 components · .*In progress$/)).toBeVisible()
  await expect.element(main.getByText('1 component failed so far')).toBeVisible()
  await expect.element(main.getByText('1 min 5 s')).toBeVisible()
  await expect.poll(() => document.title).toMatch(/^60 % Flow in Production Running/)
  // Only the deepest of the steps under way spins.
  expect(spinning().length).toBeLessThanOrEqual(2)
  await expectAccessible()
})

test('the steps of an ended job stay, folded, with how long each took', async () => {
  const failed = { ...ended, outcome: 'Failed' } as const
  const { server } = await visit(failed, {
    jobs: { getProgress: { timestampUtc: later, rootProgressScopes: [scope({}), deploying] } },
  })
  const card = main.getByRole('button', { name: 'Steps' })
  await expect.element(card).toHaveAttribute('aria-expanded', 'false')
  expect(server.requests('jobs', 'getProgress')).toEqual([])
  await card.click()
  await expect.element(main.getByText('Retrieve', { exact: true })).toBeVisible()
  const steps = main.getByRole('listitem').filter({ hasText: /^Finished/ })
  await expect.element(steps.first()).toHaveTextContent(/Retrieve1 min 5 s$/)
  expect(document.querySelectorAll('main .animate-spin')).toHaveLength(0)
})

test('a job that waits for its environment names the jobs before it, since when, and its place in line', async () => {
  const others = [
    sampleJob({ id: id(71), commandName: 'FlowOut', createdByUserId: id(91) }),
    sampleJob({ id: id(72), commandName: 'FlowMerge' }),
  ]
  const lockWait = {
    place: 2,
    sinceUtc: moment,
    untilUtc: later,
    jobs: [
      { jobId: id(71), isHolder: true, sinceUtc: moment },
      { jobId: id(72), isHolder: false, sinceUtc: moment },
    ],
  }
  await visit({ lockWait }, { others })
  const notice = main.getByRole('status').filter({ hasText: 'Waits for other jobs' })
  await expect.element(notice).toHaveTextContent(/place 2 in line/)
  await expect.element(notice).toHaveTextContent(/Flow out Production by .+ holds the environment since/)
  await expect.element(notice).toHaveTextContent(/is before it in line since/)
  await expect
    .element(notice.getByRole('link', { name: 'Flow out Production' }))
    .toHaveAttribute('href', `/workspaces/acme/stacks/core-crm/jobs/${id(71)}`)
})

test('a job that has not begun says whether it waits for a worker or for another job', async () => {
  const { server } = await visit({ status: 'Pending', startedUtc: null })
  await expect.element(main.getByText('Waits for a free worker')).toBeVisible()
  const dependencies = [{ dependsOnJobId: id(71) }]
  server.push({
    type: 'pushJobs',
    jobs: [
      sampleJob({ status: 'Pending', startedUtc: null, dependencies }),
      sampleJob({ id: id(71), commandName: 'InitializeStack' }),
    ],
  })
  await expect.element(main.getByText('Waits for the jobs that it builds on')).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Initialize stack' })).toBeVisible()
})

test('a job that has long been in line says that it waits for a free worker, and a new one does not', async () => {
  const { server } = await visit({
    status: 'Queued',
    startedUtc: null,
    createdUtc: new Date().toISOString(),
  })
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible()
  expect(main.getByText('Waits for a free worker').elements()).toEqual([])
  const createdUtc = new Date(Date.now() - 60_000).toISOString()
  server.push({ type: 'pushJobs', jobs: [sampleJob({ status: 'Queued', startedUtc: null, createdUtc })] })
  await expect.element(main.getByText('Waits for a free worker')).toBeVisible()
})

test.for([
  [{ outsideEffects: [] }, /Nothing was changed in an org or in the repository/],
  [{ outsideEffects: [], startedUtc: null }, /The job had not begun/],
  [{ outsideEffects: [{ kind: 'Push', isCertain: true }] }, /Commits were pushed to the repository\.$/],
  [
    { outsideEffects: [{ kind: 'Deployment', isCertain: false }] },
    /A deployment was sent.*it is not certain/,
  ],
] as const)('a cancelled job says what it had done: %o', async ([changes, text]) => {
  const { outsideEffects, ...rest } = changes
  await visit({ ...ended, outcome: 'Cancelled', ...rest, outsideEffects: [...outsideEffects] })
  const heading = main.getByRole('heading', { name: 'What was done' })
  await expect.element(heading).toBeVisible()
  expect(heading.element().closest('section')?.textContent).toMatch(text)
})

test('a job that succeeded while components stayed out stands as a warning, in its words and with their number', async () => {
  const summary = { changed: 1, names: ['Alpha'], leftOut: 2, hasFailedTests: false }
  await visit({ ...ended, summary })
  const badge = main.getByText('Succeeded', { exact: false }).first()
  await expect.element(badge).toHaveTextContent('Succeeded2 components left out')
  expect(badge.element().querySelector('.lucide-triangle-alert')).not.toBeNull()
  await expect.element(main.getByText('Succeeded, 2 components left out')).toBeVisible()
})

test('the worker minutes of an ended job stand in its header', async () => {
  await visit({ ...ended, billableActiveWorkerMinutes: 3, billablePassiveWorkerMinutes: 12 })
  await expect.element(main.getByText('Worker minutes: 3 active, 12 waiting')).toBeVisible()
})

test('[J-051] the header names who created the job: a member, a schedule with its page, or both', async () => {
  const { server } = await visit()
  const header = () => main.getByText(/^Created by /).first()
  await expect.element(header()).toHaveTextContent(/^Created by Alice Moreau /)
  server.push({ type: 'pushJobs', jobs: [sampleJob({ createdByScheduleId: id(80), createdByUserId: null })] })
  await expect.element(header()).toHaveTextContent(/^Created by Every night \(schedule\) /)
  await expect
    .element(main.getByRole('link', { name: 'Every night' }).first())
    .toHaveAttribute('href', `/workspaces/acme/stacks/core-crm/schedules/${id(80)}`)
  server.push({ type: 'pushJobs', jobs: [sampleJob({ createdByScheduleId: id(80) })] })
  await expect.element(header()).toHaveTextContent(/^Created by Every night \(schedule\), Alice Moreau /)
})

test.for(['FlowIn', 'FlowOut', 'FlowMerge', 'RunApexTests', 'DeleteEnvironment'] as const)(
  '[J-046] a rerun is offered for a job of the type %s',
  async (commandName) => {
    await visit({ ...ended, outcome: 'Failed', commandName })
    const rerun = main.getByRole('button', { name: 'Rerun', exact: true })
    await expect.element(rerun).toBeVisible()
    await expect.element(rerun).not.toHaveAttribute('aria-disabled', 'true')
    await expect.element(rerun).toBeEnabled()
  },
)
