import { jobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { Actor } from '@sluice/contract/permissions'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { environment } from '../platform/database/schema/environments.ts'
import { type StackRow, findStack } from '../stacks/stack-store.ts'
import { newId } from '../platform/ids.ts'
import { insertUser } from '../users/user-store.ts'
import { testContext } from '../testing/test-context.ts'
import { type TestStack, insertStack } from '../testing/test-jobs.ts'
import { provisionJobs } from './job-provisioning.ts'

const scene = testContext()
const all = { include: { all: true } }
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
  stack = found
})

const provision = (submission: object, actor: Partial<Actor> = {}) =>
  provisionJobs(scene.ctx, {
    stack,
    actor: { ...owner, ...actor },
    submission: jobSubmission.parse(submission),
  })
const flowIn = (jobTemplate: object) => ({ jobCommandName: 'FlowIn', jobTemplate })

describe('provisionJobs', () => {
  test('[J-225] makes one job for each environment that the filter means', async () => {
    const results = await provision(flowIn({ environmentFilter: all }))
    const ids = results.map((one) => one.jobDetails?.mainEnvironmentId)
    expect(new Set(ids)).toEqual(new Set(made.environmentIds))
    expect(results[0]).toMatchObject({
      wasProvisioned: true,
      jobDetails: { status: 'Queued', commandName: 'FlowIn' },
    })
  })

  test('an environment that is not initialized is refused, the others start', async () => {
    const [first = ''] = made.environmentIds
    await scene.ctx.database.asSystem((tx) =>
      tx.update(environment).set({ isInitialized: false }).where(eq(environment.id, first)),
    )
    const results = await provision(flowIn({ environmentFilter: all }))
    expect(results.filter((one) => one.wasProvisioned)).toHaveLength(1)
    expect(results).toHaveLength(2)
  })

  test('an id of no environment is refused by name', async () => {
    const ids = ['01890000-0000-7000-8000-0000000000ff']
    const [result] = await provision(flowIn({ environmentFilter: { include: { ids } } }))
    expect(result).toMatchObject({
      wasProvisioned: false,
      validationErrors: [{ code: 'EnvironmentNotFound' }],
    })
  })

  test('a Reader may check and not change, and is told what is missing', async () => {
    const reader: Partial<Actor> = { accessLevel: 'Reader', isOwner: false, isGlobalAdministrator: false }
    const [refused] = await provision(flowIn({ environmentFilter: all }), reader)
    const [allowed] = await provision(flowIn({ environmentFilter: all, checkOnly: true }), reader)
    expect(refused?.missingAuthorizationDetails).toEqual([
      { operation: 'startFlow', resource: 'Environment' },
    ])
    expect(allowed?.wasProvisioned).toBe(true)
  })

  test('a stack is initialized by one job at a time', async () => {
    const submission = { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs: 'unpackaged' } }
    const [first] = await provision(submission)
    const [second] = await provision(submission)
    expect(first?.wasProvisioned).toBe(true)
    expect(second?.validationErrors).toMatchObject([{ code: 'StackBeingInitialized' }])
  })
})
