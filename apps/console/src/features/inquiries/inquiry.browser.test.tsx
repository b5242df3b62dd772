import type { JobWithNotices } from '@sluice/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob } from '../../testing/samples.ts'
import {
  type Confirmation,
  base,
  button,
  choice,
  confirmation,
  ended,
  jobAddress,
  main,
  moment,
  signIn,
  visitJob,
  visitPage,
  waiting,
} from '../../testing/visit-inquiry.ts'

test('[J-097] the page leads back to the job', async () => {
  const { path } = await visitPage()
  await expect.element(page.getByRole('heading', { name: 'Confirm deployment', level: 1 })).toBeVisible()
  await main.getByRole('link', { name: 'Flow out Production' }).click()
  await expect.poll(path).toBe(jobAddress)
})

test('[J-098][J-099] only the deployment that is to be confirmed has a view of its details', async () => {
  await visitPage({ inquiry: signIn })
  await expect
    .element(main.getByText('A details view is not supported for this kind of inquiry.'))
    .toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Flow out Production' })).toBeVisible()
  expect(button('Continue').elements()).toEqual([])
})

test.for<[string, Partial<Confirmation>, Partial<JobWithNotices>, boolean]>([
  ['Pending', {}, waiting, true],
  ['Abandoned', {}, { ...ended, commandName: 'FlowOut' }, false],
  ['Abandoned', { status: 'Abandoned' }, { commandName: 'FlowOut' }, false],
  [
    'Confirmed',
    { status: 'Answered', answer: { continue: true, excludedComponents: [] } },
    { commandName: 'FlowOut' },
    false,
  ],
  [
    'Aborted',
    { status: 'Answered', answer: { continue: false, excludedComponents: [] } },
    { commandName: 'FlowOut' },
    false,
  ],
])(
  '[J-106][J-250][J-251][J-252] "%s": %s of %s offers Abort and Continue: %s',
  async ([label, changes, job, isOffered]) => {
    await visitPage({ inquiry: { ...confirmation, ...changes }, job })
    await expect.element(main.getByText(label, { exact: true })).toBeVisible()
    for (const name of ['Abort', 'Continue']) expect(button(name).elements()).toHaveLength(isOffered ? 1 : 0)
  },
)

test('[J-324] an answer that is refused says so, and the page stays', async () => {
  const detail = 'Somebody has already answered this question.'
  const { path } = await visitPage({ inquiries: { answer: refusal('entityConflict', { detail }) } })
  await button('Continue').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem submitting your input')
  expect(path()).toBe(`${jobAddress}/inquiry/${id(80)}`)
})

test('[J-304] a prompt that was not pushed is asked for', async () => {
  const { server } = await visitPage({
    inquiry: { ...confirmation, prompt: null },
    inquiries: { get: confirmation },
  })
  await expect.element(choice('ApexClass Old')).toBeChecked()
  await expect
    .poll(() => server.requests('inquiries', 'get')[0]?.params)
    .toMatchObject({ jobId: id(70), inquiryId: id(80) })
})

test('an unknown inquiry is not found', async () => {
  const { path } = await renderAt(`${jobAddress}/inquiry/${id(81)}`, {
    pushed: { jobs: [sampleJob()] },
    answers: { inquiries: { get: refusal('entityNotFound') } },
  })
  await expect.poll(path).toBe('/404')
})

test('a member who may not answer cannot', async () => {
  await visitPage({ accessLevel: 'Reader', job: { ...waiting, createdByUserId: id(91) } })
  for (const name of ['Abort', 'Continue']) await expect.element(button(name)).toBeDisabled()
})

test('the page of the job leads to a deployment that is to be confirmed', async () => {
  const { path } = await visitJob()
  await main.getByRole('link', { name: 'Review deployment' }).click()
  await expect.poll(path).toBe(`${jobAddress}/inquiry/${id(80)}`)
})

test('[J-108] the page of the job lets people sign in with the device code, or abort', async () => {
  const { server } = await visitJob({ inquiry: signIn, inquiries: { answer: null } })
  await expect.element(main.getByText('admin@acme.example.qa')).toBeVisible()
  await expect.element(main.getByText('WDJB-MJHT')).toBeVisible()
  await expect.element(main.getByText(/Ends in 2 hours without an answer/)).toBeVisible()
  await expect
    .element(main.getByRole('link', { name: 'Connect' }))
    .toHaveAttribute('href', `${signIn.prompt.verificationUrl}?user_code=WDJB-MJHT`)
  await button('Abort').click()
  await expect
    .poll(() => server.requests('inquiries', 'answer')[0]?.body)
    .toEqual({ abort: true, wasSuccessful: false })
  server.push({
    type: 'pushInquiries',
    inquiries: [{ ...signIn, status: 'Answered', answer: { abort: true, wasSuccessful: false } }],
  })
  await expect.poll(() => main.getByText('WDJB-MJHT').elements()).toEqual([])
})

test.for([
  [{ abort: false, wasSuccessful: true }, 'Completed'],
  [{ abort: true, wasSuccessful: false }, 'Aborted'],
  [{ abort: false, wasSuccessful: false }, 'Failed'],
] as const)(
  '[J-109][J-293] a sign-in that was answered %o is "%s" by the member who answered',
  async ([answer, text]) => {
    const inquiry = {
      ...signIn,
      status: 'Answered',
      answer,
      answeredUtc: moment,
      answeredByUserId: id(90),
    } as const
    await visitJob({ inquiry, job: { ...ended, createdByUserId: id(91) } })
    const entry = main.getByRole('listitem').filter({ hasText: `Sign in to Salesforce: ${text}` })
    await expect.element(entry).toHaveTextContent(/Alice Moreau/)
  },
)

test('[J-215] the page of a job asks each kind of inquiry by its name, and in its own way', async () => {
  const { server } = await visitJob()
  const merge = { ...base, id: id(82), subject: 'MergeConflict', prompt: { conflictId: id(400) } } as const
  await expect.element(main.getByRole('heading', { name: 'Confirm deployment' })).toBeVisible()
  server.push({ type: 'pushInquiries', inquiries: [{ ...signIn, id: id(81) }, merge] })
  for (const name of ['Sign in to Salesforce', 'Merge conflict', 'Confirm deployment'])
    await expect.element(main.getByRole('heading', { name })).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Review deployment' })).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Resolve conflict' })).toBeVisible()
  await expect.element(main.getByText('WDJB-MJHT')).toBeVisible()
})
