import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { artifact, job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { testContext } from '../testing/test-context.ts'
import { type TestStack, insertStack, submitJob } from '../testing/test-jobs.ts'
import { removeExpired, sweepFiles } from './retention.ts'

const given = testContext({ settings: { SLUICE_RETENTION_DAYS: '30' } })
const day = 86_400_000
let owner: TestStack

beforeEach(async () => {
  owner = await insertStack(given.ctx)
})

const later = (days: number): Context => ({
  ...given.ctx,
  clock: { ...given.ctx.clock, now: () => new Date(Date.now() + days * day) },
})

async function insertJob(status: 'Ended' | 'Running'): Promise<{ jobId: string; path: string }> {
  const { workspaceId, stackId } = owner
  const jobId = newId()
  const stored = await given.ctx.artifacts.store(workspaceId, 'content')
  await given.ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    const endedUtc = status === 'Ended' ? new Date() : null
    await tx
      .insert(job)
      .values({ id: jobId, workspaceId, stackId, commandName: 'FlowIn', commandInput: {}, status, endedUtc })
    const row = { name: 'output.json', type: 'Output' as const, contentType: 'application/json' }
    await tx.insert(artifact).values({ id: newId(), workspaceId, jobId, ...row, ...stored })
  })
  return { jobId, path: join(given.ctx.folders.artifacts, stored.fileKey) }
}

const remains = (jobId: string) =>
  given.ctx.database.asSystem(async (tx) => (await tx.$count(job, eq(job.id, jobId))) === 1)

test('past the retention period exactly the old rows and files are deleted, and never an active job', async () => {
  const ended = await insertJob('Ended')
  const running = await insertJob('Running')
  await removeExpired(later(29))
  expect(await remains(ended.jobId)).toBe(true)
  await removeExpired(later(31))
  expect([await remains(ended.jobId), existsSync(ended.path)]).toEqual([false, false])
  expect([await remains(running.jobId), existsSync(running.path)]).toEqual([true, true])
})

test('what the engine has of a job, its input included, goes with the job', async () => {
  const jobId = await submitJob(given.ctx, owner)
  const inputs = async () => {
    const { rowCount } = await given.ctx.database.asSystem((tx) =>
      tx.execute(sql`select from dbos.workflow_input where workflow_uuid = ${jobId}`),
    )
    return rowCount
  }
  expect([(await given.ctx.jobs.engineStates([jobId])).get(jobId)?.isAlive, await inputs()]).toEqual([
    true,
    1,
  ])
  const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: new Date() } as const
  await given.ctx.database.asSystem((tx) => tx.update(job).set(ended).where(eq(job.id, jobId)))
  await removeExpired(later(31))
  expect([(await given.ctx.jobs.engineStates([jobId])).size, await inputs()]).toEqual([0, 0])
})

test('a file without a row is deleted after a day, one with a row is kept', async () => {
  const { path } = await insertJob('Ended')
  const orphan = await given.ctx.artifacts.store(owner.workspaceId, 'left by a crash')
  const orphanPath = join(given.ctx.folders.artifacts, orphan.fileKey)
  const old = new Date(Date.now() - 2 * day)
  utimesSync(path, old, old)
  expect(await sweepFiles(given.ctx)).toBe(0)
  utimesSync(orphanPath, old, old)
  expect(await sweepFiles(given.ctx)).toBe(1)
  expect([existsSync(path), existsSync(orphanPath)]).toEqual([true, false])
})
