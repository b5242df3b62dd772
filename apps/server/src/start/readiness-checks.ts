import { gt, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { executor } from '../platform/database/schema/server.ts'
import { freeDisk } from '../platform/free-disk.ts'
import { requireRightKey } from './key-check.ts'

/** What must work before this process is sent calls. The schema was checked at the start and cannot go back. */
export function registerReadinessChecks(ctx: Context): void {
  const { readiness, database, secrets } = ctx
  readiness.register('database', async () => {
    await database.asSystem((tx) => tx.execute(sql`select 1`))
    return { ok: true }
  })
  readiness.register('secrets', async () => {
    await requireRightKey(database, secrets)
    return { ok: true }
  })
  readiness.register('disk', async () => {
    const { bytes, freeMegabytes } = await freeDisk(ctx)
    return bytes >= 0
      ? { ok: true }
      : { ok: false, detail: `${freeMegabytes} MB free: no push is taken and no job begins` }
  })
  // Jobs wait while no worker runs, and everything else works: a balancer must not take the console away as well.
  readiness.registerWarning('worker', async () => {
    const alive = await database.asSystem((tx) =>
      tx.$count(executor, gt(executor.beatUtc, sql`now() - interval '60 seconds'`)),
    )
    return alive ? { ok: true } : { ok: false, detail: 'no worker seen for a minute' }
  })
}
