import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { maintainRepositories } from '../steps/git-maintenance/maintain-repositories.ts'
import { sweepGitHubRepositories } from './github-sweep.ts'
import { sweepKnownEntries } from './known-entries-sweep.ts'
import { sweepLooks } from './look-sweep.ts'
import { deliverMail } from './mail-delivery.ts'
import { deliverWebhooks } from './notifications/deliver-webhooks.ts'
import { dispatchNotifications } from './notifications/dispatch-notifications.ts'
import { mailNotifications } from './notifications/mail-digests.ts'
import { watchQueue } from './queue-watch.ts'
import { removeExpired, sweepFiles } from './retention.ts'
import { sweepRepositories } from './repository-sweep.ts'
import { runDueSchedules } from '../schedules/due-schedules.ts'
import { resetOccurrences } from '../schedules/reset-occurrences.ts'
import { requeueStrandedJobs } from './stranded-jobs.ts'
import { enqueueWaitingJobs } from './waiting-jobs.ts'
import { sweepWorkFolders } from './work-folder-sweep.ts'

export interface Task {
  name: string
  everyMs: number
  /** Any number of workers may do it at once without a lock: it claims its work row by row, or works with files of its machine. */
  claims?: boolean
  /** The signal says that the worker stops. */
  run: (ctx: Context, signal: AbortSignal) => Promise<unknown>
}

export const tasks: readonly Task[] = [
  { name: 'mail', everyMs: 5_000, claims: true, run: deliverMail },
  { name: 'notifications', everyMs: 5_000, claims: true, run: (ctx) => dispatchNotifications(ctx) },
  { name: 'webhooks', everyMs: 2_000, claims: true, run: deliverWebhooks },
  { name: 'mail digests', everyMs: 15_000, run: mailNotifications },
  { name: 'schedules', everyMs: 5_000, claims: true, run: (ctx) => runDueSchedules(ctx) },
  { name: 'occurrences', everyMs: 60_000, run: (ctx) => resetOccurrences(ctx) },
  { name: 'waiting jobs', everyMs: 2_000, run: enqueueWaitingJobs },
  { name: 'queue', everyMs: 30_000, run: watchQueue },
  { name: 'stranded jobs', everyMs: 60_000, run: requeueStrandedJobs },
  { name: 'retention', everyMs: 3_600_000, run: removeExpired },
  { name: 'sweep', everyMs: 6 * 3_600_000, run: sweepFiles },
  { name: 'known entries', everyMs: 6 * 3_600_000, run: sweepKnownEntries },
  { name: 'repositories', everyMs: 3_600_000, run: sweepRepositories },
  { name: 'repositories at GitHub', everyMs: 3_600_000, run: sweepGitHubRepositories },
  { name: 'looks', everyMs: 3_600_000, claims: true, run: sweepLooks },
  { name: 'Git maintenance', everyMs: 3_600_000, claims: true, run: maintainRepositories },
  { name: 'work folders', everyMs: 3_600_000, run: sweepWorkFolders },
]

/** Only one worker runs a task at a time. The lock ends with the transaction, so no crash can leave it behind. */
async function alone(ctx: Context, name: string, body: () => Promise<unknown>): Promise<void> {
  await ctx.database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('tick'), hashtext(${name})) as mine`,
    )
    if (!rows[0]?.mine) return
    // The transaction only holds the lock while the task works with transactions of its own.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await body()
  })
}

export interface Tick {
  stop(): Promise<void>
}

/** Runs the periodic tasks: each once after the start and then at its interval. */
export function startTick(ctx: Context, list: readonly Task[] = tasks): Tick {
  const stopping = new AbortController()
  const rounds = list.map(async (task) => {
    while (!stopping.signal.aborted) {
      const run = () => task.run(ctx, stopping.signal)
      const work = task.claims === true ? run() : alone(ctx, task.name, run)
      await work.catch((error: unknown) => ctx.log.warn({ err: error, task: task.name }, 'a task failed'))
      await sleep(task.everyMs, stopping.signal)
    }
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(rounds)
    },
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
}
