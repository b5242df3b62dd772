import { jobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { Actor } from '@sluice/contract/permissions'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { environment } from '../platform/database/schema/environments.ts'
import { type StackRow, findStack } from '../stacks/stack-store.ts'
import { newId } from '../platform/ids.ts'
import { insertUser } from '../users/user-store.ts'
import { testContext } from '../testing/test-context.ts'
import { type TestStack, findJob, insertStack } from '../testing/test-jobs.ts'
import { provisionJobs } from './job-provisioning.ts'

const scene = testContext()
let owner: Actor
let made: TestStack
let stack: StackRow

beforeEach(async () => {
  made = await insertStack(scene.ctx, 2)
  const user = {
    id: newId(),
    emailAddress: `p-${newId()}@example.com`,
    firstName: 'Ada',
    lastName: 'Example',
  }
  owner = { userId: user.id, accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: true }
  await scene.ctx.database.asSystem((tx) => insertUser(tx, user, 'no password'))
  const { workspaceId, stackId } = made
  const found = await scene.ctx.database.inWorkspace(workspaceId, null, (tx) =>
    findStack(tx, workspaceId, stackId),
  )
  if (found === null) throw new Error('The stack was not inserted.')
  stack = { ...found, isInitialized: true }
})

const provision = (submission: object, actor: Partial<Actor> = {}) =>
  provisionJobs(scene.ctx, {
    stack,
    actor: { ...owner, ...actor },
    submission: jobSubmission.parse(submission),
  })

const creation = (jobTemplate: object = {}) => ({
  jobCommandName: 'CreateEnvironment',
  jobTemplate: {
    environmentName: 'QA',
    gitBranchName: 'env/qa',
    sfdcSandboxName: 'qa',
    sfdcSandboxActivationUserGroupName: 'Builders',
    ...jobTemplate,
  },
})
const problemsOf = async (jobTemplate?: object) =>
  (await provision(creation(jobTemplate)))[0]?.validationErrors.map(({ description }) => description)
const updateSecond = (changes: Partial<typeof environment.$inferInsert>) =>
  scene.ctx.database.asSystem((tx) =>
    tx
      .update(environment)
      .set(changes)
      .where(eq(environment.id, made.environmentIds[1] ?? '')),
  )
const second = { name: 'Training', gitBranchName: 'env/Training', sfdcSandboxName: 'Training' }

describe('the creation of an environment', () => {
  test('[S-153] [S-244] [J-232] gets the settings of the template, with defaults', async () => {
    const [result] = await provision(creation({ tags: { stage: 'qa' }, sfdcApiVersionMode: 'Latest' }))
    expect(result?.wasProvisioned).toBe(true)
    expect((await findJob(scene.ctx, result?.jobDetails?.id ?? '')).commandInput).toEqual({
      environmentName: 'QA',
      gitBranchName: 'env/qa',
      sfdcSandboxName: 'qa',
      tags: { stage: 'qa' },
      sfdcSandboxDescription: null,
      sourceEnvironmentName: null,
      sfdcSandboxLicenseType: 'Developer',
      sfdcSandboxActivationUserGroupName: 'Builders',
      sfdcSandboxTemplateName: null,
      sfdcSandboxMaxHistoryDays: null,
      sfdcSandboxCopyChatter: null,
      sfdcSandboxApexClassName: null,
      sfdcSandboxFeatures: [],
      allowUseExistingBranch: false,
      allowUseExistingSandbox: false,
      sfdcApiVersionMode: 'Latest',
    })
  })

  test.each([
    ['[S-195]', { environmentName: 'TRAINING' }, 'There is already another environment with this name'],
    ['[S-197]', { gitBranchName: 'env/Training' }, 'This Git branch is already used by another environment'],
    ['[S-201]', { sfdcSandboxName: 'training' }, 'This sandbox is already used by another environment'],
    ['', { sourceEnvironmentName: 'Nowhere' }, 'There is no initialized environment Nowhere'],
  ])('%s is refused with %j beside other environments', async (_id, template, description) => {
    await updateSecond(second)
    expect(await problemsOf(template)).toEqual([description])
  })

  test('takes over what a failed creation has left, unless a job works on it', async () => {
    await updateSecond({ ...second, isInitialized: false })
    const same = { environmentName: 'training', sfdcSandboxName: 'training' }
    expect(await problemsOf(same)).toEqual([])
    await provision({
      jobCommandName: 'DeleteEnvironment',
      jobTemplate: { environmentFilter: { include: { ids: [made.environmentIds[1]] } } },
    })
    expect(await problemsOf(same)).toEqual([
      'There is already another environment with this name',
      'This sandbox is already used by another environment',
    ])
  })

  test('needs an initialized stack', async () => {
    stack = { ...stack, isInitialized: false }
    expect(await problemsOf()).toEqual(['The stack is not initialized. Initialize the stack and try again.'])
  })

  test('is for those who may create environments', async () => {
    const reader = { accessLevel: 'Reader', isOwner: false, isGlobalAdministrator: false } as const
    expect((await provision(creation(), reader))[0]).toMatchObject({
      wasProvisioned: false,
      missingAuthorizationDetails: [{ operation: 'createEnvironment', resource: 'Environment' }],
    })
    expect((await provision(creation(), { ...reader, accessLevel: 'Operator' }))[0]?.wasProvisioned).toBe(
      true,
    )
  })
})
