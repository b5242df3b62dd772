import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { notice } from '../platform/database/schema/jobs.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'

const bench = commandBench()

/** No disk has the room that is then to stay free. */
const fillDisk = (isFull: boolean) =>
  Object.assign(bench.ctx.config, { diskReserveBytes: isFull ? 2 ** 60 : 0 })
afterEach(() => fillDisk(false))

test('a job waits on a full disk, says so, and goes on by itself when there is room', async () => {
  bench.jobsDo(() => Promise.resolve(succeeded))
  fillDisk(true)
  const jobId = await bench.submit()
  const notices = () =>
    bench.ctx.database.asSystem((tx) => tx.select().from(notice).where(eq(notice.jobId, jobId)))
  await until(async () => (await notices()).length > 0)
  expect(await notices()).toMatchObject([
    { subject: 'ServerDiskFull', body: { freeMegabytes: expect.any(Number) } },
  ])
  expect(await findJob(bench.ctx, jobId)).toMatchObject({ status: 'Queued', startedUtc: null })
  fillDisk(false)
  expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Succeeded', epoch: 1 })
})

test('a job that is cancelled ends on a full disk, too', async () => {
  bench.jobsDo(() => Promise.resolve(succeeded))
  fillDisk(true)
  const jobId = await bench.submit()
  await bench.cancel(jobId)
  expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Cancelled' })
  fillDisk(false)
})
