import { DBOS, DBOSClient, DBOSWorkflowConflictError } from '@dbos-inc/dbos-sdk'
import { sql } from 'drizzle-orm'
import type { EngineState, EngineStep, JobReference } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import { type QueuePlace, queues, reservedPlaces } from './queue-turn.ts'

const applicationName = 'sluice'
/** Never changes by itself: with a version per build, the jobs of the build before would lie still. */
const applicationVersion = '1'
const workflowName = 'job'

/** `left`: this worker does nothing more for the job, and another one, or a later start, will. */
export type Execution = 'ended' | 'left'

type Execute = (job: JobReference) => Promise<Execution>
let execute: Execute | undefined

/**
 * The engine records nothing of what a job does: it would find recorded steps by their position, so that a release could
 * not change a command. To end with the engine's own error of a lost workflow makes it record no end either, and gives the
 * place in the queue to another job.
 */
const workflow = DBOS.registerWorkflow(
  async (job: JobReference): Promise<void> => {
    if (!execute) throw new Error('The engine runs without a worker.')
    if ((await execute(job)) === 'left') throw new DBOSWorkflowConflictError(job.jobId)
  },
  { name: workflowName, maxRecoveryAttempts: 10_000 },
)

export interface EngineOptions {
  databaseUrl: string
  executorId: string
  concurrency: number
  log: Log
  execute: Execute
}

const textOf = (entry: unknown) => (entry instanceof Error ? entry.message : String(entry))

export async function startEngine(options: EngineOptions): Promise<void> {
  execute = options.execute
  DBOS.setConfig({
    name: applicationName,
    applicationVersion,
    executorID: options.executorId,
    systemDatabaseUrl: options.databaseUrl,
    systemDatabasePoolSize: 10,
    runMigrations: false,
    logger: {
      debug: () => undefined,
      info: (entry) => options.log.debug({ engine: textOf(entry) }, 'engine'),
      warn: (entry) => options.log.debug({ engine: textOf(entry) }, 'engine'),
      error: (entry) => options.log.warn({ engine: textOf(entry) }, 'engine'),
    },
  })
  await DBOS.launch()
  const usual = { minPollingIntervalMs: 200, onConflict: 'always_update' } as const
  const { concurrency } = options
  await DBOS.registerQueue(queues.common, { workerConcurrency: concurrency, ...usual })
  await DBOS.registerQueue(queues.reserved, { workerConcurrency: reservedPlaces(concurrency), ...usual })
}

/** Takes no more jobs; those that run here stay as they are, for the next worker. */
export async function stopEngine(): Promise<void> {
  await DBOS.shutdown()
  execute = undefined
}

export interface EngineClient {
  enqueue(tx: Transaction, job: JobReference, place: QueuePlace): Promise<void>
  finishedSteps(jobId: string): Promise<EngineStep[]>
  recoverJobsOf(tx: Transaction, executorIds: readonly string[]): Promise<void>
  resume(jobIds: readonly string[]): Promise<void>
  executorsAtWork(): Promise<string[]>
  states(jobIds: readonly string[]): Promise<ReadonlyMap<string, EngineState>>
  forget(jobIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

const withoutPayload = { loadInput: false, loadOutput: false }
/** Workflows that a worker has begun and that have not ended. The engine writes into the object that it is given. */
const begun = { workflowName, status: 'PENDING', ...withoutPayload } as const
const alive: ReadonlySet<string> = new Set(['PENDING', 'ENQUEUED', 'DELAYED'])

/** A job goes back to the queue that it came from: one that was begun in a reserved place finds one again. */
async function resumeWhereTheyWere(
  client: DBOSClient,
  workflows: readonly { readonly workflowID: string; readonly queueName?: string }[],
): Promise<void> {
  for (const queueName of Object.values(queues)) {
    const isReserved = queueName === queues.reserved
    const ids = workflows
      .filter((each) => (each.queueName === queues.reserved) === isReserved)
      .map(({ workflowID }) => workflowID)
    if (ids.length > 0) await client.resumeWorkflows(ids, { queueName })
  }
}

export async function openEngineClient(databaseUrl: string, log: Log): Promise<EngineClient> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: databaseUrl,
    applicationName,
    systemDatabasePoolSize: 2,
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: (entry) => log.debug({ engine: textOf(entry) }, 'engine client'),
      error: (entry) => log.warn({ engine: textOf(entry) }, 'engine client'),
    },
  })
  return {
    async enqueue(tx, job, place) {
      await client.enqueueInTransaction<typeof workflow>(
        tx.$client,
        { ...place, workflowName, workflowID: job.jobId, appVersion: applicationVersion },
        job,
      )
    },
    async recoverJobsOf(tx, executorIds) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('recover-jobs'))`)
      await resumeWhereTheyWere(
        client,
        await client.listWorkflows({ ...begun, executorId: [...executorIds] }),
      )
    },
    async resume(jobIds) {
      const ids = [...jobIds]
      if (!ids.length) return
      const known = await client.listWorkflows({ workflowIDs: ids, ...withoutPayload })
      await resumeWhereTheyWere(client, known)
    },
    async finishedSteps(jobId) {
      const steps = (await client.listWorkflowSteps(jobId)) ?? []
      return steps.map(({ name, output, error }) => ({ name, output, error }))
    },
    async executorsAtWork() {
      const workflows = await client.listWorkflows({ ...begun })
      return [...new Set(workflows.flatMap(({ executorId }) => executorId ?? []))]
    },
    async states(jobIds) {
      if (!jobIds.length) return new Map()
      const workflows = await client.listWorkflows({ workflowIDs: [...jobIds], ...withoutPayload })
      return new Map(
        workflows.map(({ workflowID, status, createdAt, updatedAt }) => [
          workflowID,
          { isAlive: alive.has(status), updatedUtc: new Date(updatedAt ?? createdAt) },
        ]),
      )
    },
    async forget(jobIds) {
      if (jobIds.length) await client.deleteWorkflows([...jobIds])
    },
    close: () => client.destroy(),
  }
}
