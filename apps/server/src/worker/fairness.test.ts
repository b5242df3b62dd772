import { afterEach, expect, test } from 'vitest'
import type { Run } from '../durable/run.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { until, untilEnded } from '../testing/test-jobs.ts'

/** Two common places and a reserved one. */
const bench = commandBench({ settings: { SLUICE_JOB_CONCURRENCY: '2' } })

/** The jobs in the order in which they began, and how each that is held by its org is let go. */
const begun: string[] = []
const held = new Map<string, () => void>()
const hold = async (run: Run) => {
  begun.push(run.jobId)
  await run.step('wait for the org', () => new Promise<void>((resolve) => held.set(run.jobId, resolve)))
  return succeeded
}
const letGo = async (jobId: string) => {
  await until(async () => held.has(jobId))
  held.get(jobId)?.()
  await untilEnded(bench.ctx, jobId)
}
afterEach(async () => {
  const open = await bench.ctx.database.asSystem((tx) => tx.select().from(job))
  const left = new Set(open.filter(({ status }) => status !== 'Ended').map(({ id }) => id))
  while (left.size > 0) {
    for (const id of left) held.get(id)?.()
    const rows = await bench.ctx.database.asSystem((tx) => tx.select().from(job))
    for (const { id, status } of rows) if (status === 'Ended') left.delete(id)
  }
  begun.length = 0
  held.clear()
})

const begunOf = (team: readonly string[]) => team.filter((id) => begun.includes(id))

async function submitMany(count: number): Promise<string[]> {
  const jobIds: string[] = []
  for (let n = 0; n < count; n++) jobIds.push(await bench.submit())
  return jobIds
}

test('a job of a team with nothing at work begins within 5 s behind held and waiting jobs of another team', async () => {
  bench.jobsDo(hold)
  await submitMany(12)
  await until(async () => begun.length === 2)
  await bench.moveToAnotherWorkspace()
  const began = performance.now()
  const neighbour = await bench.submit()
  await until(async () => begun.includes(neighbour))
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('teams take turns for the places that become free, each in the order of its submissions', async () => {
  bench.jobsDo(hold)
  const crowd = await submitMany(8)
  await until(async () => begun.length === 2)
  await bench.moveToAnotherWorkspace()
  const others = await submitMany(6)
  for (let ended = 0; ended < 7; ended++) {
    await until(async () => begun.length > ended)
    await letGo(begun[ended] ?? '')
  }
  await until(async () => begun.length >= 9)
  // Jobs that are taken together begin in any order.
  for (const team of [crowd, others]) expect(begunOf(team)).toEqual(team.slice(0, begunOf(team).length))
  expect(begunOf(others).length).toBeGreaterThanOrEqual(3)
})

test('a job that a person submits begins before those that schedules of the team have put in line', async () => {
  bench.jobsDo(hold)
  const running = await submitMany(2)
  await until(async () => begun.length === 2)
  const scheduled = await bench.submitOfSchedule(4)
  const ofPerson = await bench.submit()
  await letGo(running[0] ?? '')
  await until(async () => begun.length === 3)
  expect(begun[2]).toBe(ofPerson)
  expect(scheduled).toHaveLength(4)
})
