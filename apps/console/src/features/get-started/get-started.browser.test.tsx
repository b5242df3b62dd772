import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleInvitation,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from '../../testing/samples.ts'

const environment = sampleEnvironment({ isProduction: true })
const stackOf = (changes: Parameters<typeof sampleStack>[0] = {}) =>
  sampleStack({ environments: [environment], ...changes })
const snapshot = (number: number, title: string, commit: string): EnvironmentSnapshot => ({
  id: id(200 + number),
  environmentId: environment.id,
  createdUtc: '2026-01-31T12:00:00.000Z',
  createdByUserId: id(90),
  number,
  title,
  gitBranchName: 'main',
  environmentLatestKnownParityCommitHash: commit,
  environmentHeadCommitHash: commit,
})
const initialized = snapshot(1, 'Initialize stack #00000001', 'aaa')

type Pushed = NonNullable<NonNullable<Parameters<typeof renderAt>[1]>['pushed']>
const visit = (pushed: Pushed = {}) =>
  renderAt('/workspaces/acme/stacks/core-crm/environments', {
    answers: environmentAnswers,
    pushed: {
      workspace: sampleWorkspace({ members: [sampleMember()] }),
      stacks: [stackOf()],
      environmentSnapshots: [initialized],
      ...pushed,
    },
  })
const list = page.getByRole('list', { name: 'Get started' })
/** The titles of the steps that are done, and of the others. */
const steps = () => {
  const titles = [...(list.elements()[0]?.querySelectorAll('p.font-medium') ?? [])].map(
    (title) => title.textContent ?? '',
  )
  const done = titles.filter((title) => title.endsWith(' (done)'))
  return {
    done: done.map((title) => title.replace(' (done)', '')),
    open: titles.filter((title) => !title.endsWith(' (done)')),
  }
}
const open = [
  'Clone the repository',
  'Change something in Setup',
  'Flow it in',
  'Flow a change out',
  'Invite somebody',
]

test('a new stack has five steps, and none of them is done', async () => {
  await visit()
  await expect.poll(steps).toEqual({ done: [], open })
})

const done: [title: string, pushed: Pushed][] = [
  ['Clone the repository', { stacks: [stackOf({ repositoryFirstReadUtc: '2026-01-31T12:00:00.000Z' })] }],
  ['Flow a change out', { environmentSnapshots: [initialized, snapshot(2, 'Flow out #00000002', 'bbb')] }],
  [
    'Invite somebody',
    { workspace: sampleWorkspace({ members: [sampleMember()], invitations: [sampleInvitation()] }) },
  ],
]

test.for(done)('%s is done once it has happened', async ([title, pushed]) => {
  await visit(pushed)
  await expect.poll(steps).toEqual({ done: [title], open: open.filter((each) => each !== title) })
})

test('a flow in that brought a commit ends two steps, and one that brought none ends nothing', async () => {
  const { server } = await visit({
    environmentSnapshots: [initialized, snapshot(2, 'Flow in #00000002', 'aaa')],
  })
  await expect.poll(steps).toEqual({ done: [], open })
  server.push({
    type: 'pushEnvironmentSnapshots',
    environmentSnapshots: [snapshot(3, 'Flow in #00000003', 'ccc')],
  })
  await expect.poll(() => steps().done).toEqual(['Change something in Setup', 'Flow it in'])
})

test('once all steps are done the card is gone', async () => {
  const { server } = await visit({
    stacks: [stackOf({ repositoryFirstReadUtc: '2026-01-31T12:00:00.000Z' })],
    environmentSnapshots: [
      initialized,
      snapshot(2, 'Flow in #00000002', 'bbb'),
      snapshot(3, 'Flow out #00000003', 'ccc'),
    ],
  })
  await expect.poll(() => steps().open).toEqual(['Invite somebody'])
  const second = sampleMember({ id: id(51), userId: id(91), userEmailAddress: 'bob@acme.example' })
  server.push({
    type: 'pushWorkspace',
    workspace: sampleWorkspace({ members: [sampleMember(), second] }),
  })
  await expect.element(list).not.toBeInTheDocument()
})

test('a repository that another host keeps is not asked to be cloned, because nothing tells', async () => {
  await visit({ stacks: [stackOf({ gitRepositoryIsManaged: false })] })
  await expect.poll(() => steps().open).toEqual(open.slice(1))
})

test('the card can be put away, and stays away', async () => {
  const { router } = await visit()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect.element(list).not.toBeInTheDocument()
  const params = { workspaceSlug: 'acme', stackSlug: 'core-crm' }
  await router.navigate({ to: '/workspaces/$workspaceSlug/stacks/$stackSlug/jobs', params })
  await router.navigate({ to: '/workspaces/$workspaceSlug/stacks/$stackSlug/environments', params })
  await expect.element(page.getByRole('heading', { name: 'Environments' })).toBeVisible()
  expect(list.elements()).toEqual([])
})

test('a stack that is not initialized shows no steps', async () => {
  await visit({ stacks: [sampleStack({ isInitialized: false, environments: [] })], environmentSnapshots: [] })
  await expect.element(page.getByRole('heading', { name: 'Environments' })).toBeVisible()
  expect(list.elements()).toEqual([])
})
