import { jobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { Actor } from '@sluice/contract/permissions'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { provisionJobs } from '../jobs/job-provisioning.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { findStack } from '../stacks/stack-store.ts'
import { testContext } from '../testing/test-context.ts'
import { addStack, insertStack, until } from '../testing/test-jobs.ts'
import { insertUser } from '../users/user-store.ts'
import { reserveEnvironment } from './usage.ts'

const limit = 2
const scene = testContext({ settings: { SLUICE_LIMIT_ENVIRONMENTS: `${limit}` } })

/** Submits to a stack of the workspace, as its owner; what is refused, by code. */
async function submit(of: { workspaceId: string; stackId: string }, submission: object): Promise<string[]> {
  const { workspaceId, stackId } = of
  const id = newId()
  const actor: Actor = {
    userId: id,
    accessLevel: 'Administrator',
    isOwner: true,
    isGlobalAdministrator: false,
  }
  const found = await scene.ctx.database.asSystem(async (tx) => {
    const person = { id, emailAddress: `${id}@example.com`, firstName: 'Ada', lastName: 'Example' }
    await insertUser(tx, person, 'no password')
    return findStack(tx, workspaceId, stackId)
  })
  if (!found) throw new Error('There is no such stack.')
  const results = await provisionJobs(scene.ctx, {
    stack: found,
    actor,
    submission: jobSubmission.parse(submission),
  })
  return results.flatMap(({ validationErrors }) => validationErrors.map(({ code }) => code))
}

const initialization = {
  jobCommandName: 'InitializeStack',
  jobTemplate: { includeSpecs: 'unpackaged/~/ApexClass/**' },
}
const creation = {
  jobCommandName: 'CreateEnvironment',
  jobTemplate: {
    environmentName: 'QA',
    gitBranchName: 'env/qa',
    sfdcSandboxName: 'qa',
    sfdcSandboxActivationUserGroupName: 'Builders',
  },
}

test('the environments of all stacks of the workspace count, initialized or not', async () => {
  const { workspaceId } = await insertStack(scene.ctx, limit)
  const of = { workspaceId, stackId: await addStack(scene.ctx, workspaceId) }
  expect(await submit(of, initialization)).toEqual(['EnvironmentLimitReached'])
})

test('a stack is initialized, and an environment created, while the limit is not reached', async () => {
  const { workspaceId, stackId } = await insertStack(scene.ctx, limit - 1)
  expect(
    await submit({ workspaceId, stackId: await addStack(scene.ctx, workspaceId) }, initialization),
  ).toEqual([])
  await markInitialized(stackId)
  expect(await submit({ workspaceId, stackId }, creation)).toEqual([])
})

test('no environment is created once the limit is reached', async () => {
  const { workspaceId, stackId } = await insertStack(scene.ctx, limit)
  await markInitialized(stackId)
  expect(await submit({ workspaceId, stackId }, creation)).toEqual(['EnvironmentLimitReached'])
})

test('an initialization that failed may be repeated at the limit, because its environment counts already', async () => {
  const made = await insertStack(scene.ctx, limit)
  expect(await submit(made, initialization)).toEqual([])
})

test('of two transactions that make the last environment at once, the second one finds none left', async () => {
  const { workspaceId, stackId } = await insertStack(scene.ctx, limit - 1)
  const { database } = scene.ctx
  let second: Promise<number | null> | undefined
  const first = await database.asSystem(async (tx) => {
    const available = await reserveEnvironment(tx, workspaceId, limit)
    second = database.asSystem((other) => reserveEnvironment(other, workspaceId, limit))
    await until(async () => isWaiting())
    const names = { slug: 'last', name: 'Last', gitBranchName: 'env/last', isProduction: false }
    await tx.insert(environment).values({ id: newId(), workspaceId, stackId, ...names })
    return available
  })
  expect([first, await second]).toEqual([1, 0])
})

const markInitialized = (id: string) =>
  scene.ctx.database.asSystem((tx) => tx.update(stack).set({ isInitialized: true }).where(eq(stack.id, id)))

/** Whether a transaction of this database waits for the lock of another one. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await scene.ctx.database.asSystem((tx) =>
    tx.execute<{ waiting: boolean }>(
      sql`select exists (select from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.locktype = 'advisory' and not l.granted) as waiting`,
    ),
  )
  return rows[0]?.waiting ?? false
}
