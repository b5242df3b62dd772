import { DBOS } from '@dbos-inc/dbos-sdk'
import { afterEach, expect, test } from 'vitest'
import { jobStep } from '../platform/database/schema/job-execution.ts'
import { silentLog } from '../platform/log/log.ts'
import { testContext } from '../testing/test-context.ts'
import { insertStack, submitJob, until, untilEnded } from '../testing/test-jobs.ts'
import { type Worker, startWorker } from '../worker/worker.ts'
import { startEngine, stopEngine } from './engine.ts'
import type { JobCommand } from './job-command.ts'
import { everyCommand } from '../testing/every-command.ts'

const given = testContext()
let worker: Worker | undefined
afterEach(() => worker?.stop())

/** A job as version 1.3 left it: what is finished stands with the engine, by position. */
async function begunByOlderRelease(): Promise<string> {
  const { ctx } = given
  let isReached = false
  await startEngine({
    databaseUrl: ctx.database.url,
    executorId: 'older release',
    concurrency: 1,
    log: silentLog,
    execute: async () => {
      await DBOS.runStep(async () => ({ head: 'abc' }), { name: 'fetch' })
      await DBOS.runStep(async () => undefined, { name: 'cancelled? 1' })
      await DBOS.runStep(() => Promise.reject(new TypeError('refused')), { name: 'check' }).catch(
        () => undefined,
      )
      await DBOS.runStep(async () => 'by the engine', { name: 'deploy' })
      isReached = true
      return await new Promise(() => undefined)
    },
  })
  const owner = await insertStack(ctx)
  const jobId = await submitJob(ctx, owner)
  await until(async () => isReached)
  await stopEngine()
  await ctx.database.inWorkspace(owner.workspaceId, null, async (tx) => {
    const entry = { jobId, workspaceId: owner.workspaceId, name: 'deploy', kind: 'Effect' as const, epoch: 1 }
    await tx.insert(jobStep).values({ ...entry, intent: { since: 1 }, result: { value: 'by the ledger' } })
    await tx.execute(`update job set epoch = 1 where id = '${jobId}'`)
  })
  return jobId
}

const again = () => Promise.reject(new Error('deployed twice'))

test('a job that the previous release began continues after its last finished step', async () => {
  const jobId = await begunByOlderRelease()
  const seen: unknown[] = []
  const command: JobCommand = async (_ctx, run) => {
    seen.push(await run.step('fetch', () => Promise.reject(new Error('fetched twice'))))
    await run
      .step('check', async () => seen.push('checked twice'))
      .catch((error: unknown) => seen.push(error))
    seen.push(
      await run.effect('deploy', { kind: 'Deployment', intent: again, perform: again, reconcile: again }),
    )
    return { outcome: 'Succeeded' }
  }
  worker = await startWorker(given.ctx, everyCommand(command))
  expect(await untilEnded(given.ctx, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(seen).toEqual([
    { head: 'abc' },
    expect.objectContaining({ name: 'TypeError', message: 'refused' }),
    'by the ledger',
  ])
})
