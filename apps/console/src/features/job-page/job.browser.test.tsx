import type { JobWithNotices } from '@sluice/contract/job'
import { notice, type NoticeBody, type NoticeSubject } from '@sluice/contract/notice'
import type { ProgressScope } from '@sluice/contract/progress'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob } from '../../testing/samples.ts'

const subscription = {
  serviceBusFullyQualifiedNamespace: 'localhost',
  topicSasToken: 'token',
  topicName: 'job',
  name: 'me',
}
const moment = '2026-01-31T13:00:00.000Z'
const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: moment } as const
const output = { id: id(95), name: 'output.json', type: 'Output', sizeBytes: 10 } as const

const visit = (changes: Partial<JobWithNotices> = {}, jobs: Answers['jobs'] = {}) =>
  renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [sampleJob(changes)] },
    answers: { jobs: { subscribeToProgress: forever, ...jobs } },
  })
const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const timeline = () =>
  main
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent)

test('[W-060][J-050] the header and the title of the page name the job with its status', async () => {
  await visit()
  await expect.element(page.getByRole('heading', { name: 'Flow in Production' })).toBeVisible()
  await expect.element(main.getByText(id(70)).first()).toBeVisible()
  await expect.element(button('Copy job ID')).toBeVisible()
  await expect.element(main.getByText('Running', { exact: true }).first()).toBeVisible()
  await expect.poll(() => document.title).toBe('Flow in Production Running · Core CRM · Acme Corp · Sluice')
})

test('an unknown job is not found', async () => {
  const { path } = await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(99)}`, {
    answers: { jobs: { get: refusal('entityNotFound') } },
  })
  await expect.poll(path).toBe('/404')
})

test('a job that is too old to be pushed is fetched', async () => {
  const { notices: _, ...old } = sampleJob({ id: id(99), ...ended })
  await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(99)}`, { answers: { jobs: { get: old } } })
  await expect.element(page.getByRole('heading', { name: 'Flow in Production' })).toBeVisible()
})

test('[J-078] while the progress feed connects the page says so', async () => {
  await visit()
  await expect.element(main.getByText('Connecting to progress feed')).toBeVisible()
})

const scope = (changes: Partial<ProgressScope>): ProgressScope => ({
  id: 'a',
  name: 'Retrieve',
  status: 'Executing',
  state: 'Polling',
  itemsCompleted: 2,
  itemsTotal: 4,
  unit: 'batches',
  itemsFailed: null,
  startedUtc: null,
  endedUtc: null,
  childScopes: [],
  ...changes,
})

test('[J-004][J-073][J-079] until the first message the page waits, and then shows the tree live', async () => {
  const { server } = await visit({}, { subscribeToProgress: subscription })
  await expect.element(main.getByText('Waiting for progress data')).toBeVisible()
  const child = scope({ id: 'b', name: 'Batch 1', itemsCompleted: null, itemsTotal: null, state: null })
  server.pushProgress({ timestampUtc: moment, rootProgressScopes: [scope({ childScopes: [child] })] })
  await expect.element(main.getByText('Retrieve', { exact: true }).last()).toBeVisible()
  await expect.element(main.getByText('Batch 1', { exact: true }).last()).toBeVisible()
  await expect.element(main.getByText(/^2 of 4 batches.*Polling/)).toBeVisible()
  server.pushProgress({
    timestampUtc: '2026-01-31T13:00:01.000Z',
    rootProgressScopes: [scope({ itemsCompleted: 3 })],
  })
  await expect.element(main.getByText(/^3 of 4 batches/)).toBeVisible()
})

test('[J-074] the statuses of the progress have words', async () => {
  const { server } = await visit({}, { subscribeToProgress: subscription })
  await expect.element(main.getByText('Waiting for progress data')).toBeVisible()
  const statuses = ['Pending', 'Executing', 'Disposed'] as const
  server.pushProgress({
    timestampUtc: moment,
    rootProgressScopes: statuses.map((status) => scope({ id: status, name: `Scope ${status}`, status })),
  })
  await expect
    .poll(() => [...document.querySelectorAll('main li .sr-only')].map((word) => word.textContent))
    .toEqual(expect.arrayContaining(['Pending', 'Executing', 'Finished']))
})

test('[J-080] a progress feed that cannot be subscribed to is not available', async () => {
  await visit({}, { subscribeToProgress: refusal('internalServerError') })
  await expect.element(main.getByText('Progress feed is not available')).toBeVisible()
})

async function cancel() {
  await button('Cancel').click()
  await page
    .getByRole('alertdialog', { name: 'Cancel job' })
    .getByRole('button', { name: 'Cancel job' })
    .click()
}

test('[J-052][J-247] a cancellation is confirmed, sent once, and then the button is closed', async () => {
  const { server } = await visit({}, { cancel: null })
  await cancel()
  await expect.element(button('Cancel')).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => server.requests('jobs', 'cancel')).toHaveLength(1)
  server.push({
    type: 'pushJobs',
    jobs: [
      sampleJob({ status: 'Cancelling', cancellationIsRequested: true, cancellationRequestedUtc: moment }),
    ],
  })
  await expect.poll(timeline).toContainEqual(expect.stringMatching(/^Cancellation requested/))
})

test('[J-328] a failed cancellation shows the panel in its dialog', async () => {
  await visit({}, { cancel: refusal('internalServerError') })
  await cancel()
  await expect
    .element(page.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('There was a problem requesting cancellation of the job')
})

test('[J-053] the error of a job heads the page, with its details on demand', async () => {
  await visit({ ...ended, outcome: 'Failed', error: { message: 'The org refused.', details: 'Because.' } })
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('The org refused.')
  await alert.getByText('More details').click()
  await expect.element(alert.getByText('Because.')).toBeVisible()
})

test('[J-056][J-058] the timeline has what happened and who did it', async () => {
  await visit({
    status: 'Cancelling',
    cancellationIsRequested: true,
    cancellationRequestedUtc: moment,
    cancellationRequestedByUserId: id(90),
  })
  await expect.element(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect
    .poll(timeline)
    .toEqual([
      expect.stringMatching(/^Created.* · Alice Moreau$/),
      expect.stringMatching(/^Started/),
      expect.stringMatching(/^Cancellation requested.* · Alice Moreau$/),
      expect.stringMatching(/^Running for /),
    ])
})

const withNotice = <S extends NoticeSubject>(subject: S, body: NoticeBody<S>) =>
  visit({ notices: [notice.parse({ id: id(85), jobId: id(70), createdUtc: moment, subject, body })] })

test('[J-063] a wait for locked environments says how long it lasts and how it ends', async () => {
  await withNotice('EnvironmentsLockedDelay', { environmentNames: ['QA', 'UAT'], remainingTimeout: 42.9 })
  const text = 'Waiting for QA, UAT to become unlocked. The job is cancelled automatically after 42 minutes.'
  await expect.element(main.getByText(text)).toBeVisible()
})

test('[J-064] a wait for a sandbox says how long it lasts and how it ends', async () => {
  await withNotice('SandboxAvailabilityDelay', { sandboxName: 'uat', remainingTimeout: 1 })
  const text =
    'Waiting for the sandbox uat to become available. The job is cancelled automatically after 1 minute.'
  await expect.element(main.getByText(text)).toBeVisible()
})

test('[J-069] a deployment that was created leads to it in the org', async () => {
  await withNotice('DeploymentOperationCreated', {
    operationId: '0Af1',
    instanceUrl: 'https://org.example',
  })
  await expect
    .element(main.getByRole('link', { name: 'Deployment 0Af1 created in Salesforce' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/org\.example\/lightning\/setup\/DeployStatus\/page\?address=.*0Af1/),
    )
})

const downloads: Answers['jobs'] = {
  downloadArtifact: { downloadUrl: '/api/artifacts/token' },
  readArtifact: { some: 'output' },
}

test('[J-057] stats, artifacts with their count, and the raw job are closed until a person opens them', async () => {
  await visit({ ...ended, artifacts: [output] }, downloads)
  for (const title of ['Stats', 'Artifacts (1)', 'Advanced'])
    await expect.element(button(title)).toHaveAttribute('aria-expanded', 'false')
  await button('Advanced').click()
  await expect.element(main.getByText(`"id": "${id(70)}"`)).toBeVisible()
})

test('what stands below the result waits until its height is known', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  let answer: ((output: object) => void) | undefined
  const readArtifact = () => new Promise<object>((resolve) => (answer = resolve))
  await visit({ ...ended, artifacts: [output] }, { ...downloads, readArtifact })
  await expect.element(main.getByText('Loading the output')).toBeVisible()
  for (const title of ['Stats', 'Artifacts (1)', 'Advanced']) expect(button(title).elements()).toEqual([])
  expect(page.getByRole('heading', { name: 'Timeline' }).elements()).toEqual([])
  await expect.poll(() => answer).toBeDefined()
  answer?.({ some: 'output' })
  await expect.element(button('Stats')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
})

test('an artifact that cannot be downloaded shows the panel', async () => {
  await visit(
    { ...ended, artifacts: [{ ...output, type: 'Log' }] },
    { downloadArtifact: refusal('entityNotFound') },
  )
  await button('Artifacts (1)').click()
  await button('Download output.json').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem downloading the file')
})

test('[J-054][J-096] the result of another type is shown as it was stored', async () => {
  await visit({ ...ended, commandName: 'RunApexTests', artifacts: [output] }, downloads)
  await expect
    .element(main.getByText('Output visualization for this job type is not yet implemented'))
    .toBeVisible()
  await expect.element(main.getByText('"some": "output"')).toBeVisible()
})

test('a job that has not ended shows no result', async () => {
  await visit({ artifacts: [output] })
  await expect.element(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Result' }).elements()).toEqual([])
})

test.for([
  [512 * 1024, true],
  [512 * 1024 + 1, false],
] as const)('[J-081] an output of %i bytes is loaded by itself: %s', async ([sizeBytes, isLoaded]) => {
  const { server } = await visit(
    { ...ended, commandName: 'RunApexTests', artifacts: [{ ...output, sizeBytes }] },
    downloads,
  )
  await expect.element(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  const load = button('Load output')
  await expect.poll(() => load.elements().length).toBe(isLoaded ? 0 : 1)
  await expect.poll(() => server.requests('jobs', 'downloadArtifact').length > 0).toBe(isLoaded)
  if (!isLoaded) await load.click()
  await expect.element(main.getByText('"some": "output"')).toBeVisible()
})

test('[J-082] an output that cannot be loaded can be tried again', async () => {
  let isRefused = true
  await visit(
    { ...ended, commandName: 'RunApexTests', artifacts: [output] },
    {
      ...downloads,
      readArtifact: () => {
        if (isRefused) throw refusal('entityNotFound')
        return { some: 'output' }
      },
    },
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem loading the output')
  isRefused = false
  await button('Retry').click()
  await expect.element(main.getByText('"some": "output"')).toBeVisible()
})
