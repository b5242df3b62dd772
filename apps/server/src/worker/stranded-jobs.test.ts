import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { testContext } from '../testing/test-context.ts'
import { findJob, insertStack, submitJob } from '../testing/test-jobs.ts'
import { endStrandedJobs } from './stranded-jobs.ts'

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

test('a job that the engine gave up ends as Failed and releases its locks', async () => {
  const lost = await runningJob('ERROR')
  const alive = await runningJob('PENDING')
  await endStrandedJobs(given.ctx)
  expect(await findJob(given.ctx, lost)).toMatchObject({
    status: 'Ended',
    outcome: 'Failed',
    error: { message: 'The worker lost this job.' },
  })
  expect(await findJob(given.ctx, alive)).toMatchObject({ status: 'Running', outcome: null })
  const locks = await given.ctx.database.asSystem((tx) => tx.select().from(environmentLock))
  expect(locks.map(({ jobId }) => jobId)).toEqual([alive])
})
