import { artifact } from '@sluice/contract/artifact'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob } from '../../testing/samples.ts'
import { sampleTestRun } from '../../testing/test-run-samples.ts'
import { signIn } from '../../testing/visit-inquiry.ts'

const address = `/workspaces/acme/stacks/core-crm/jobs/${id(70)}`
const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const at = (minute: number) => `2026-01-31T12:0${minute}:00.000Z`
const output = artifact.parse({ id: id(95), name: 'output.json', type: 'Output', sizeBytes: 10 })

test('[J-209] the page of a job shows every field of it, its display status, notices, inquiries and test run', async () => {
  const job = {
    id: id(70),
    workspaceId: id(1),
    stackId: id(2),
    createdUtc: at(1),
    createdByUserId: id(90),
    createdByScheduleId: id(81),
    createdByScheduleOccurrenceUtc: at(0),
    status: 'Ended',
    startedUtc: at(2),
    workerType: 'Managed',
    workerInstanceIdentifier: 'worker-7',
    workerInstanceLocation: 'eu',
    cancellationIsRequested: true,
    cancellationRequestedUtc: at(3),
    cancellationRequestedByUserId: id(91),
    endedUtc: at(4),
    billableActiveWorkerMinutes: 11,
    billablePassiveWorkerMinutes: 12,
    outcome: 'TimedOut',
    commandName: 'RunApexTests',
    commandInput: { environmentId: id(30) },
    error: { message: 'Stopped.', details: 'Why.' },
    dependencies: [{ dependsOnJobId: id(71) }],
    affectedEnvironments: [{ environmentId: id(30), role: 'Target' as const }],
    artifacts: [{ ...output, type: 'Log' as const }],
    hasPendingInquiries: true,
    mainEnvironmentId: id(30),
  } as const
  const notice = {
    id: id(85),
    jobId: id(70),
    createdUtc: at(3),
    subject: 'TestRunCreated',
    body: { jobId: '7071', instanceUrl: 'https://org.example' },
  } as const
  const { dependencies, affectedEnvironments, artifacts, ...values } = job
  const pushed = sampleJob({
    ...values,
    dependencies: [...dependencies],
    affectedEnvironments: [...affectedEnvironments],
    artifacts: [...artifacts],
    notices: [notice],
  })
  await renderAt(address, {
    pushed: { jobs: [pushed], inquiries: [signIn], apexTestRuns: [sampleTestRun()] },
  })
  await expect.element(main.getByText('Timed out', { exact: true }).first()).toBeVisible()
  await expect.element(main.getByText('Worker minutes: 11 active, 12 waiting')).toBeVisible()
  await expect.element(main.getByRole('alert')).toHaveTextContent('Stopped.')
  await expect.element(main.getByText('Test run 7071 created in Salesforce')).toBeVisible()
  await expect.element(main.getByText('Sign in to Salesforce: Abandoned')).toBeVisible()
  await expect.element(main.getByRole('figure', { name: '2 passed, 0 skipped, 1 failed' })).toBeVisible()
  await button('Advanced').click()
  const raw = page.getByLabelText('Raw JSON of the job', { exact: true })
  await expect.element(raw).toBeVisible()
  const shown: unknown = JSON.parse(raw.element().textContent)
  expect(shown).toMatchObject({ ...job, notices: [notice] })
})

test('[J-300] the output of a job is read from the download address that its artifact is asked for', async () => {
  const { server } = await renderAt(address, {
    pushed: {
      jobs: [sampleJob({ status: 'Ended', outcome: 'Succeeded', endedUtc: at(4), artifacts: [output] })],
    },
    answers: {
      jobs: {
        downloadArtifact: { downloadUrl: '/api/artifacts/of-output' },
        readArtifact: { some: 'output' },
      },
    },
  })
  await expect.element(main.getByText('"some": "output"')).toBeVisible()
  await expect
    .poll(() => server.requests('jobs', 'downloadArtifact').at(-1)?.params)
    .toEqual({
      workspaceId: id(1),
      stackId: id(2),
      jobId: id(70),
      artifactId: id(95),
    })
  const read = server.requests('jobs', 'readArtifact').at(-1)?.params
  expect(Object.values(read ?? {})).toEqual(['of-output'])
})
