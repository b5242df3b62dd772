import { DBOS, DBOSClient, Error as EngineErrors } from '@dbos-inc/dbos-sdk'
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor'
import type { Transaction } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'

/** What the engine knows about a job: everything else is read from the job row. */
export interface JobReference {
  jobId: string
  workspaceId: string
}

const applicationName = 'sluice'
/** Never changes by itself: with a version per build, the jobs of the build before would lie still. */
const applicationVersion = '1'
const queueName = 'jobs'
const workflowName = 'job'
/** The engine misses a message that arrives while its listening connection is down; then this poll finds it. */
const pollingIntervalMs = 2000

type Execute = (job: JobReference) => Promise<void>
let execute: Execute | undefined

const workflow: Execute = DBOS.registerWorkflow(
  async (job: JobReference) => {
    if (!execute) throw new Error('The engine runs without a worker.')
    await execute(job)
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

export async function startEngine(o: EngineOptions): Promise<void> {
  execute = o.execute
  DBOS.setConfig({
    name: applicationName,
    applicationVersion,
    executorID: o.executorId,
    systemDatabaseUrl: o.databaseUrl,
    systemDatabasePoolSize: 10,
    runMigrations: false,
    logger: {
      debug: () => undefined,
      info: (entry) => o.log.debug({ engine: textOf(entry) }, 'engine'),
      warn: (entry) => o.log.debug({ engine: textOf(entry) }, 'engine'),
      error: (entry) => o.log.warn({ engine: textOf(entry) }, 'engine'),
    },
  })
  await DBOS.launch()
  await DBOS.registerQueue(queueName, {
    workerConcurrency: o.concurrency,
    minPollingIntervalMs: 200,
    onConflict: 'always_update',
  })
}

/** Takes no more jobs; those that run here stay as they are, for the next worker. */
export async function stopEngine(): Promise<void> {
  await DBOS.shutdown()
  execute = undefined
}

/**
 * Gives the jobs of dead executors back to the queue. One atomic statement of the engine, so several workers may
 * do it at once. The call is internal to the engine: its version is pinned, and a test holds us to its meaning.
 */
export async function recoverJobsOf(executorIds: readonly string[]): Promise<void> {
  await DBOSExecutor.globalInstance?.recoverPendingWorkflows([...executorIds])
}

/** The engine's own fence: another worker has the job. */
export const isLostJob = (error: unknown): boolean => error instanceof EngineErrors.DBOSWorkflowConflictError

/** Runs the body once; after a crash its recorded result is read instead. Inside another step it just runs. */
export function recordedStep<T>(name: string, body: () => Promise<T>): Promise<T> {
  return DBOS.isInStep() ? body() : DBOS.runStep(body, { name })
}

export function receive<T>(topic: string, timeoutMs: number): Promise<T | null> {
  return DBOS.recv<T>(topic, { timeoutSeconds: Math.max(timeoutMs, 0) / 1000, pollingIntervalMs })
}

export interface EngineClient {
  enqueue(tx: Transaction, job: JobReference): Promise<void>
  send(tx: Transaction, o: { jobId: string; topic: string; message: unknown; key?: string }): Promise<void>
  close(): Promise<void>
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
    async enqueue(tx, job) {
      await client.enqueueInTransaction<typeof workflow>(
        tx.$client,
        { queueName, workflowName, workflowID: job.jobId, appVersion: applicationVersion },
        job,
      )
    },
    send: (tx, { jobId, topic, message, key }) =>
      client.sendInTransaction(tx.$client, jobId, message, topic, key),
    close: () => client.destroy(),
  }
}
