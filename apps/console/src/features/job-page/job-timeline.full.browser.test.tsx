import type { Notice } from '@sluice/contract/notice'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { id, sampleJob } from '../../testing/samples.ts'
import { signIn, visitJob } from '../../testing/visit-inquiry.ts'

const main = page.getByRole('main')
const at = (second: number) => `2026-01-31T12:00:${second}.000Z`
const timeline = () =>
  main
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('p')?.textContent)

test.for([
  ['Succeeded', 'Succeeded'],
  ['Failed', 'Failed'],
  ['Cancelled', 'Cancelled'],
  ['TimedOut', 'Timed out'],
] as const)(
  '[J-059] the timeline of a job that is %s ends with "%s" and its moment',
  async ([outcome, text]) => {
    await visitJob({
      job: { status: 'Ended', outcome, startedUtc: at(10), endedUtc: at(50) },
      inquiry: { ...signIn, jobId: id(99) },
    })
    await expect.poll(timeline).toEqual(['Created', 'Started', text])
    const last = main.getByRole('listitem').elements().at(-1)
    expect(last?.querySelector('time')?.dateTime).toBe(at(50))
  },
)

test('[J-060] notices and inquiries stand on the timeline with the events, all sorted by time', async () => {
  const locked: Notice = {
    id: id(85),
    jobId: id(70),
    createdUtc: at(20),
    subject: 'EnvironmentsLockedDelay',
    body: { environmentNames: ['QA'], remainingTimeout: 60 },
  }
  const deployed: Notice = {
    id: id(84),
    jobId: id(70),
    createdUtc: at(40),
    subject: 'DeploymentOperationCreated',
    body: { operationId: '0Af1', instanceUrl: 'https://org.example' },
  }
  const job = {
    startedUtc: at(10),
    // Neither in their order here nor by their ids.
    notices: [deployed, locked],
    cancellationIsRequested: true,
    cancellationRequestedUtc: at(45),
    cancellationRequestedByUserId: id(90),
    status: 'Ended',
    outcome: 'Cancelled',
    endedUtc: at(50),
  } as const
  const inquiry = { ...signIn, createdUtc: at(30), status: 'Abandoned' } as const
  const { server } = await visitJob({ inquiry, job: { ...job, notices: [...job.notices] } })
  const waited = 'Waiting for QA to become unlocked. The job is cancelled automatically after 60 minutes.'
  const asked = 'Sign in to Salesforce: Abandoned'
  const created = 'Deployment 0Af1 created in Salesforce'
  await expect
    .poll(timeline)
    .toEqual(['Created', 'Started', waited, asked, created, 'Cancellation requested', 'Cancelled'])
  const early = { ...deployed, createdUtc: at(15) }
  server.push({ type: 'pushJobs', jobs: [sampleJob({ ...job, notices: [locked, early] })] })
  await expect
    .poll(timeline)
    .toEqual(['Created', 'Started', created, waited, asked, 'Cancellation requested', 'Cancelled'])
})
