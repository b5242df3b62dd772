import { expect, test } from 'vitest'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'
import { enqueueWaitingJobs } from './waiting-jobs.ts'

const bench = commandBench({ settings: { SLUICE_LIMIT_CONCURRENT_WORKERS: '2' } })
const statusOf = async (jobId: string) => (await findJob(bench.ctx, jobId)).status
const untilRunning = (jobId: string) => until(async () => (await statusOf(jobId)) === 'Running')

/** Four jobs, two more than may be at work; each goes on when it is told to. */
async function submitFour(): Promise<[string, string, string, string]> {
  bench.jobsDo((run) => run.waitFor('go', 600_000).then(() => succeeded))
  const jobs = [
    await bench.submit(),
    await bench.submit(),
    await bench.submit(),
    await bench.submit(),
  ] as const
  return [...jobs]
}

async function finish(jobId: string): Promise<void> {
  await bench.signal(jobId, 'go')
  await untilEnded(bench.ctx, jobId)
}

test('with all workers of the workspace at work a job stays Pending and the oldest begins when one ends', async () => {
  const [first, second, third, fourth] = await submitFour()
  await untilRunning(second)
  expect([await statusOf(third), await statusOf(fourth)]).toEqual(['Pending', 'Pending'])
  await finish(first)
  await untilRunning(third)
  expect(await statusOf(fourth)).toBe('Pending')
  for (const jobId of [second, third, fourth]) await finish(jobId)
  expect(await findJob(bench.ctx, fourth)).toMatchObject({ outcome: 'Succeeded' })
})

test('a waiting job can be cancelled, and the next one does not wait for it', async () => {
  const [first, second, third, fourth] = await submitFour()
  await bench.cancel(third)
  expect(await findJob(bench.ctx, third)).toMatchObject({ status: 'Ended', startedUtc: null })
  await finish(first)
  await untilRunning(fourth)
  for (const jobId of [second, fourth]) await finish(jobId)
})

test('jobs that were submitted at once never exceed the limit, and none is forgotten', async () => {
  bench.jobsDo((run) => run.waitFor('go', 600_000).then(() => succeeded))
  const jobs = await Promise.all(Array.from({ length: 6 }, () => bench.submit()))
  for (let ended = 0; ended < jobs.length; ended++) {
    await enqueueWaitingJobs(bench.ctx)
    const statuses = await Promise.all(jobs.map(statusOf))
    const atWork = jobs.filter((_, index) => !['Pending', 'Ended'].includes(statuses[index] ?? ''))
    expect(atWork).toHaveLength(Math.min(2, jobs.length - ended))
    await finish(atWork[0] ?? '')
  }
})

test('another workspace has workers of its own', async () => {
  const [first, second] = await submitFour()
  await untilRunning(second)
  await bench.moveToAnotherWorkspace()
  const other = await bench.submit()
  await untilRunning(other)
  for (const jobId of [first, second]) expect(await statusOf(jobId)).toBe('Running')
})
