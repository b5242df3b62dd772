import { EventEmitter, once } from 'node:events'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { executor } from '../platform/database/schema/server.ts'
import { newId } from '../platform/ids.ts'
import { silentLog } from '../platform/log/log.ts'
import { testContext } from '../testing/test-context.ts'
import { startHeartbeat } from './heartbeat.ts'

const given = testContext()

async function lastBeat(executorId: string): Promise<Date | undefined> {
  const [row] = await given.ctx.database.asSystem((tx) =>
    tx.select().from(executor).where(eq(executor.id, executorId)),
  )
  return row?.beatUtc
}

test('the lease is renewed while the search for jobs of others has not ended', async () => {
  const executorId = `${process.pid}-test`
  const search = new EventEmitter()
  const [begun, ended] = [once(search, 'begun'), once(search, 'ended')]
  const heartbeat = await startHeartbeat(
    {
      database: given.ctx.database,
      jobs: {
        executorsAtWork: async () => [],
        recoverJobsOf: async () => undefined,
        resume: async () => {
          search.emit('begun')
          await ended
        },
      },
      executorId,
      leaseSeconds: 600,
      clock: systemClock,
      version: 'test',
      log: silentLog,
      running: () => [],
      // A job that no longer exists is due at once, so `resume` is called.
      parked: new Map([[newId(), { topic: 'go', until: Number.MAX_SAFE_INTEGER }]]),
      waitClock: systemClock,
      onJobs: () => undefined,
      onLapse: () => undefined,
    },
    new AbortController().signal,
  )
  try {
    await begun
    const before = await lastBeat(executorId)
    await expect.poll(() => lastBeat(executorId)).not.toEqual(before)
  } finally {
    search.emit('ended')
    await heartbeat.close()
  }
})
