import type { Inquiry, InquiryPrompt } from '@sluice/contract/inquiry'
import type { DiffComponent } from '@sluice/contract/job-commands/diff-result'
import type { JobWithNotices } from '@sluice/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob, sampleMember, sampleWorkspace } from '../../testing/samples.ts'

const moment = '2026-01-31T13:00:00.000Z'
const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: moment } as const
const waiting = { commandName: 'FlowOut', hasPendingInquiries: true } as const

const component = (componentName: string, changes: Partial<DiffComponent> = {}): DiffComponent => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  contentItems: [],
  addedContentItems: [],
  modifiedContentItems: [],
  deletedContentItems: [],
  canDeployAdd: true,
  canDeployModify: true,
  canDeployDelete: true,
  isCompositeComponent: false,
  alwaysSingleContentItem: true,
  ...changes,
})
const identity = (componentName: string) => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
})
const field = (name: string) => ({
  name,
  type: 'NestedComponent' as const,
  isComponent: true,
  componentIdentity: { componentType: 'CustomField', componentName: name },
})
const order = component('Order__c', {
  componentType: 'CustomObject',
  isCompositeComponent: true,
  alwaysSingleContentItem: false,
  contentItems: [field('Order__c.Total__c')],
  addedContentItems: [field('Order__c.Total__c')],
})

const prompt: InquiryPrompt<'FlowOutConfirmDeployment'> = {
  diffResult: {
    diffCounts: { anyChanges: true, added: 1, modified: 1, deleted: 2 },
    packageDiffResults: [
      {
        packageName: 'unpackaged',
        added: [component('Brand_New')],
        modified: [order],
        deleted: [component('Old'), component('Stays', { canDeployDelete: false })],
      },
    ],
  },
  isCheckOnly: false,
  excludedComponents: [identity('Failed_Before')],
  clobberedOrgChanges: [identity('Changed_In_Org')],
  clobberWarningText: 'Changes of the org would be overwritten.',
  newChangesCommitRange: { sinceCommitHash: 'a'.repeat(40), untilCommitHash: 'b'.repeat(40) },
}

const base = {
  id: id(80),
  workspaceId: id(1),
  jobId: id(70),
  createdUtc: '2026-01-31T12:30:00.000Z',
  status: 'Pending',
  answerRequiredBeforeUtc: new Date(Date.now() + 599_000).toISOString(),
  answeredUtc: null,
  answeredByUserId: null,
  answer: null,
} as const
type Confirmation = Extract<Inquiry, { subject: 'FlowOutConfirmDeployment' }>
const confirmation: Confirmation = { ...base, subject: 'FlowOutConfirmDeployment', prompt }
const signIn = {
  ...base,
  subject: 'DeviceCodeChallenge',
  prompt: {
    identityUsername: 'admin@acme.example.qa',
    verificationUrl: 'https://acme--qa.sandbox.my.salesforce.com/setup/connect',
    userCode: 'WDJB-MJHT',
  },
} satisfies Inquiry

interface Visit {
  inquiry?: Inquiry
  job?: Partial<JobWithNotices>
  inquiries?: Answers['inquiries']
  accessLevel?: 'Reader'
}

const jobAddress = `/workspaces/acme/stacks/core-crm/jobs/${id(70)}`
async function visit(
  address: string,
  { inquiry = confirmation, job = waiting, inquiries = {}, accessLevel }: Visit,
) {
  const member = sampleMember(accessLevel && { accessLevel })
  const owner = accessLevel ? { ownerUserId: id(91) } : {}
  return renderAt(address, {
    pushed: {
      workspace: sampleWorkspace({ members: [member], ...owner }),
      jobs: [sampleJob(job)],
      inquiries: [inquiry],
    },
    answers: { jobs: { subscribeToProgress: forever }, inquiries },
  })
}
const visitPage = (given: Visit = {}) => visit(`${jobAddress}/inquiry/${id(80)}`, given)
const visitJob = (given: Visit = {}) => visit(jobAddress, given)

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const rows = () =>
  [...document.querySelectorAll('[aria-label=Components] tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
const choice = (name: string) => main.getByRole('checkbox', { name: `Deploy ${name}`, exact: true })

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

test('[J-100][J-101][J-102][J-103] the page shows everything that the prompt says about the deployment', async () => {
  await visitPage()
  await expect
    .element(main.getByText('2 components deleted, 1 component modified, 1 component added'))
    .toBeVisible()
  await expect.element(main.getByText('No', { exact: true })).toBeVisible()
  await expect.element(main.getByText('Changes of the org would be overwritten.')).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'aaaaaaaaaa' })).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'bbbbbbbbbb' })).toBeVisible()
  const overwritten = main.getByRole('region', { name: 'Changes of the org that would be overwritten' })
  await expect.element(overwritten.getByText('Changed_In_Org')).toBeVisible()
  const leftOut = main.getByRole('region', { name: 'Left out by the job' })
  await expect.element(leftOut.getByText('Failed_Before')).toBeVisible()
  expect(rows().map(([, ...cells]) => cells)).toEqual([
    ['Old', 'Deleted', 'ApexClass', 'unpackaged'],
    ['StaysCannot be deployed', 'Deleted', 'ApexClass', 'unpackaged'],
    ['Order__c1 partAddedOrder__c.Total__c', 'Modified', 'CustomObject', 'unpackaged'],
    ['Brand_New', 'Added', 'ApexClass', 'unpackaged'],
  ])
})

test('the page says whether the deployment only validates', async () => {
  await visitPage({ inquiry: { ...confirmation, prompt: { ...prompt, isCheckOnly: true } } })
  await expect.element(main.getByText('Yes, nothing is changed')).toBeVisible()
})

test('[J-104][J-105][J-107][J-216] components can be left out, save those that are not deployed, and Continue returns to the job', async () => {
  const { server, path } = await visitPage({ inquiries: { answer: null } })
  await expect.element(choice('ApexClass Stays')).toHaveAttribute('aria-disabled', 'true')
  await choice('ApexClass Old').click()
  await choice('ApexClass Brand_New').click()
  await choice('ApexClass Brand_New').click()
  await expect.element(main.getByText('1 component left out.')).toBeVisible()
  await button('Continue').click()
  await expect.poll(path).toBe(jobAddress)
  expect(server.requests('inquiries', 'answer')).toMatchObject([
    {
      params: { jobId: id(70), inquiryId: id(80) },
      body: { continue: true, excludedComponents: [identity('Old')] },
    },
  ])
})

test('Abort answers that the job shall not go on', async () => {
  const { server, path } = await visitPage({ inquiries: { answer: null } })
  await button('Abort').click()
  await expect.poll(path).toBe(jobAddress)
  expect(server.requests('inquiries', 'answer')[0]?.body).toEqual({ continue: false })
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
  '[J-106][J-251][J-252] "%s": %s of %s offers Abort and Continue: %s',
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
  expect(server.requests('inquiries', 'get')[0]?.params).toMatchObject({ jobId: id(70), inquiryId: id(80) })
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
  await expect.element(main.getByText(/Ends in 9 minutes without an answer/)).toBeVisible()
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
