import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { recoverJobsOf } from '../durable/engine.ts'
import type { Database } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { executor } from '../platform/database/schema/server.ts'
import type { Log } from '../platform/log/log.ts'

export const beatEveryMs = 1000

/** Process ids mean something only inside one container, so that is part of the machine's name. */
export function machineName(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

export interface HeartbeatOptions {
  database: Database
  executorId: string
  leaseSeconds: number
  version: string
  log: Log
  /** The jobs that run here, to look after their cancellation and their epoch. */
  running: () => readonly string[]
  onJobs: (jobs: readonly JobState[]) => void
}

export interface JobState {
  id: string
  epoch: number
  status: string
  cancellationIsRequested: boolean
  passiveMilliseconds: number
  startedUtc: Date | null
}

export interface Heartbeat {
  /** Resolves when a beat has succeeded recently enough that no other worker is about to take our jobs. */
  fresh(): Promise<void>
  stop(): Promise<void>
}

async function beat(o: HeartbeatOptions): Promise<void> {
  const found = await o.database.asSystem(async (tx) => {
    const row = { id: o.executorId, hostName: machineName(), roles: ['worker'], version: o.version }
    await tx
      .insert(executor)
      .values({ ...row, beatUtc: sql`clock_timestamp()` })
      .onConflictDoUpdate({ target: executor.id, set: { beatUtc: sql`clock_timestamp()` } })
    const running = o.running()
    const { id, epoch, status, cancellationIsRequested, passiveMilliseconds, startedUtc } = job
    return running.length
      ? tx
          .select({ id, epoch, status, cancellationIsRequested, passiveMilliseconds, startedUtc })
          .from(job)
          .where(inArray(job.id, [...running]))
      : []
  })
  o.onJobs(found)
}

const isGone = (processId: number): boolean => {
  try {
    process.kill(processId, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** `<process id>-<random>`: unique for ever, and the process can be looked for on its own machine. */
const processIdOf = (executorId: string) => Number(executorId.split('-')[0])

/** Finds executors that hold jobs and are silent, and gives their jobs back. By the clock of the database only. */
async function rescue(o: HeartbeatOptions): Promise<void> {
  const silent = await o.database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ id: string; here: boolean; dead: boolean }>(sql`
      select w.executor_id as id, coalesce(e.host_name, '') = ${machineName()} as here,
             (e.id is null or e.beat_utc < clock_timestamp() - make_interval(secs => ${o.leaseSeconds})) as dead
      from (select distinct executor_id from dbos.workflow_status where status = 'PENDING') w
      left join executor e on e.id = w.executor_id
      where w.executor_id <> ${o.executorId}
        and (e.id is null or e.beat_utc < clock_timestamp() - make_interval(secs => 1.5))`)
    return rows
  })
  // On this machine a missing process is proof enough; elsewhere only the whole lease is.
  const dead = silent.filter(({ dead: isSilent, here, id }) => isSilent || (here && isGone(processIdOf(id))))
  if (!dead.length) return
  o.log.warn({ executors: dead.map(({ id }) => id) }, 'taking over the jobs of a worker that is gone')
  await recoverJobsOf(dead.map(({ id }) => id))
}

export function startHeartbeat(o: HeartbeatOptions): Heartbeat {
  let lastBeat = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let waiters: (() => void)[] = []
  const freshFor = (o.leaseSeconds * 1000) / 2

  async function round(): Promise<void> {
    const began = Date.now()
    try {
      await beat(o)
      lastBeat = began
      for (const wake of waiters.splice(0)) wake()
      await rescue(o)
    } catch (error) {
      o.log.warn({ err: error }, 'heartbeat failed')
    }
    if (!stopped)
      timer = setTimeout(() => (current = round()), Math.max(0, beatEveryMs - (Date.now() - began)))
  }
  let current = round()
  return {
    async fresh() {
      if (Date.now() - lastBeat > freshFor) await new Promise<void>((wake) => (waiters = [...waiters, wake]))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
      await o.database
        .asSystem((tx) => tx.delete(executor).where(and(eq(executor.id, o.executorId))))
        .catch((error: unknown) => o.log.warn({ err: error }, 'could not sign off'))
    },
  }
}
