import { sql } from 'drizzle-orm'
import type { JobReference } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'

/** The queue of all jobs, and the one whose places are kept for teams that have hardly anything at work. */
export const queues = { common: 'jobs', reserved: 'reserved-jobs' } as const

/** So many jobs of a workspace may be with the workers when one more uses a reserved place. */
const hardlyAnything = 2

/** How many places a worker has besides its common ones. */
export const reservedPlaces = (concurrency: number): number => Math.ceil(concurrency / 2)

interface Load extends Record<string, unknown> {
  isScheduled: boolean
  /** Other jobs of the workspace that are with the workers; for a job of a person only those of people. */
  atWork: number
  /** Jobs that wait or run, in both queues. */
  inCommon: number
  inReserved: number
  /** Workers that run jobs now. */
  workers: number
  /** The number of the job that is next in the common queue. */
  first: number | null
  /** Of the last own job in the common queue; for a job of a person only among those of people. */
  last: number | null
}

/** Where a job waits for a worker: the queue, and its number there; lower ones are taken first. */
export interface QueuePlace {
  readonly queueName: (typeof queues)[keyof typeof queues]
  readonly priority: number
}

/**
 * Lets workspaces take turns. A job gets the turn after that of the last one of its workspace, and never one before the turn that
 * the queue has come to: a workspace with a thousand jobs in line and one with a single job are served in alternation. Of the same
 * turn, jobs that people submitted come before those of schedules. While all common places are taken, the first jobs of a workspace
 * get reserved ones.
 * @param tx sees the jobs of the workspace
 * @param concurrency how many common places one worker has
 */
export async function findQueuePlace(
  tx: Transaction,
  job: JobReference,
  concurrency: number,
): Promise<QueuePlace> {
  const load = await loadOf(tx, job)
  const workers = Math.max(1, load.workers)
  const mayUseReserved =
    load.inCommon >= concurrency * workers &&
    load.inReserved < reservedPlaces(concurrency) * workers &&
    load.atWork < hardlyAnything
  const turn = Math.max(turnOf(load.first ?? 0), load.last === null ? 0 : turnOf(load.last) + 1, 1)
  return {
    queueName: mayUseReserved ? queues.reserved : queues.common,
    priority: turn * 2 + (load.isScheduled ? 1 : 0),
  }
}

const turnOf = (priority: number) => Math.floor(priority / 2)

async function loadOf(tx: Transaction, { jobId, workspaceId }: JobReference): Promise<Load> {
  const { rows } = await tx.execute<Load>(sql`
    with given as (select created_by_schedule_id is not null as is_scheduled from job where id = ${jobId}),
    own as (
      select job.id::text from job, given
      where workspace_id = ${workspaceId} and id <> ${jobId} and worker_type = 'Managed' and status <> 'Ended'
        and status in ('Queued', 'Running', 'Cancelling') and (given.is_scheduled or created_by_schedule_id is null)),
    in_flight as (
      select workflow_uuid, queue_name, status, priority, executor_id from dbos.workflow_status
      where queue_name in (${queues.common}, ${queues.reserved}) and status in ('ENQUEUED', 'PENDING')),
    waiting as (select * from in_flight where queue_name = ${queues.common} and status = 'ENQUEUED')
    select given.is_scheduled as "isScheduled",
      (select count(*)::int from own) as "atWork",
      (select count(*)::int from in_flight where queue_name = ${queues.common}) as "inCommon",
      (select count(*)::int from in_flight where queue_name = ${queues.reserved}) as "inReserved",
      (select count(distinct executor_id)::int from in_flight where status = 'PENDING') as workers,
      (select min(priority) from waiting) as first,
      (select max(priority) from waiting join own on own.id = waiting.workflow_uuid) as last
    from given`)
  const [load] = rows
  if (load === undefined) throw new Error(`Job ${jobId} is not in workspace ${workspaceId}.`)
  return load
}
