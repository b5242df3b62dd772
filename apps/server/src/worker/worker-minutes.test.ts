import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { job } from '../platform/database/schema/jobs.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { findJob, untilEnded } from '../testing/test-jobs.ts'
import { billingPeriod, countUsage } from '../workspaces/usage.ts'

const bench = commandBench()
const minutesOf = (workspaceId: string) =>
  bench.ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    const { activeMinutes, passiveMinutes } = await countUsage(
      tx,
      workspaceId,
      billingPeriod(bench.ctx.clock.now()).starts,
    )
    return [activeMinutes, passiveMinutes]
  })

/** A job that began so many minutes ago, and has waited for some of them. */
async function runJob(minutes: { sinceBegin: number; waited: number }): Promise<string> {
  bench.jobsDo(async (run) => {
    await bench.ctx.database.asSystem((tx) =>
      tx
        .update(job)
        .set({
          startedUtc: sql`now() - make_interval(secs => ${minutes.sinceBegin * 60})`,
          passiveMilliseconds: minutes.waited * 60_000,
        })
        .where(eq(job.id, run.jobId)),
    )
    return succeeded
  })
  const jobId = await bench.submit()
  await untilEnded(bench.ctx, jobId)
  return jobId
}

test('[J-347] the minutes of a job are those that it waited and the rest, each rounded up', async () => {
  const jobId = await runJob({ sinceBegin: 10, waited: 2.75 })
  expect(await findJob(bench.ctx, jobId)).toMatchObject({
    billableActiveWorkerMinutes: 8,
    billablePassiveWorkerMinutes: 3,
  })
})

test('a job that waited for nothing has no passive minutes', async () => {
  const jobId = await runJob({ sinceBegin: 0.5, waited: 0 })
  expect(await findJob(bench.ctx, jobId)).toMatchObject({
    billableActiveWorkerMinutes: 1,
    billablePassiveWorkerMinutes: 0,
  })
})

test('the minutes of a workspace are those of all its jobs, also of deleted ones', async () => {
  const jobId = await runJob({ sinceBegin: 10, waited: 2.75 })
  await runJob({ sinceBegin: 4.25, waited: 1.5 })
  const { workspaceId } = await findJob(bench.ctx, jobId)
  expect(await minutesOf(workspaceId)).toEqual([8 + 3, 3 + 2])
  await bench.ctx.database.asSystem((tx) => tx.delete(job).where(eq(job.id, jobId)))
  expect(await minutesOf(workspaceId)).toEqual([11, 5])
})
