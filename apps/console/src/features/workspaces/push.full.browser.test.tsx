import { hubCloseCodes, type PushMessage } from '@sluice/contract/push'
import type { UndeployedComponent } from '@sluice/contract/undeployed-component'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleInvitation,
  sampleJob,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from '../../testing/samples.ts'
import { sampleTestRun } from '../../testing/test-run-samples.ts'
import { confirmation, main, visitJob } from '../../testing/visit-inquiry.ts'
import { sampleConflict, visitConflict } from '../../testing/visit-conflict.ts'

const workspace = '/workspaces/acme'
const stack = `${workspace}/stacks/core-crm`
const environment = `${stack}/environments/production`
const cell = (text: string) => page.getByRole('table').getByRole('cell').getByText(text, { exact: true })
const row = (name: RegExp | string) => page.getByRole('row', { name })

test('[W-335] the page opens the channel of its workspace and names its bearer token in the first message', async () => {
  const { server } = await renderAt(`${workspace}/stacks`)
  await expect
    .poll(() => server.hub.lines.at(-1)?.received)
    .toEqual([{ type: 'authenticate', accessToken: 'access' }])
  expect(new Set(server.hub.addresses)).toEqual(new Set([`/api/workspaces/hub?workspaceId=${id(1)}`]))
})

test('[W-337] pushed members and invitations show at once', async () => {
  const { server, router } = await renderAt(`${workspace}/members`)
  const carol = sampleMember({ id: id(51), userId: id(91), userFirstName: 'Carol', userLastName: 'Adams' })
  const invited = sampleInvitation({ sendToEmailAddress: 'dan@acme.example' })
  await expect.element(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  server.push({
    type: 'pushWorkspace',
    workspace: sampleWorkspace({ members: [sampleMember(), carol], invitations: [invited] }),
  })
  await expect.element(row(/Carol Adams/)).toBeVisible()
  await router.navigate({ to: '/workspaces/$workspaceSlug/invitations', params: { workspaceSlug: 'acme' } })
  await expect.element(row(/dan@acme[.]example/)).toBeVisible()
})

test('[W-338][W-349] pushed environments show at once, and those that their stack lacks go', async () => {
  const { server } = await renderAt(`${stack}/environments`, { answers: environmentAnswers })
  await expect.element(row(/Production/).first()).toBeVisible()
  const other = sampleEnvironment({ id: id(31), slug: 'other', name: 'Another one' })
  server.push({ type: 'pushStacks', stacks: [sampleStack({ environments: [other] })] })
  await expect.element(page.getByRole('link', { name: 'Another one' }).first()).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Production', exact: true })).not.toBeInTheDocument()
})

const snapshot = {
  id: id(95),
  environmentId: id(30),
  createdUtc: '2026-01-31T12:00:00.000Z',
  createdByUserId: id(90),
  number: 4,
  title: 'Flow of the morning',
  gitBranchName: 'main',
  environmentLatestKnownParityCommitHash: null,
  environmentHeadCommitHash: 'b82e03c27d4b7a4f0e9a517f2f6d1c0b33a91f03',
}

test('[W-339] a pushed snapshot shows at once, and goes when it is deleted', async () => {
  const { server } = await renderAt(`${environment}/snapshots`, { answers: environmentAnswers })
  await expect.element(main.getByText('No snapshots exist of this environment')).toBeVisible()
  server.push({ type: 'pushEnvironmentSnapshots', environmentSnapshots: [snapshot] })
  await expect.element(main.getByText('Flow of the morning')).toBeVisible()
  server.push(deletion('EnvironmentSnapshot', snapshot.id))
  await expect.element(main.getByText('No snapshots exist of this environment')).toBeVisible()
})

test('[W-340] pushed components that a deployment left out show at once', async () => {
  const component: UndeployedComponent = {
    id: id(80),
    workspaceId: id(1),
    environmentId: id(30),
    revisionId: id(96),
    createdUtc: '2026-01-31T12:00:00.000Z',
    changeType: 'Modified',
    packageName: 'unpackaged',
    componentType: 'ApexClass',
    componentName: 'Alpha',
    componentId: null,
    reason: 'DeploymentProblems',
    failingSinceUtc: '2026-01-31T12:00:00.000Z',
    failingSinceCommitHash: null,
    leftOutByUserId: null,
    leftOutUtc: null,
    problems: [],
  }
  let components = [component]
  const listUndeployedComponents = () => ({ revisionId: id(96), components, nextAfter: null })
  const { server } = await renderAt(`${environment}/undeployed`, {
    answers: {
      ...environmentAnswers,
      environments: { ...environmentAnswers.environments, listUndeployedComponents },
    },
  })
  await expect.element(page.getByText('Every component of the branch is deployed')).toBeVisible()
  const push = (revisionId: string) => {
    const counts = { totalCount: components.length, withErrorsCount: 0 }
    const sets = [{ environmentId: id(30), revisionId, ...counts }]
    server.push({ type: 'pushComponentDeploymentFailures', sets })
  }
  push(id(96))
  await expect.element(row(/Alpha/)).toBeVisible()
  components = [{ ...component, id: id(81), componentName: 'Beta' }]
  push(id(97))
  await expect.element(row(/Beta/)).toBeVisible()
  expect(row(/Alpha/).elements()).toEqual([])
})

test('[W-341] a pushed test run shows at once', async () => {
  const { server } = await renderAt(`${stack}/test-runs`, { pushed: { jobs: [sampleJob()] } })
  await expect.element(page.getByRole('heading', { name: 'Test runs' })).toBeVisible()
  const before = page.getByRole('row').elements().length
  server.push({ type: 'pushApexTestRuns', apexTestRuns: [sampleTestRun()] })
  await expect.poll(() => page.getByRole('row').elements().length).toBeGreaterThan(before)
})

test('[W-343] a pushed job shows at once, and changes with its next push', async () => {
  const { server } = await renderAt(`${stack}/jobs`)
  await expect.element(page.getByRole('heading', { name: 'Jobs' })).toBeVisible()
  server.push({ type: 'pushJobs', jobs: [sampleJob()] })
  await expect.element(cell('Running')).toBeVisible()
  server.push({
    type: 'pushJobs',
    jobs: [sampleJob({ status: 'Ended', outcome: 'Succeeded', endedUtc: moment })],
  })
  await expect.element(cell('Succeeded')).toBeVisible()
  server.push(deletion('Job', id(70)))
  await expect.element(cell('Succeeded')).not.toBeInTheDocument()
})
const moment = '2026-01-31T13:00:00.000Z'

test('[W-344] a pushed inquiry shows on the page of its job at once', async () => {
  const { server } = await visitJob({ inquiry: { ...confirmation, status: 'Abandoned' } })
  const question = main.getByRole('link', { name: 'Review deployment' })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  server.push({ type: 'pushInquiries', inquiries: [confirmation] })
  await expect.element(question).toBeVisible()
})

test('[W-345] a pushed conflict shows its files at once', async () => {
  const { server } = await visitConflict()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { files } = sampleConflict()
  const renamed = files.map((file) => ({ ...file, filePath: `src/moved/${file.filePath.split('/').at(-1)}` }))
  server.push({ type: 'pushConflicts', conflicts: [sampleConflict({ files: renamed })] })
  await expect.element(page.getByText(/src\/moved/).first()).toBeInTheDocument()
})

test('[W-346] a deleted stack goes at once', async () => {
  const { server } = await renderAt(`${workspace}/stacks`)
  const link = page.getByRole('table').getByRole('link', { name: 'Core CRM' })
  await expect.element(link).toBeVisible()
  server.push(deletion('Stack', id(2)))
  await expect.element(link).not.toBeInTheDocument()
})

test('[W-220][W-247] a channel that fails leaves no data, and a new one brings it again', async () => {
  const { server } = await renderAt(`${workspace}/stacks`)
  const link = page.getByRole('link', { name: 'Core CRM' }).first()
  await expect.element(link).toBeVisible()
  server.hub.close(hubCloseCodes.notAuthorized)
  await expect.element(page.getByText('The connection to the server failed')).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
  server.hub.mode = 'silent'
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Loading the workspace')).toBeVisible()
  server.hub.mode = 'answering'
  server.hub.close(1006)
  await expect.element(link).toBeVisible()
})

const deletion = (
  entityTypeName: 'Workspace' | 'Stack' | 'EnvironmentSnapshot' | 'Job',
  entityId: string,
): PushMessage => ({ type: 'deleteEntities', entities: [{ entityTypeName, entityId }] })
