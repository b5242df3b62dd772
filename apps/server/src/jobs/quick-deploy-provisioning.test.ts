import type { Actor } from '@sluice/contract/permissions'
import { flowOutInput } from '@sluice/contract/job-commands/flow-out'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { environment } from '../platform/database/schema/environments.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { type StackRow, findStack } from '../stacks/stack-store.ts'
import { testContext } from '../testing/test-context.ts'
import { type JobRow, type TestStack, findJob, insertStack } from '../testing/test-jobs.ts'
import { insertUser } from '../users/user-store.ts'
import { provisionQuickDeploy } from './quick-deploy-provisioning.ts'

const scene = testContext()
let owner: Actor
let made: TestStack
let stack: StackRow

beforeEach(async () => {
  made = await insertStack(scene.ctx)
  stack = await stackOf(made)
  const id = newId()
  owner = { userId: id, accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: false }
  const user = { id, emailAddress: `q-${id}@example.com`, firstName: 'Ada', lastName: 'Example' }
  await scene.ctx.database.asSystem((tx) => insertUser(tx, user, 'no password'))
})

async function stackOf({ workspaceId, stackId }: TestStack): Promise<StackRow> {
  const found = await scene.ctx.database.inWorkspace(workspaceId, null, (tx) =>
    findStack(tx, workspaceId, stackId),
  )
  if (found === null) throw new Error('The stack was not inserted.')
  return found
}

/** An ended check-only flow out that succeeded, but for the changes. */
async function check(changes: Partial<JobRow> = {}): Promise<string> {
  const id = newId()
  const { workspaceId, stackId, environmentIds } = made
  const [environmentId] = environmentIds
  const settings = { checkOnly: true, testLevel: 'RunLocalTests', allOrNothing: true }
  await scene.ctx.database.asSystem((tx) =>
    tx.insert(job).values({
      id,
      workspaceId,
      stackId,
      commandName: 'FlowOut',
      commandInput: flowOutInput.parse({ environmentId, ...settings }),
      isCheckOnly: true,
      mainEnvironmentId: environmentId,
      status: 'Ended',
      outcome: 'Succeeded',
      ...changes,
    }),
  )
  return id
}

const deploy = (validatedJobId: string, actor: Partial<Actor> = {}) =>
  provisionQuickDeploy(scene.ctx, { stack, actor: { ...owner, ...actor }, validatedJobId })

const end = (jobId: string, outcome: 'Succeeded' | 'Failed') =>
  scene.ctx.database.asSystem((tx) =>
    tx.update(job).set({ status: 'Ended', outcome }).where(eq(job.id, jobId)),
  )

const refusal = (description: string) => ({
  wasProvisioned: false,
  jobDetails: null,
  validationErrors: [{ code: 'ValidationNotDeployable', property: 'jobId', description }],
  missingAuthorizationDetails: [],
})
const notValidated = refusal('Only a check-only flow out that succeeded can be deployed.')
const taken = refusal('Another job deploys this validation or has deployed it.')

describe('provisionQuickDeploy', () => {
  test('makes a flow out with the settings of the check that changes the org', async () => {
    const validated = await check()
    const result = await deploy(validated)
    const provisioned = await findJob(scene.ctx, result?.jobDetails?.id ?? '')
    const { commandInput } = await findJob(scene.ctx, validated)
    expect(provisioned).toMatchObject({
      commandName: 'FlowOut',
      isCheckOnly: false,
      createdByUserId: owner.userId,
    })
    expect(provisioned.mainEnvironmentId).toBe(commandInput['environmentId'])
    const changed = { checkOnly: false, noConfirm: true, validatedJobId: validated }
    expect(provisioned.commandInput).toEqual({ ...commandInput, ...changed })
  })

  test.each<[string, Partial<JobRow>]>([
    ['failed', { outcome: 'Failed' }],
    ['has not ended', { status: 'Running', outcome: null }],
    ['was not check-only', { isCheckOnly: false }],
    ['was a flow in', { commandName: 'FlowIn' }],
  ])('refuses a job that %s', async (_, changes) => {
    expect(await deploy(await check(changes))).toEqual(notValidated)
  })

  test('refuses a validation that a job deploys or has deployed, and takes it again after a failure', async () => {
    const validated = await check()
    const first = await deploy(validated)
    const jobId = first?.jobDetails?.id ?? ''
    expect(await deploy(validated)).toEqual(taken)
    await end(jobId, 'Succeeded')
    expect(await deploy(validated)).toEqual(taken)
    await end(jobId, 'Failed')
    expect((await deploy(validated))?.wasProvisioned).toBe(true)
  })

  test('of two calls at a time one makes a job', async () => {
    const validated = await check()
    const results = await Promise.all([deploy(validated), deploy(validated)])
    expect(results.filter((result) => result?.wasProvisioned === true)).toHaveLength(1)
    expect(results).toContainEqual(taken)
  })

  test('asks for the permission to start a flow, of which a Reader has only the check', async () => {
    const validated = await check()
    const member = { isOwner: false, isGlobalAdministrator: false } as const
    const missing = [{ operation: 'startFlow', resource: 'Environment' }]
    for (const accessLevel of ['Reader', 'Operator'] as const) {
      const refused = await deploy(validated, { ...member, accessLevel })
      expect(refused).toMatchObject({ wasProvisioned: false, missingAuthorizationDetails: missing })
    }
    const allowed = await deploy(validated, { ...member, accessLevel: 'Contributor' })
    expect(allowed?.wasProvisioned).toBe(true)
  })

  test('finds no job of another stack', async () => {
    const validated = await check()
    stack = await stackOf(await insertStack(scene.ctx))
    expect(await deploy(validated)).toBeNull()
    expect(await deploy(newId())).toBeNull()
  })

  test('refuses a check of an environment that was deleted', async () => {
    const validated = await check()
    await scene.ctx.database.asSystem((tx) =>
      tx.delete(environment).where(eq(environment.stackId, made.stackId)),
    )
    expect(await deploy(validated)).toEqual(refusal('The environment no longer exists.'))
  })
})
