import { eq, inArray, sql } from 'drizzle-orm'
import type { JobQueue } from '../context.ts'
import type { ParkedWait } from '../durable/job-wait.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { executor } from '../platform/database/schema/server.ts'
import type { Log } from '../platform/log/log.ts'
import { isGone, machineName } from '../platform/machine.ts'
import { Lease, takeoverFactor } from './lease.ts'
import { jobsToResume } from './parked-jobs.ts'

const beatEveryMs = 1000

export interface HeartbeatOptions {
  database: Database
  jobs: Pick<JobQueue, 'executorsAtWork' | 'recoverJobsOf' | 'resume'>
  executorId: string
  leaseSeconds: number
  clock: Clock
  version: string
  log: Log
  /** The jobs that run here, whose cancellation and epoch are checked. */
  running: () => readonly string[]
  /** The jobs that wait here without a run; those that go on are taken out. */
  parked: Map<string, ParkedWait>
  /** By which waits end: a test may move it, unlike the clock of the lease. */
  waitClock: Pick<Clock, 'now'>
  /** Of the jobs that were asked about, those that still exist. */
  onJobs: (jobs: readonly JobState[], asked: readonly string[]) => void
  /** The lease was not renewed in time: from now on another worker may take the jobs that run here. */
  onLapse: () => void
}

export interface JobState {
  id: string
  epoch: number
  status: string
  cancellationIsRequested: boolean
  /** Of the waits that have ended. */
  passiveMilliseconds: number
  /** What the job waits for now. */
  waitingTopic: string | null
}

export interface Heartbeat {
  /** See `Lease.fresh`. */
  fresh(): Promise<void>
  /** Removes the executor, so that other workers take its jobs at once; `close` leaves it to the end of the lease. */
  signOff(): Promise<void>
  close(): Promise<void>
}

async function beat(options: HeartbeatOptions): Promise<void> {
  const running = options.running()
  const found = await options.database.asSystem(async (tx) => {
    const row = {
      id: options.executorId,
      hostName: machineName(),
      roles: ['worker'],
      version: options.version,
    }
    await tx
      .insert(executor)
      .values({ ...row, beatUtc: sql`clock_timestamp()` })
      .onConflictDoUpdate({ target: executor.id, set: { beatUtc: sql`clock_timestamp()` } })
    const { id, epoch, status, cancellationIsRequested, passiveMilliseconds, waitingTopic } = job
    return running.length
      ? tx
          .select({ id, epoch, status, cancellationIsRequested, passiveMilliseconds, waitingTopic })
          .from(job)
          .where(inArray(job.id, [...running]))
      : []
  })
  options.onJobs(found, running)
}

/** `<process id>-<random>`: unique for ever, and the process can be looked for on its own machine. */
const processIdOf = (executorId: string) => Number(executorId.split('-')[0])

/** Returns the jobs of executors without a recent heartbeat to the queue. By the clock of the database only. */
async function rescue(options: HeartbeatOptions): Promise<void> {
  const atWork = await options.jobs.executorsAtWork()
  const others = atWork.filter((id) => id !== options.executorId)
  if (!others.length) return
  const silent = await options.database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ id: string; here: boolean; dead: boolean }>(sql`
      select w.id, coalesce(e.host_name, '') = ${machineName()} as here,
             (e.id is null or e.beat_utc < clock_timestamp() - make_interval(secs => ${options.leaseSeconds * takeoverFactor})) as dead
      from unnest(${sql.param(others)}::text[]) w(id)
      left join executor e on e.id = w.id
      where (e.id is null or e.beat_utc < clock_timestamp() - make_interval(secs => 1.5))`)
    return rows
  })
  // On this machine a missing process is proof enough; elsewhere only silence beyond the lease is.
  const dead = silent.filter(({ dead: isSilent, here, id }) => isSilent || (here && isGone(processIdOf(id))))
  if (!dead.length) return
  options.log.warn({ executors: dead.map(({ id }) => id) }, 'taking over the jobs of a worker that is gone')
  const executorIds = dead.map(({ id }) => id)
  await options.database.asSystem((tx) => options.jobs.recoverJobsOf(tx, executorIds))
}

/** Returns jobs to the queue that wait here without a run and whose wait can end. */
async function resumeParked({ database, jobs, parked, waitClock, log }: HeartbeatOptions): Promise<void> {
  const due = await jobsToResume(database, parked, waitClock.now().getTime())
  if (!due.length) return
  log.debug({ jobs: due }, 'jobs that waited without a run go on')
  await jobs.resume(due)
  for (const id of due) parked.delete(id)
}

/**
 * Renews the lease of this worker and takes over the jobs of workers that are gone. Settles with the first renewal,
 * however long the database is away: nothing may run here before it.
 * @throws what `signal` is aborted with
 */
export async function startHeartbeat(options: HeartbeatOptions, signal: AbortSignal): Promise<Heartbeat> {
  const { clock, log } = options
  const lease = new Lease(
    { clock, milliseconds: options.leaseSeconds * 1000, onLapse: options.onLapse },
    await firstBeat(options, signal),
  )
  const stopping = new AbortController()

  /** Repeats the work every second until `close`, and logs its errors. */
  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      const beganMs = clock.elapsedMs()
      await work().catch((error: unknown) => log.warn({ err: error }, 'heartbeat failed'))
      await clock
        .wait(Math.max(0, beatEveryMs - (clock.elapsedMs() - beganMs)), stopping.signal)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) throw error
        })
    }
  }
  // Two loops, so that a slow search for the jobs of other workers does not delay the renewal of the lease.
  const rounds = Promise.all([
    repeat(async () => {
      const sentMs = clock.elapsedMs()
      await beat(options)
      lease.renewed(sentMs)
    }),
    repeat(async () => {
      await rescue(options)
      await resumeParked(options)
    }),
  ])
  const close = async () => {
    lease.close()
    stopping.abort()
    await rounds
  }
  return {
    fresh: () => lease.fresh(),
    close,
    async signOff() {
      await close()
      await options.database
        .asSystem((tx) => tx.delete(executor).where(eq(executor.id, options.executorId)))
        .catch((error: unknown) => log.warn({ err: error }, 'could not sign off'))
    },
  }
}

/** When the first renewal that was written had been sent. */
async function firstBeat(options: HeartbeatOptions, signal: AbortSignal): Promise<number> {
  for (;;) {
    signal.throwIfAborted()
    const sentMs = options.clock.elapsedMs()
    try {
      await beat(options)
      return sentMs
    } catch (error) {
      options.log.warn({ err: error }, 'heartbeat failed')
    }
    await options.clock.wait(beatEveryMs, signal)
  }
}
