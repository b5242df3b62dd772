import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Run } from '../durable/run.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'

const clock = createTestClock()
const bench = commandBench({ clock, settings: { SLUICE_JOB_CONCURRENCY: '2' } })
const hour = 3_600_000
/** Longer than a run waits before another job gets its place. */
const parkMs = 31_000

/** What the runs of a job did. */
const done: string[] = []

/** Does a step, waits for hours and gives what it was sent. */
const waits = async (run: Run) => {
  await run.step('first', async () => void done.push(`${run.jobId} first`))
  const message = await run.waitFor('go', 24 * hour)
  return { outcome: 'Succeeded', output: { message, epoch: run.epoch } } as const
}

const waitingJob = async () => {
  const jobId = await bench.submit()
  await until(async () => (await findJob(bench.ctx, jobId)).waitingTopic !== null)
  return jobId
}

/** Submits jobs that wait, as many as the worker has places and one more, which needs the place of another. */
async function moreThanPlaces(): Promise<string[]> {
  bench.jobsDo(waits)
  const places = bench.ctx.config.worker.concurrency
  const jobIds: string[] = []
  for (let count = 0; count < places; count += 1) jobIds.push(await waitingJob())
  const last = await bench.submit()
  clock.advance(parkMs)
  await until(async () => (await findJob(bench.ctx, last)).waitingTopic !== null)
  return [...jobIds, last]
}

const endAll = async (jobIds: readonly string[]) => {
  for (const jobId of jobIds) await bench.signal(jobId, 'go')
  for (const jobId of jobIds) await untilEnded(bench.ctx, jobId)
}

test('a job that waits for long gives its place to another job, and goes on after its last step when its message comes', async () => {
  const jobIds = await moreThanPlaces()
  const [first = ''] = jobIds
  expect(await findJob(bench.ctx, first)).toMatchObject({ status: 'Running', waitingTopic: 'go' })
  await bench.signal(first, 'go')
  expect(await untilEnded(bench.ctx, first)).toMatchObject({ outcome: 'Succeeded', epoch: 2 })
  expect(done.filter((each) => each.startsWith(first))).toHaveLength(1)
  await endAll(jobIds.slice(1))
})

test('a job that waits without a run ends when it is cancelled, and when its row is deleted leaves nothing behind', async () => {
  const [cancelled = '', deleted = '', ...others] = await moreThanPlaces()
  await bench.cancel(cancelled)
  expect(await untilEnded(bench.ctx, cancelled)).toMatchObject({ outcome: 'Cancelled' })
  await bench.ctx.database.asSystem((tx) => tx.delete(job).where(eq(job.id, deleted)))
  await endAll(others)
})

test('a job that waits without a run ends its wait when the time is up, and all of the wait is passive time', async () => {
  const jobIds = await moreThanPlaces()
  clock.advance(24 * hour)
  for (const jobId of jobIds) {
    const ended = await untilEnded(bench.ctx, jobId)
    expect(ended).toMatchObject({ outcome: 'Succeeded' })
    expect(ended.billablePassiveWorkerMinutes).toBeGreaterThanOrEqual(24 * 60)
  }
})

test('a job whose other part works keeps its run while one part waits', async () => {
  const work = new EventEmitter()
  const worked = once(work, 'end')
  bench.jobsDo(async (run) => {
    const message = run.waitFor('go', 24 * hour)
    await run.step('works', async () => void (await worked))
    await message
    return succeeded
  })
  const jobId = await waitingJob()
  clock.advance(parkMs)
  // Long enough for the run to look at its wait again.
  await pause(500)
  work.emit('end')
  await bench.signal(jobId, 'go')
  expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Succeeded', epoch: 1 })
})
