import { statfs } from 'node:fs/promises'
import { gt, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { executor } from '../platform/database/schema/server.ts'
import { requireRightKey } from './key-check.ts'

const leastFreeBytes = 256 * 1024 * 1024

/** What must work before this process is sent calls. The schema was checked at the start and cannot go back. */
export function registerReadinessChecks(ctx: Context): void {
  const { readiness, database, secrets, folders } = ctx
  readiness.register('database', async () => {
    await database.asSystem((tx) => tx.execute(sql`select 1`))
    return { ok: true }
  })
  readiness.register('secrets', async () => {
    await requireRightKey(database, secrets)
    return { ok: true }
  })
  readiness.register('disk', async () => {
    const { bavail, bsize } = await statfs(folders.root)
    const free = bavail * bsize
    return free >= leastFreeBytes
      ? { ok: true }
      : { ok: false, detail: `${Math.floor(free / 1024 / 1024)} MB free` }
  })
  readiness.register('worker', async () => {
    const alive = await database.asSystem((tx) =>
      tx.$count(executor, gt(executor.beatUtc, sql`now() - interval '60 seconds'`)),
    )
    return alive ? { ok: true } : { ok: false, detail: 'no worker seen for a minute' }
  })
}
