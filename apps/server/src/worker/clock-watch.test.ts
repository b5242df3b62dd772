import { afterEach, expect, test, vi } from 'vitest'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'

const bench = commandBench({ settings: { SLUICE_JOB_CONCURRENCY: '2' } })
afterEach(() => void vi.useRealTimers())

test('a worker whose clock was set back by hours takes the next job, and runs on what it ran', async () => {
  let runs = 0
  bench.jobsDo(async (run) => {
    runs += 1
    await run.waitFor('go', 600_000)
    return succeeded
  })
  const hour = 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + 2 * hour })
  const running = await bench.submit()
  await until(async () => (await findJob(bench.ctx, running)).waitingTopic === 'go')
  vi.useRealTimers()
  const next = await bench.submit()
  await until(async () => (await findJob(bench.ctx, next)).waitingTopic === 'go')
  for (const jobId of [running, next]) {
    await bench.signal(jobId, 'go')
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Succeeded' })
  }
  expect(runs).toBeGreaterThanOrEqual(2)
})
