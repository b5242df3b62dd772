import { expect, test } from 'vitest'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { until } from '../testing/test-jobs.ts'

const bench = commandBench()

test('with the usual settings a job begins within 5 s behind 20 held jobs and 1,000 in line of another team', async () => {
  const begun = new Set<string>()
  const letGo: (() => void)[] = []
  bench.jobsDo(async (run) => {
    begun.add(run.jobId)
    await run.step('wait for the org', () => new Promise<void>((resolve) => letGo.push(resolve)))
    return succeeded
  })
  const places = bench.ctx.config.worker.concurrency
  for (let count = 0; count < places; count++) await bench.submit()
  await until(async () => begun.size === places)
  await bench.submitOfSchedule(500)
  for (let count = 0; count < 500; count++) await bench.submit()
  for (let team = 0; team < 5; team++) {
    await bench.moveToAnotherWorkspace()
    const began = performance.now()
    const neighbour = await bench.submit()
    await until(async () => begun.has(neighbour))
    expect(performance.now() - began).toBeLessThan(5_000)
  }
  expect(begun.size).toBe(places + 5)
  bench.jobsDo(async () => succeeded)
  for (const one of letGo) one()
})
