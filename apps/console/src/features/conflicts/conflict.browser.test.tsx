import { mergeContext } from '@sluice/contract/conflict'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { id } from '../../testing/samples.ts'
import {
  button,
  conflictJobAddress,
  conflictAddress,
  main,
  resolvedAs,
  sampleConflict,
  sampleFile,
  visitConflict,
} from '../../testing/visit-conflict.ts'

const ended = { status: 'Ended', outcome: 'Failed', endedUtc: '2026-01-31T14:00:00.000Z' } as const
const allResolved = { files: [sampleFile(1, resolvedAs('TakeLocal')), sampleFile(2, resolvedAs('Manual'))] }

test('[J-110][J-111] the page is titled as the conflict and leads back to the job', async () => {
  const { path } = await visitConflict()
  await expect
    .element(main.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Merge of Production into main')
  await main.getByRole('link', { name: 'Flow in Production' }).click()
  await expect.poll(path).toBe(conflictJobAddress)
})

test('[J-112] each side shows its environment with branch, org and production mark', async () => {
  await visitConflict({
    conflict: { mergeContext: 'FlowMerge', localEnvironmentId: id(30), remoteEnvironmentId: id(31) },
  })
  const local = main.getByRole('region', { name: 'Local environment' })
  await expect.element(local.getByRole('link', { name: 'Production' })).toBeVisible()
  await expect
    .element(local.getByRole('link', { name: 'main' }))
    .toHaveAttribute('href', '/workspaces/acme/stacks/core-crm/repository/tree/main?path=')
  await expect.element(local.getByText('Production org: Production')).toBeVisible()
  await expect.element(local.getByText('PROD', { exact: true })).toBeVisible()
  const remote = main.getByRole('region', { name: 'Remote environment' })
  await expect.element(remote.getByRole('link', { name: 'QA', exact: true })).toBeVisible()
  await expect
    .element(remote.getByRole('link', { name: 'env/qa' }))
    .toHaveAttribute('href', '/workspaces/acme/stacks/core-crm/repository/tree/env%2Fqa?path=')
  await expect.element(remote.getByText('Sandbox: qasandbox')).toBeVisible()
  expect(remote.getByText('PROD', { exact: true }).elements()).toEqual([])
})

const answered = (isContinued: boolean) =>
  ({ status: 'Answered', answer: { continue: isContinued }, answeredByUserId: id(90) }) as const

test.for([
  ['Pending', {}, {}, true],
  ['Resolved', answered(true), {}, false],
  ['Aborted', answered(false), {}, false],
  ['Abandoned', { status: 'Abandoned' }, {}, false],
  ['Abandoned', {}, ended, false],
  ['Resolved', answered(true), ended, false],
] as const)(
  '[J-113][J-114][J-117] "%s": an inquiry %o of a job %o offers Abort and Continue: %s',
  async ([label, inquiry, job, isOffered]) => {
    await visitConflict({ inquiry, job, conflict: allResolved })
    await expect.element(main.getByText(label, { exact: true })).toBeVisible()
    for (const name of ['Abort', 'Continue']) expect(button(name).elements()).toHaveLength(isOffered ? 1 : 0)
  },
)

const heading = (side: string) =>
  main.getByRole('region', { name: `${side} environment` }).getByRole('heading')

test('[J-222] the page names the local and the remote side in each merge context', async () => {
  const sides = {
    FlowIn: ['Git branch', 'Salesforce org'],
    FlowMergeSourceIn: ['Git branch', 'Salesforce org'],
    FlowMergeTargetIn: ['Git branch', 'Salesforce org'],
    FlowMerge: ['Git branch', 'Git branch'],
    Normalization: ['Git branch as pushed', 'Git branch, normalized'],
  } as const
  expect(mergeContext.options).toEqual(Object.keys(sides))
  const { server } = await visitConflict()
  await expect.element(heading('Local')).toBeVisible()
  // The last one first, so that each push changes the page.
  for (const context of mergeContext.options.toReversed()) {
    server.push({ type: 'pushConflicts', conflicts: [sampleConflict({ mergeContext: context })] })
    const [local, remote] = sides[context]
    await expect.element(heading('Local')).toHaveTextContent(`${local}Local`)
    await expect.element(heading('Remote')).toHaveTextContent(`${remote}Remote`)
  }
})

test('[J-115][J-118][J-217] Continue waits for the last file, and the progress follows what others resolve', async () => {
  const [one, two] = [sampleFile(1), sampleFile(2)]
  const { server, path } = await visitConflict({
    conflict: { files: [one, two] },
    answers: { inquiries: { answer: null } },
  })
  await expect.element(main.getByText('0 of 2 files resolved')).toBeVisible()
  await expect.element(button('Continue')).toBeDisabled()
  await expect
    .element(page.getByRole('progressbar', { name: 'Resolved files' }))
    .toHaveAttribute('aria-valuenow', '0')
  const resolve = (...files: (typeof one)[]) =>
    server.push({ type: 'pushConflicts', conflicts: [sampleConflict({ files })] })
  resolve({ ...one, ...resolvedAs('TakeRemote', id(91)) }, two)
  await expect.element(main.getByText('1 of 2 files resolved')).toBeVisible()
  await expect.element(main.getByText(/Resolved by Bob Baker/)).toBeVisible()
  await expect.element(button('Continue')).toBeDisabled()
  resolve({ ...one, ...resolvedAs('TakeRemote', id(91)) }, { ...two, ...resolvedAs('PreferLocal') })
  await expect.element(main.getByText('2 of 2 files resolved')).toBeVisible()
  await expect
    .element(page.getByRole('progressbar', { name: 'Resolved files' }))
    .toHaveAttribute('aria-valuenow', '100')
  await button('Continue').click()
  await expect.poll(path).toBe(conflictJobAddress)
  const answers = server.requests('inquiries', 'answer')
  expect(answers.map(({ params, body }) => [params.inquiryId, body])).toEqual([[id(80), { continue: true }]])
})

test('[J-217] Abort asks first, then ends the merge', async () => {
  const { server, path } = await visitConflict({ answers: { inquiries: { answer: null } } })
  await button('Abort').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(server.requests('inquiries', 'answer')).toEqual([])
  await button('Abort').click()
  await page.getByRole('button', { name: 'Abort the merge' }).click()
  await expect.poll(path).toBe(conflictJobAddress)
  await expect.poll(() => server.requests('inquiries', 'answer')[0]?.body).toEqual({ continue: false })
})

test('an answer that is refused says so, and the page stays', async () => {
  const { path } = await visitConflict({
    conflict: allResolved,
    answers: { inquiries: { answer: refusal('entityConflict') } },
  })
  await button('Continue').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem submitting your input')
  expect(path()).toBe(conflictAddress)
})

test('an unknown conflict, or one of another job, is not found', async () => {
  const { path } = await visitConflict({ conflict: { jobId: id(71) } })
  await expect.poll(path).toBe('/404')
})

test('[J-218] the page of the job leads to the conflict of the prompt from its question and from its timeline', async () => {
  const { path } = await visitConflict({
    address: conflictJobAddress,
    job: {
      notices: [
        {
          id: id(95),
          jobId: id(70),
          createdUtc: '2026-01-31T12:31:00.000Z',
          subject: 'MergeConflict',
          body: { conflictId: id(400), autoResolvedAs: null },
        },
      ],
    },
  })
  for (const name of ['A merge conflict was found', 'Merge conflict'])
    await expect
      .element(main.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', conflictAddress)
  await main.getByRole('link', { name: 'Resolve conflict' }).click()
  await expect.poll(path).toBe(conflictAddress)
})

test('the page of the inquiry says that it has no details and leads to the conflict', async () => {
  const { path } = await visitConflict({ address: `${conflictJobAddress}/inquiry/${id(80)}` })
  await expect
    .element(main.getByText('A details view is not supported for this kind of inquiry.'))
    .toBeVisible()
  await main.getByRole('link', { name: 'the page of the conflict' }).click()
  await expect.poll(path).toBe(conflictAddress)
})
