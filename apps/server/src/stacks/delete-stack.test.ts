import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, testApp } from '../api/testing/test-app.ts'
import { deletedRepository } from '../platform/database/schema/server.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { type JobStatus, job } from '../platform/database/schema/jobs.ts'
import { managedRepository } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { findStack } from './stack-store.ts'

const app = testApp()

/** A stack that may be deleted but for the given states of its job and of its environment. */
async function stackWithJob(status: JobStatus, { isProduction = true, isLocked = false } = {}) {
  const owner = await app.current.signIn()
  const tree = await createObjectTree(app.current, owner)
  const { workspaceId, stackId, environmentId, jobId } = tree.ids
  const folder = `${newId()}.git`
  await app.current.ctx.database.asSystem(async (tx) => {
    await tx.update(environment).set({ isProduction }).where(eq(environment.id, environmentId))
    const lock = { workspaceId, environmentId, jobId, mode: 'Exclusive' as const, epoch: 1 }
    if (isLocked) await tx.insert(environmentLock).values(lock)
    await tx.update(job).set({ status }).where(eq(job.id, jobId))
    await tx.insert(managedRepository).values({ id: newId(), workspaceId, stackId, name: newId(), folder })
  })
  const remove = () => owner.client.stacks.delete({ params: { workspaceId, stackId } })
  const find = () => app.current.ctx.database.asSystem((tx) => findStack(tx, workspaceId, stackId))
  const releases = () =>
    app.current.ctx.database.asSystem((tx) =>
      tx.select().from(deletedRepository).where(eq(deletedRepository.folder, folder)),
    )
  return { remove, find, releases, workspaceId, stackId }
}

test.each(['Pending', 'Queued', 'Running', 'Cancelling'] as const)(
  'a stack with a job that is %s cannot be deleted',
  async (status) => {
    const { remove, find, releases } = await stackWithJob(status)
    expect(await problemOf(remove())).toMatchObject({
      status: 409,
      type: 'nonEmptyStackNotDeletable',
      detail: expect.stringContaining('A job of the stack has not ended.'),
    })
    expect(await find()).not.toBeNull()
    expect(await releases()).toEqual([])
  },
)

test.each([
  ['is no production', { isProduction: false }],
  ['is locked', { isLocked: true }],
] as const)('[S-174] [S-247] a stack with an environment that %s cannot be deleted', async (_, state) => {
  const { remove, find } = await stackWithJob('Ended', state)
  expect(await problemOf(remove())).toMatchObject({
    type: 'nonEmptyStackNotDeletable',
    title:
      'The stack could not be deleted because it still contains one or more non-production environments, or the remaining production environment is currently locked. Delete all non-production environments in the stack and try again.',
    detail: null,
  })
  expect(await find()).not.toBeNull()
})

test('[S-174] a stack whose jobs have ended is deleted, and its repository is remembered for the sweep', async () => {
  const { remove, find, releases } = await stackWithJob('Ended')
  await remove()
  expect(await find()).toBeNull()
  expect(await releases()).toEqual([expect.objectContaining({ deletedUtc: expect.any(Date) })])
})

test('an environment that a job makes while its stack is being deleted keeps the stack', async () => {
  const { remove, find, workspaceId, stackId } = await stackWithJob('Ended')
  const { database } = app.current.ctx
  let removal: ReturnType<typeof problemOf> | undefined
  await database.asSystem(async (tx) => {
    const named = { slug: 'new', name: 'New', gitBranchName: 'new', isProduction: false }
    await tx.insert(environment).values({ id: newId(), workspaceId, stackId, ...named })
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    removal = problemOf(remove())
    const waiting = sql`select 1 from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`
    const isWaiting = async () => (await database.asSystem((other) => other.execute(waiting))).rows.length
    await expect.poll(isWaiting).toBe(1)
  })
  expect(await removal).toMatchObject({ type: 'nonEmptyStackNotDeletable', detail: null })
  expect(await find()).not.toBeNull()
})
