import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Run } from '../durable/run.ts'
import { executor } from '../platform/database/schema/server.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'

const clock = createTestClock()
const bench = commandBench({ clock })
const minute = 60_000

const lastBeat = async (executorId: string | null) => {
  const [row] = await bench.ctx.database.asSystem((tx) =>
    tx
      .select()
      .from(executor)
      .where(eq(executor.id, executorId ?? '')),
  )
  return row?.beatUtc.getTime() ?? 0
}

/** The worker looks at its jobs with each beat, so after two of them it has seen the job as it is now. */
async function seenByWorker(jobId: string) {
  for (let beats = 0; beats < 2; beats++) {
    const { workerInstanceIdentifier } = await findJob(bench.ctx, jobId)
    const before = await lastBeat(workerInstanceIdentifier)
    await until(async () => (await lastBeat(workerInstanceIdentifier)) > before)
  }
}

const workUntilAborted = (run: Run) =>
  run.step('work', () => bench.ctx.clock.wait(20 * 24 * 60 * minute, run.signal))

test('a job ends as timed out when it has worked for as long as a job may, and not before', async () => {
  const hours = bench.ctx.config.waits.jobHours
  bench.jobsDo(async (run) => {
    await workUntilAborted(run)
    return succeeded
  })
  const jobId = await bench.submit()
  await until(async () => (await findJob(bench.ctx, jobId)).status === 'Running')
  clock.advance(hours * 60 * minute - minute)
  await seenByWorker(jobId)
  expect(await findJob(bench.ctx, jobId)).toMatchObject({ status: 'Running' })
  clock.advance(2 * minute)
  expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'TimedOut' })
})

test('a process whose clock is days ahead of the database ends no job before its time', async () => {
  clock.advance(2 * 24 * 60 * minute)
  bench.jobsDo(async (run) => {
    await run.step('be seen', () => seenByWorker(run.jobId))
    return succeeded
  })
  expect(await untilEnded(bench.ctx, await bench.submit())).toMatchObject({ outcome: 'Succeeded' })
})
