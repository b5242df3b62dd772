import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engineVersion } from '../platform/database/migrations.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { silentLog } from '../platform/log/log.ts'
import { testContext } from '../testing/test-context.ts'
import { insertStack, submitJob, until } from '../testing/test-jobs.ts'
import { type Execution, startEngine, stopEngine } from './engine.ts'

const given = testContext()

/** Of its own in each test: an engine begins with the jobs that it had before. */
let thisExecutor = ''
beforeEach(() => {
  thisExecutor = newId()
})
afterEach(() => stopEngine())

const statusOf = async (jobId: string) => {
  const { rows } = await given.ctx.database.asSystem((tx) =>
    tx.execute<{ status: string; executor: string }>(
      sql`select status, executor_id as executor from dbos.workflow_status where workflow_uuid = ${jobId}`,
    ),
  )
  return rows[0]
}

async function start(
  execute: (job: { jobId: string }) => Promise<Execution | void>,
  { concurrency = 10 } = {},
): Promise<void> {
  const { url: databaseUrl } = given.ctx.database
  await startEngine({
    databaseUrl,
    executorId: thisExecutor,
    concurrency,
    log: silentLog,
    execute: (reference) => execute(reference).then((how) => how ?? 'ended'),
  })
}

const recover = (executorIds: string[]) =>
  given.ctx.database.asSystem((tx) => given.ctx.jobs.recoverJobsOf(tx, executorIds))

describe('giving the jobs of dead executors back', () => {
  test('returns a job of the named executor to the queue, which runs it again', async () => {
    const owner = await insertStack(given.ctx)
    const runs: string[] = []
    const forever = new Promise<void>(() => undefined)
    await start(async ({ jobId }) => {
      runs.push(jobId)
      if (runs.length === 1) await forever
    })
    const jobId = await submitJob(given.ctx, owner)
    await until(async () => runs.length === 1)
    await disown(jobId, 'dead')
    await recover(['dead'])
    await until(async () => (await statusOf(jobId))?.status === 'SUCCESS')
    expect(runs).toEqual([jobId, jobId])
  })

  test('leaves the jobs of others alone', async () => {
    const owner = await insertStack(given.ctx)
    let runs = 0
    const forever = new Promise<void>(() => undefined)
    await start(async () => {
      runs++
      await forever
    })
    const jobId = await submitJob(given.ctx, owner)
    await until(async () => runs === 1)
    await recover(['somebody else'])
    expect(await statusOf(jobId)).toEqual({ status: 'PENDING', executor: thisExecutor })
  })

  test('by several workers at once takes no job from one that has begun it meanwhile', async () => {
    const owner = await insertStack(given.ctx)
    const forever = new Promise<void>(() => undefined)
    let runs = 0
    await start(async () => {
      runs++
      await forever
    })
    const jobIds = [await submitJob(given.ctx, owner), await submitJob(given.ctx, owner)]
    await until(async () => runs === 2)
    for (const jobId of jobIds) await disown(jobId, 'dead')
    await Promise.all(Array.from({ length: 4 }, () => recover(['dead'])))
    await until(async () => runs === 4)
    await Promise.all(Array.from({ length: 4 }, () => recover(['dead'])))
    for (const jobId of jobIds)
      expect(await statusOf(jobId)).toEqual({ status: 'PENDING', executor: thisExecutor })
    expect(runs).toBe(4)
  })
})

test('a job that its worker leaves is recorded as unfinished and frees its slot', async () => {
  const owner = await insertStack(given.ctx)
  const begun: string[] = []
  await start(
    async ({ jobId }) => {
      begun.push(jobId)
      return begun.length === 1 ? 'left' : 'ended'
    },
    { concurrency: 1 },
  )
  const left = await submitJob(given.ctx, owner)
  await until(async () => begun.length === 1)
  const next = await submitJob(given.ctx, owner)
  await until(async () => (await statusOf(next))?.status === 'SUCCESS')
  expect(await statusOf(left)).toEqual({ status: 'PENDING', executor: thisExecutor })
})

/** As a worker that died leaves it. */
const disown = (jobId: string, executorId: string) =>
  given.ctx.database.asSystem((tx) =>
    tx.execute(
      sql`update dbos.workflow_status set executor_id = ${executorId} where workflow_uuid = ${jobId}`,
    ),
  )

test('the engine is the version that its schema was made for', () => {
  const entry = createRequire(import.meta.url).resolve('@dbos-inc/dbos-sdk')
  const root = entry.slice(0, entry.lastIndexOf('/dbos-sdk/') + '/dbos-sdk/'.length)
  expect(JSON.parse(readFileSync(`${root}package.json`, 'utf8'))).toMatchObject({ version: engineVersion })
})

test('a job that is rolled back was never handed over', async () => {
  const { workspaceId, stackId } = await insertStack(given.ctx)
  const jobId = newId()
  const rolledBack = given.ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    await tx.insert(job).values({ id: jobId, workspaceId, stackId, commandName: 'FlowIn', commandInput: {} })
    await given.ctx.jobs.enqueue(tx, { jobId, workspaceId })
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  expect(await statusOf(jobId)).toBeUndefined()
})
