/// <reference types="@vitest/browser-playwright" />
import type { JobWithNotices } from '@sluice/contract/job'
import { notice, noticeBodies, type NoticeBody } from '@sluice/contract/notice'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { type Answers, forever } from '../../testing/answers.ts'
import { framesUntil } from '../../testing/frames-until.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob } from '../../testing/samples.ts'
import { stopTime } from '../../testing/stop-time.ts'

const moment = '2026-01-31T13:00:00.000Z'
const subscription = {
  serviceBusFullyQualifiedNamespace: 'localhost',
  topicSasToken: 'token',
  topicName: 'job',
  name: 'me',
}
const visit = (changes: Partial<JobWithNotices> = {}, jobs: Answers['jobs'] = {}) =>
  renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [sampleJob(changes)] },
    answers: { jobs: { subscribeToProgress: forever, ...jobs } },
  })
const main = page.getByRole('main')

const secondsOf = (text: string | null) => {
  const parts = /^Running for (\d\d):(\d\d):(\d\d)$/.exec(text ?? '')
  return parts === null ? Number.NaN : Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3])
}

test('[J-061][J-158] a running job shows its duration as hh:mm:ss, which ticks every second', async () => {
  stopTime('clock')
  const startedAt = Date.now() - 3_725_000
  await visit({ startedUtc: new Date(startedAt).toISOString() })
  const duration = main.getByText(/^Running for /).first()
  await expect.element(duration).toBeVisible()
  const shown = () => secondsOf(duration.element().textContent)
  const tick = async () => {
    const before = shown()
    vi.advanceTimersByTime(1000)
    await framesUntil(() => shown() !== before)
    return shown() - before
  }
  // The first tick may advance the duration by more than a second, because the page took time to open.
  await tick()
  expect(shown()).toBeGreaterThanOrEqual(3725)
  expect((Date.now() - startedAt) / 1000 - shown()).toBeLessThan(2)
  expect([await tick(), await tick(), await tick()]).toEqual([1, 1, 1])
})

const setReducedMotion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

test('a step at work shows its state in words, the time that is left and how long it has run', async () => {
  const { server } = await visit({}, { subscribeToProgress: subscription })
  await expect.element(main.getByText('Waiting for progress data')).toBeVisible()
  const startedUtc = new Date(Date.now() - 100_000).toISOString()
  server.pushProgress({
    timestampUtc: moment,
    rootProgressScopes: [
      {
        id: 'a',
        name: 'Deploy',
        status: 'Executing',
        state: 'InProgress',
        itemsCompleted: 50,
        itemsTotal: 75,
        unit: 'components',
        itemsFailed: null,
        startedUtc,
        endedUtc: null,
        childScopes: [],
      },
    ],
  })
  await expect.element(main.getByText(/about 5\d s left · In progress · 00:01:4\d$/)).toBeVisible()
})

test('[J-076][J-346] the percentage of a step is floored, and its bar is animated over 2 seconds', async () => {
  await setReducedMotion('no-preference')
  onTestFinished(async () => {
    await setReducedMotion('reduce')
  })
  const { server } = await visit({}, { subscribeToProgress: subscription })
  await expect.element(main.getByText('Waiting for progress data')).toBeVisible()
  const scope = {
    id: 'a',
    name: 'Retrieve',
    status: 'Executing' as const,
    state: null,
    itemsCompleted: 299,
    itemsTotal: 300,
    unit: 'components',
    itemsFailed: null,
    startedUtc: null,
    endedUtc: null,
    childScopes: [],
  }
  server.pushProgress({ timestampUtc: moment, rootProgressScopes: [scope] })
  const bar = main.getByRole('progressbar', { name: 'Retrieve' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '99')
  const { transitionProperty, transitionDuration } = getComputedStyle(
    bar.element().firstElementChild ?? document.body,
  )
  expect([transitionProperty, transitionDuration]).toEqual(['width', '2s'])
})

const specified: { [S in (typeof subjects)[number]]: [NoticeBody<S>, string] } = {
  DeploymentOperationCreated: [
    { operationId: '0Af1', instanceUrl: 'https://org.example/0Af1' },
    'Deployment 0Af1 created in Salesforce',
  ],
  TestRunCreated: [
    { jobId: '7071', instanceUrl: 'https://org.example/7071' },
    'Test run 7071 created in Salesforce',
  ],
  EnvironmentsLockedDelay: [
    { environmentNames: ['QA', 'UAT'], remainingTimeout: 42 },
    'Waiting for QA, UAT to become unlocked. The job is cancelled automatically after 42 minutes.',
  ],
  SandboxAvailabilityDelay: [
    { sandboxName: 'uat', remainingTimeout: 9 },
    'Waiting for the sandbox uat to become available. The job is cancelled automatically after 9 minutes.',
  ],
  MergeConflict: [
    { conflictId: id(99), autoResolvedAs: 'PreferLocal' },
    'A merge conflict was resolved automatically as PreferLocal',
  ],
  OrgAccessUsernameIncorrect: [
    { actualUsername: 'bob@acme.example', expectedUsername: 'alice@acme.example' },
    'Connected to Salesforce with wrong username bob@acme.example. Expected username is alice@acme.example.',
  ],
}
const subjects = [
  'DeploymentOperationCreated',
  'TestRunCreated',
  'EnvironmentsLockedDelay',
  'SandboxAvailabilityDelay',
  'MergeConflict',
  'OrgAccessUsernameIncorrect',
] as const

test('[J-062][J-067][J-068][J-070][J-071][J-072][J-219] each notice of the specification stands on the timeline with its moment', async () => {
  const own = Object.keys(noticeBodies).filter((subject) => subject in specified)
  expect(own).toEqual(subjects)
  await visit({
    notices: subjects.map((subject, index) =>
      notice.parse({
        id: id(80 + index),
        jobId: id(70),
        createdUtc: moment,
        subject,
        body: specified[subject][0],
      }),
    ),
  })
  for (const subject of subjects) {
    const item = main.getByRole('listitem').filter({ hasText: specified[subject][1] })
    await expect.element(item).toBeVisible()
    expect(item.element().querySelector('time')?.dateTime).toBe(moment)
  }
  await expect
    .element(main.getByRole('link', { name: 'Test run 7071 created in Salesforce' }))
    .toHaveAttribute('href', 'https://org.example/lightning/setup/ApexTestQueue/home')
})

const kinds = [
  ['Output', 'Output'],
  ['RetrievedMetadataArchive', 'Retrieved metadata archive'],
  ['DeploymentDeltaArchive', 'Deployment delta archive'],
  ['JUnitTestResults', 'JUnit test results'],
  ['Log', 'Log'],
] as const

test('[J-083][J-212][J-213] artifacts are listed with name, kind and size, of which 1 KiB is 1024 bytes', async () => {
  const { server } = await visit(
    {
      artifacts: kinds.map(([type], index) => ({
        id: id(90 + index),
        name: `file-${index}`,
        type,
        sizeBytes: [1023, 1024, 1536, 1_048_576, 0][index] ?? 0,
      })),
    },
    { downloadArtifact: { downloadUrl: '#downloaded' } },
  )
  await main.getByRole('button', { name: 'Artifacts (5)' }).click()
  const sizes = ['1023 B', '1 KiB', '1.5 KiB', '1 MiB', '0 B']
  for (const [index, [, kind]] of kinds.entries()) {
    const row = main.getByRole('listitem').filter({ hasText: `file-${index}` })
    await expect.element(row).toHaveTextContent(`file-${index}${kind}${sizes[index] ?? ''}`)
  }
  await main.getByRole('button', { name: 'Download file-4' }).click()
  await expect.poll(() => server.requests('jobs', 'downloadArtifact').length).toBe(1)
  await expect.poll(() => server.requests('jobs', 'downloadArtifact')[0]?.params.artifactId).toBe(id(94))
})
