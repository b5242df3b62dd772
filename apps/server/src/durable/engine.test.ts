import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { engineVersion } from '../platform/database/migrations.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { silentLog } from '../platform/log/log.ts'
import { testContext } from '../testing/test-context.ts'
import { insertStack, submitJob, until } from '../testing/test-jobs.ts'
import { recoverJobsOf, startEngine, stopEngine } from './engine.ts'

const given = testContext()
afterEach(() => stopEngine())

const statusOf = async (jobId: string) => {
  const { rows } = await given.ctx.database.asSystem((tx) =>
    tx.execute<{ status: string; executor: string }>(
      sql`select status, executor_id as executor from dbos.workflow_status where workflow_uuid = ${jobId}`,
    ),
  )
  return rows[0]
}

async function start(execute: (job: { jobId: string }) => Promise<void>, executorId = 'this'): Promise<void> {
  const { url: databaseUrl } = given.ctx.database
  await startEngine({ databaseUrl, executorId, concurrency: 10, log: silentLog, execute })
}

describe('the call that gives jobs back (internal to the engine, so held here)', () => {
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
    await recoverJobsOf(['dead'])
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
    await recoverJobsOf(['somebody else'])
    expect(await statusOf(jobId)).toEqual({ status: 'PENDING', executor: 'this' })
  })
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
