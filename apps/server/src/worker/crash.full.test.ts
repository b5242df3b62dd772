import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { jobStep } from '../platform/database/schema/job-execution.ts'
import { artifact } from '../platform/database/schema/jobs.ts'
import { crashScene, once } from '../testing/crash-scene.ts'
import { spawnWorker } from '../testing/spawn-worker.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'

const scene = crashScene()

describe('kill -9 of the worker', () => {
  test.each([
    // The one place where a step may run twice: after its body and before its record.
    ['retrieve.after', { ...once, retrieves: 2 }],
    ['deploy.intent', once],
    ['deploy.performed', once],
    ['parity.after', once],
    ['end.after', once],
  ])('at %s: the job ends by itself, with each effect once', async (point, traces) => {
    const victim = await spawnWorker(scene.ctx, `${point}:kill`)
    const jobId = await scene.submit()
    await victim.exited
    await scene.takeOver()
    expect(await untilEnded(scene.ctx, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await scene.tracesOf(jobId)).toEqual(traces)
  })

  test('between the deploy and its record adopts what it finds', async () => {
    const victim = await spawnWorker(scene.ctx, 'deploy.performed:kill')
    const jobId = await scene.submit()
    await victim.exited
    await scene.takeOver()
    await untilEnded(scene.ctx, jobId)
    const [entry] = await scene.ctx.database.asSystem((tx) =>
      tx
        .select()
        .from(jobStep)
        .where(sql`job_id = ${jobId} and name = 'deploy'`),
    )
    expect(entry?.resolution).toBe('Adopted')
  })

  test('while the job waits loses neither the wait nor an answer given while no worker ran', async () => {
    const victim = await spawnWorker(scene.ctx)
    const jobId = await scene.submit({ wait: true })
    await until(async () => (await findJob(scene.ctx, jobId)).waitingTopic === 'answer')
    victim.kill('SIGKILL')
    await victim.exited
    await scene.ctx.database.inWorkspace(scene.owner.workspaceId, null, (tx) =>
      scene.ctx.jobs.signal(tx, { jobId, topic: 'answer', message: 'yes' }),
    )
    await scene.takeOver()
    expect(await untilEnded(scene.ctx, jobId)).toMatchObject({ outcome: 'Succeeded' })
    const [output] = await scene.ctx.database.asSystem((tx) =>
      tx.select().from(artifact).where(eq(artifact.jobId, jobId)),
    )
    expect(String(await scene.ctx.artifacts.read(output?.fileKey ?? ''))).toContain('"answer": "yes"')
  })
})

describe('two workers', () => {
  test('the survivor takes the job of the killed one', async () => {
    const victim = await spawnWorker(scene.ctx)
    const jobId = await scene.submit({ longStepMs: 1500 })
    await until(async () => scene.outside(`long began ${jobId}`) === 1)
    await scene.takeOver()
    victim.kill('SIGKILL')
    await until(async () => scene.outside(`long began ${jobId}`) === 2)
    expect(await untilEnded(scene.ctx, jobId)).toMatchObject({ outcome: 'Succeeded', epoch: 2 })
    expect(await scene.tracesOf(jobId)).toEqual(once)
  })

  test('one that slept past its lease writes nothing when it wakes', async () => {
    const zombie = await spawnWorker(scene.ctx)
    const jobId = await scene.submit({ longStepMs: 1000 })
    await until(async () => scene.outside(`long began ${jobId}`) === 1)
    zombie.kill('SIGSTOP')
    await scene.takeOver()
    await untilEnded(scene.ctx, jobId)
    zombie.kill('SIGCONT')
    await new Promise((done) => setTimeout(done, 2500))
    expect(await scene.tracesOf(jobId)).toEqual(once)
    expect(scene.outside(`clean up ${jobId}`)).toBe(1)
    expect(await findJob(scene.ctx, jobId)).toMatchObject({ outcome: 'Succeeded', epoch: 2 })
  })

  test('SIGTERM hands the job over at once', async () => {
    const leaving = await spawnWorker(scene.ctx)
    const jobId = await scene.submit({ longStepMs: 1000 })
    await until(async () => scene.outside(`long began ${jobId}`) === 1)
    leaving.kill('SIGTERM')
    await leaving.exited
    expect(await findJob(scene.ctx, jobId)).toMatchObject({ status: 'Running' })
    await scene.takeOver()
    expect(await untilEnded(scene.ctx, jobId)).toMatchObject({ outcome: 'Succeeded' })
    expect(await scene.tracesOf(jobId)).toEqual(once)
  })
})
