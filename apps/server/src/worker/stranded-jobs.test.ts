import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { testContext } from '../testing/test-context.ts'
import { findJob, insertStack, submitJob } from '../testing/test-jobs.ts'
import { requeueStrandedJobs } from './stranded-jobs.ts'

const given = testContext()

async function runningJob(engineStatus: string): Promise<string> {
  const owner = await insertStack(given.ctx)
  const jobId = await submitJob(given.ctx, owner)
  await given.ctx.database.asSystem(async (tx) => {
    await tx.execute(sql`update job set status = 'Running', started_utc = now() where id = ${jobId}`)
    await tx.execute(sql`
      update dbos.workflow_status set status = ${engineStatus}, updated_at = 0 where workflow_uuid = ${jobId}`)
    const environmentId = owner.environmentIds[0] ?? ''
    const { workspaceId } = owner
    await tx
      .insert(environmentLock)
      .values({ workspaceId, environmentId, jobId, mode: 'Exclusive', epoch: 1 })
  })
  return jobId
}

test('a job that the engine gave up goes back to the queue, and keeps its locks', async () => {
  const lost = await runningJob('ERROR')
  const alive = await runningJob('PENDING')
  await requeueStrandedJobs(given.ctx)
  expect(await findJob(given.ctx, lost)).toMatchObject({ status: 'Queued', outcome: null, epoch: 1 })
  expect(await findJob(given.ctx, alive)).toMatchObject({ status: 'Running', outcome: null, epoch: 0 })
  const states = await given.ctx.jobs.engineStates([lost, alive])
  expect([lost, alive].map((id) => states.get(id)?.isAlive)).toEqual([true, true])
  expect(new Set(await lockedJobs())).toEqual(new Set([lost, alive]))
})

test('a job that was lost fifty times ends as Failed and releases its locks', async () => {
  const lost = await runningJob('ERROR')
  await given.ctx.database.asSystem((tx) => tx.update(job).set({ epoch: 50 }).where(eq(job.id, lost)))
  await requeueStrandedJobs(given.ctx)
  const error = { message: 'The worker was lost 50 times while it ran this job.' }
  expect(await findJob(given.ctx, lost)).toMatchObject({ status: 'Ended', outcome: 'Failed', error })
  expect(await lockedJobs()).not.toContain(lost)
})

const lockedJobs = async () =>
  (await given.ctx.database.asSystem((tx) => tx.select().from(environmentLock))).map(({ jobId }) => jobId)
