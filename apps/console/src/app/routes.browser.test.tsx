import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../testing/render-at.tsx'

const workspace = '/workspaces/$workspaceSlug'
const stack = `${workspace}/stacks/$stackSlug`
const environment = `${stack}/environments/$environmentSlug`
const job = `${stack}/jobs/$jobId`

/** The routes by the names that the product's specification gives them. */
const named = {
  invitation: '/invitation/$workspaceId/$invitationId',
  signIn: '/signin',
  register: '/register',
  forgotPassword: '/password/forgot',
  resetPassword: '/password/reset/$userId/$token/$username',
  onboarding: '/onboarding',
  home: '/',
  createWorkspace: '/create-workspace',
  workspace,
  workspaceSettings: `${workspace}/settings`,
  members: `${workspace}/members`,
  invitations: `${workspace}/invitations`,
  billing: `${workspace}/billing`,
  createStack: `${workspace}/create-stack`,
  stacks: `${workspace}/stacks`,
  stack,
  stackSettings: `${stack}/settings`,
  createEnvironment: `${stack}/create-environment`,
  environments: `${stack}/environments`,
  environment,
  environmentFlow: `${environment}/flow`,
  environmentSettings: `${environment}/settings`,
  environmentSalesforce: `${environment}/salesforce`,
  environmentSnapshots: `${environment}/snapshots`,
  environmentUndeployed: `${environment}/undeployed`,
  environmentAdvanced: `${environment}/advanced`,
  stream: `${stack}/stream`,
  tests: `${stack}/test-runs`,
  test: `${stack}/test-runs/$apexTestRunId`,
  jobs: `${stack}/jobs`,
  job,
  inquiry: `${job}/inquiry/$inquiryId`,
  conflict: `${job}/conflict/$conflictId`,
  createSchedule: `${stack}/create-schedule`,
  schedules: `${stack}/schedules`,
  schedule: `${stack}/schedules/$scheduleId`,
  profile: '/profile',
  notFound: '/404',
  samples: '/samples',
}

/** Parameters of the pages of a repository, which are beyond the specification. */
const ownParameters = new Set(['$revision', '$hash', '$from', '$to'])

async function paths(): Promise<string[]> {
  const { router } = await renderAt('/signin', { user: null })
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  return Object.keys(router.routesByPath)
}

test('[W-041] each named route has its address', async () => {
  const known = new Set(await paths())
  expect(Object.entries(named).filter(([, path]) => !known.has(path) && !known.has(`${path}/`))).toEqual([])
})

test('[W-042] the routes have the 13 parameters', async () => {
  const found = (await paths()).flatMap((path) => path.split('/').filter((part) => /^\$./.test(part)))
  const parameters = [...new Set(found)].filter((name) => !ownParameters.has(name))
  expect(parameters.map((name) => name.slice(1)).toSorted()).toEqual(
    [
      'workspaceSlug',
      'stackSlug',
      'environmentSlug',
      'scheduleId',
      'jobId',
      'apexTestRunId',
      'workspaceId',
      'invitationId',
      'inquiryId',
      'conflictId',
      'userId',
      'token',
      'username',
    ].toSorted(),
  )
})

const filled = (path: string) => path.replace(/\$(\w+)/g, (_, name: string) => name.toLowerCase())
const of = (...names: (keyof typeof named)[]) => names.map((name) => filled(named[name]))

test.for(of('workspaceSettings', 'members', 'invitations', 'billing', 'createStack', 'stacks', 'stack'))(
  '[W-037] %s needs sign-in',
  async (address) => {
    const { router } = await renderAt(address, { user: null })
    await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
    expect(router.state.location.search).toEqual({ returnTo: address })
  },
)

test.for(
  of(
    'stackSettings',
    'createEnvironment',
    'environments',
    'environment',
    'stream',
    'tests',
    'test',
    'jobs',
    'job',
    'inquiry',
    'conflict',
    'createSchedule',
    'schedules',
    'schedule',
  ),
)('[W-038] %s needs sign-in', async (address) => {
  const { router } = await renderAt(address, { user: null })
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  expect(router.state.location.search).toEqual({ returnTo: address })
})
