import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import type { FlowOutValidation } from '@sluice/contract/job-commands/quick-deploy'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../../testing/answers.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import {
  id,
  sampleBranch,
  sampleEnvironment,
  sampleFlowOutResult,
  sampleJob,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from '../../../testing/samples.ts'
import { expectShown } from '../../../testing/expect-shown.ts'

const day = 24 * 60 * 60 * 1000
const outbound = 'a91f03c27d4b7a4f0e9a517f2f6d1c0b33a91f03'
const branch = sampleBranch()

const validation = (changes: Partial<FlowOutValidation> = {}): FlowOutValidation => ({
  deploymentId: '0Af000000000001',
  completedUtc: new Date(Date.now() - day / 2).toISOString(),
  headCommitHash: branch.directTargetIdentifier,
  outboundCommitHash: outbound,
  isByHistory: true,
  deltaHash: 'd',
  orgHash: 'o',
  excludedKeys: [],
  problems: [],
  ...changes,
})

const component = {
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  changeType: 'Modified' as const,
  componentId: null,
  problems: [],
  filePaths: [],
}
const attempt: FlowOutResult['attempts'][number] = {
  number: 1,
  deploymentId: '0Af000000000001',
  isValidation: true,
  isSuccessful: true,
  errorMessage: null,
  errorStatusCode: null,
  fileFailures: [],
  diffResult: null,
  apexTestRun: { hasFailedTests: false },
  apiVersion: '65.0',
  components: [],
}
const checked: FlowOutResult = {
  ...sampleFlowOutResult,
  isCheckOnly: true,
  attempts: [attempt],
  successes: [
    { ...component, componentName: 'SurveyService' },
    { ...component, componentName: 'SurveyTest' },
  ],
  validation: validation(),
}
const checkJob = (result: unknown) => {
  const artifact = {
    id: id(80),
    jobId: id(70),
    name: 'output.json',
    type: 'Output' as const,
    contentType: 'application/json',
    sizeBytes: JSON.stringify(result).length,
  }
  return sampleJob({
    commandName: 'FlowOut',
    commandInput: { checkOnly: true },
    status: 'Ended',
    outcome: 'Succeeded',
    artifacts: [artifact],
  })
}
const newJob = sampleJob({
  id: id(71),
  commandName: 'FlowOut',
  status: 'Queued',
  commandInput: { validatedJobId: id(70) },
})
const provisioned = {
  wasProvisioned: true,
  jobDetails: newJob,
  validationErrors: [],
  missingAuthorizationDetails: [],
}

interface Scene {
  readonly result?: Partial<FlowOutResult>
  readonly jobs?: readonly JobWithNotices[]
  readonly environment?: Parameters<typeof sampleEnvironment>[0]
  /** Whether the visitor is a Reader of the workspace, who may not change an org. */
  readonly isReader?: boolean
  readonly answers?: Answers['jobs']
}

/** Opens the page of a check-only flow out that succeeded with this result. */
async function show({ result, jobs = [], environment, isReader = false, answers }: Scene = {}) {
  const output = { ...checked, ...result }
  const opened = await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: {
      jobs: [checkJob(output), ...jobs],
      stacks: [
        sampleStack({
          environments: [
            sampleEnvironment({ latestKnownParityCommitHashOutbound: outbound, ...environment }),
          ],
        }),
      ],
      ...(isReader && {
        workspace: sampleWorkspace({
          ownerUserId: id(91),
          members: [sampleMember({ accessLevel: 'Reader' })],
        }),
      }),
    },
    answers: {
      stacks: { listBranches: [branch] },
      jobs: {
        downloadArtifact: { downloadUrl: '/api/artifacts/token' },
        readArtifact: output,
        subscribeToProgress: forever,
        ...answers,
      },
    },
  })
  await expect.element(page.getByText('Outcome')).toBeVisible()
  return opened
}

const button = () => page.getByRole('main').getByRole('button', { name: 'Deploy now' })

test('a check that ran tests can be deployed, after a question that says what goes where', async () => {
  const { path, server } = await show({ answers: { quickDeploy: provisioned } })
  await expect.element(page.getByText(/without running the tests again: 9 days left\./)).toBeVisible()
  await button().click()
  const dialog = page.getByRole('alertdialog', { name: 'Deploy now' })
  await expect
    .element(dialog)
    .toHaveTextContent('This deploys 2 components to Production, as they were validated.')
  expect(server.requests('jobs', 'quickDeploy')).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Deploy now' }).click()
  await expect.poll(path).toBe(`/workspaces/acme/stacks/core-crm/jobs/${id(71)}`)
  const [sent] = server.requests('jobs', 'quickDeploy')
  expect(sent?.params).toMatchObject({ jobId: id(70) })
})

test('what the check left out stays out, and the question says so', async () => {
  const failure = {
    ...component,
    componentName: 'Broken',
    isNew: true,
    failingSinceCommit: null,
    reason: 'DeploymentProblems' as const,
  }
  await show({ result: { failures: [failure] } })
  await button().click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('Left out as in the check: 1 component that failed.')
})

test('a refusal shows its reason in the question', async () => {
  const reason = 'Another job deploys this validation or has deployed it.'
  const refused = {
    wasProvisioned: false,
    jobDetails: null,
    validationErrors: [{ code: 'ValidationNotDeployable', property: 'jobId', description: reason }],
    missingAuthorizationDetails: [],
  }
  await show({ answers: { quickDeploy: refused } })
  await button().click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Deploy now' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(reason)
})

test('[J-332] a call that fails is shown in the question', async () => {
  await show({ answers: { quickDeploy: refusal('internalServerError') } })
  await button().click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Deploy now' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('There was a problem starting the new job')
})

const deploymentOf = (changes: Partial<JobWithNotices>) => [{ ...newJob, ...changes }]

test.for<{ reason: string } & Scene>([
  {
    reason: 'Salesforce deploys a validation for 10 days, and these are over.',
    result: { validation: validation({ completedUtc: new Date(Date.now() - 11 * day).toISOString() }) },
  },
  {
    reason: 'The branch has moved since the check.',
    result: { validation: validation({ headCommitHash: 'before' }) },
  },
  {
    reason: 'Another flow has recorded a new state of the environment since the check.',
    environment: { latestKnownParityCommitHashOutbound: 'later' },
  },
  { reason: 'A job deploys it.', jobs: deploymentOf({ status: 'Running' }) },
  { reason: 'It was deployed.', jobs: deploymentOf({ status: 'Ended', outcome: 'Succeeded' }) },
  {
    reason: 'You do not have permission to perform this operation.',
    isReader: true,
  },
  {
    reason:
      'Salesforce deploys a check without repeating it only if Apex tests ran in it, and none did. A check with another test level can be deployed.',
    result: { validation: null, attempts: [{ ...attempt, apexTestRun: null }] },
  },
])('the button is closed and the page says why: $reason', async ({ reason, ...scene }) => {
  await show(scene)
  await expectShown(reason, page.getByRole('main'))
  await expect.element(button()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button()).toHaveAccessibleDescription(reason)
})

test('a deployment that failed leaves the offer', async () => {
  await show({ jobs: deploymentOf({ status: 'Ended', outcome: 'Failed' }) })
  await expect.element(button()).not.toHaveAttribute('aria-disabled')
})

test.for<Partial<FlowOutResult>>([
  { isCheckOnly: false, validation: null },
  { isSuccessful: false, validation: null },
  { attempts: [], validation: null },
])('nothing is offered where nothing was validated: %o', async (result) => {
  await show({ result })
  await expect.element(button()).not.toBeInTheDocument()
})

test('the page of the deployment leads to the check', async () => {
  const { path } = await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(71)}`, {
    pushed: { jobs: [{ ...newJob, status: 'Ended', outcome: 'Succeeded' }, checkJob(checked)] },
    answers: {
      stacks: { listBranches: [branch] },
      jobs: { downloadArtifact: { downloadUrl: '/api/artifacts/token' }, readArtifact: checked },
    },
  })
  await page.getByRole('link', { name: 'a check-only flow out' }).click()
  await expect.poll(path).toBe(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`)
})
