import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { Deadline } from '../platform/deadline.ts'

/**
 * Each body holds one connection of the pool and needs another one, so few of them run at a time in this process. The
 * bodies of one owner are always in the same lane, which keeps their order.
 */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()]
const longestWaitMs = 60_000
const lookEveryMs = 100

type RefreshContext = Pick<Context, 'database' | 'clock'>

/**
 * Runs the body while no other one runs for this owner, in this or another process. The lock is held by a transaction
 * that does nothing else: it ends with its process or its connection, and a refresh ends within 30 seconds.
 */
export function refreshExclusively<T>(
  ctx: RefreshContext,
  ownerId: string,
  body: () => Promise<T>,
): Promise<T> {
  const lane = Number.parseInt(ownerId.slice(-2), 16) % lanes.length
  const turn = (lanes[lane] ?? Promise.resolve()).then(() => overAllProcesses(ctx, ownerId, body))
  lanes[lane] = turn.catch(() => undefined)
  return turn
}

async function overAllProcesses<T>(
  { database, clock }: RefreshContext,
  ownerId: string,
  body: () => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(clock, longestWaitMs)
  for (;;) {
    const done = await database.asSystem(async (tx) => {
      // The pool ends a transaction that waits for 30 seconds, which is as long as a refresh may take.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
      const { rows } = await tx.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext('session-refresh'), hashtext(${ownerId})) as mine`,
      )
      return rows[0]?.mine ? { value: await body() } : null
    })
    if (done) return done.value
    if (deadline.hasPassed) throw new Error('The session of the org is being renewed for too long.')
    await clock.wait(lookEveryMs)
  }
}
