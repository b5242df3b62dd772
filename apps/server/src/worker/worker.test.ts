import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommandResult, JobCommand } from '../durable/job-command.ts'
import type { Run } from '../durable/run.ts'
import { JobFailure } from '../durable/run-errors.ts'
import { jobProgress, jobStep } from '../platform/database/schema/job-execution.ts'
import { artifact, job, jobDependency, notice } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { testContext } from '../testing/test-context.ts'
import { type TestStack, findJob, insertStack, submitJob, until, untilEnded } from '../testing/test-jobs.ts'
import { type JobCommands, type Worker, startWorker } from './worker.ts'

const test0 = testContext()
let worker: Worker
let owner: TestStack
let body: (run: Run) => Promise<CommandResult>

const command: JobCommand = (_ctx, run) => body(run)
const commands: JobCommands = {
  Onboarding: command,
  InitializeStack: command,
  CreateEnvironment: command,
  DeleteEnvironment: command,
  FlowIn: command,
  FlowOut: command,
  FlowMerge: command,
  RunApexTests: command,
}

beforeAll(async () => {
  worker = await startWorker(test0.ctx, commands)
})
afterAll(() => worker.stop())
beforeEach(async () => {
  owner = await insertStack(test0.ctx)
})

const succeeded: CommandResult = { outcome: 'Succeeded', output: { done: true } }

describe('a job', () => {
  test('ends with the outcome, the times and the output of its command', async () => {
    body = () => Promise.resolve(succeeded)
    const jobId = await submitJob(test0.ctx, owner)
    const ended = await untilEnded(test0.ctx, jobId)
    expect(ended).toMatchObject({ status: 'Ended', outcome: 'Succeeded', error: null, epoch: 1 })
    expect(ended.endedUtc?.getTime()).toBeGreaterThanOrEqual(ended.startedUtc?.getTime() ?? Infinity)
    const [file] = await test0.ctx.database.asSystem((tx) =>
      tx.select().from(artifact).where(eq(artifact.jobId, jobId)),
    )
    expect(file).toMatchObject({ type: 'Output', contentType: 'application/json' })
    expect(JSON.parse(String(await test0.ctx.artifacts.read(file?.fileKey ?? '')))).toEqual({ done: true })
  })

  test('that fails on purpose shows its message and its details', async () => {
    body = () => Promise.reject(new JobFailure('The branch does not exist.', 'refs/heads/x'))
    const ended = await untilEnded(test0.ctx, await submitJob(test0.ctx, owner))
    expect(ended).toMatchObject({
      outcome: 'Failed',
      error: { message: 'The branch does not exist.', details: 'refs/heads/x' },
    })
  })

  test('waits for the job it depends on, and begins when that one succeeded', async () => {
    body = (run) => run.waitFor('go', 20_000).then(() => succeeded)
    const first = await submitJob(test0.ctx, owner)
    const second = await submitDependent(first)
    expect(await findJob(test0.ctx, second)).toMatchObject({ status: 'Pending' })
    await signal(first, 'go', null)
    await untilEnded(test0.ctx, first)
    await signal(second, 'go', null)
    expect(await untilEnded(test0.ctx, second)).toMatchObject({ outcome: 'Succeeded' })
  })

  test('ends with the job it depends on when that one failed', async () => {
    body = async (run) => {
      await run.waitFor('go', 20_000)
      throw new JobFailure('no')
    }
    const first = await submitJob(test0.ctx, owner)
    const second = await submitDependent(first)
    await signal(first, 'go', null)
    expect(await untilEnded(test0.ctx, second)).toMatchObject({ outcome: 'Cancelled', startedUtc: null })
  })

  test('shows its progress, and at last the newest state of it', async () => {
    body = async (run) => {
      const scope = run.progress.scope('Retrieve', { total: 3, unit: 'files' })
      for (let i = 0; i < 3; i++) scope.advance()
      scope.end('done')
      return succeeded
    }
    const jobId = await submitJob(test0.ctx, owner)
    await untilEnded(test0.ctx, jobId)
    const [row] = await test0.ctx.database.asSystem((tx) =>
      tx.select().from(jobProgress).where(eq(jobProgress.jobId, jobId)),
    )
    expect(row?.scopes).toMatchObject([
      { name: 'Retrieve', itemsCompleted: 3, status: 'Disposed', state: 'done' },
    ])
    expect(row?.version).toBe(1)
  })

  test('leaves one notice for the same remark made twice', async () => {
    body = async (run) => {
      await run.notice('TestRunCreated', { id: 1 })
      await run.step('again', () => run.notice('TestRunCreated', { id: 1 }))
      return succeeded
    }
    const jobId = await submitJob(test0.ctx, owner)
    await untilEnded(test0.ctx, jobId)
    const rows = await test0.ctx.database.asSystem((tx) =>
      tx.select().from(notice).where(eq(notice.jobId, jobId)),
    )
    expect(rows).toHaveLength(1)
  })
})

describe('cancellation', () => {
  test('wakes a job that waits, and counts its waiting as passive', async () => {
    body = (run) => run.waitFor('answer', 60_000).then(() => succeeded)
    const jobId = await submitJob(test0.ctx, owner)
    await until(async () => (await findJob(test0.ctx, jobId)).waitingTopic === 'answer')
    await cancel(jobId)
    const ended = await untilEnded(test0.ctx, jobId)
    expect(ended).toMatchObject({ outcome: 'Cancelled', cancellationIsRequested: true, error: null })
    expect(ended.passiveMilliseconds).toBeGreaterThan(0)
  })

  test('aborts the call that a step makes', async () => {
    body = async (run) => {
      await run.step('long call', async () => {
        await new Promise((_, refuse) => {
          run.signal.addEventListener('abort', () => refuse(new DOMException('aborted', 'AbortError')))
        })
      })
      return succeeded
    }
    const jobId = await submitJob(test0.ctx, owner)
    await until(async () => (await findJob(test0.ctx, jobId)).status === 'Running')
    await cancel(jobId)
    expect(await untilEnded(test0.ctx, jobId)).toMatchObject({ outcome: 'Cancelled' })
  })

  test('changes nothing after the point of no return', async () => {
    body = (run) =>
      run.uncancellable(async () => {
        await run.waitFor('go', 20_000)
        await run.step('after', () => Promise.resolve(1))
        return succeeded
      })
    const jobId = await submitJob(test0.ctx, owner)
    await until(async () => (await findJob(test0.ctx, jobId)).waitingTopic === 'go')
    await cancel(jobId)
    await signal(jobId, 'go', null)
    expect(await untilEnded(test0.ctx, jobId)).toMatchObject({ outcome: 'Succeeded' })
  })

  test('ends a job at once that no worker has begun', async () => {
    body = (run) => run.waitFor('go', 20_000).then(() => succeeded)
    const first = await submitJob(test0.ctx, owner)
    const second = await submitDependent(first)
    await cancel(second)
    expect(await findJob(test0.ctx, second)).toMatchObject({ status: 'Ended', outcome: 'Cancelled' })
    await cancel(first)
    await untilEnded(test0.ctx, first)
  })
})

describe('an effect', () => {
  const outside = new Map<string, number>()
  const post = (key: string) => outside.set(key, (outside.get(key) ?? 0) + 1)
  const lostReply = () => Promise.reject(new Error('socket hang up'))

  test('whose reply is lost is found done and not repeated', async () => {
    const key = newId()
    body = async (run) => {
      const output = await run.effect('deploy', {
        intent: async () => ({ key }),
        perform: (intent) => {
          post(intent.key)
          return lostReply()
        },
        reconcile: async (intent) => (outside.has(intent.key) ? { done: 'found' } : 'notDone'),
      })
      return { outcome: 'Succeeded', output }
    }
    const jobId = await submitJob(test0.ctx, owner)
    expect(await untilEnded(test0.ctx, jobId)).toMatchObject({ outcome: 'Succeeded' })
    expect(outside.get(key)).toBe(1)
    expect(await ledgerOf(jobId)).toMatchObject({ resolution: 'Adopted', result: { value: 'found' } })
  })

  test('that nobody can judge fails the job and is never repeated', async () => {
    const key = newId()
    body = async (run) => {
      await run.effect('deploy', {
        intent: async () => ({ key }),
        perform: (intent) => {
          post(intent.key)
          return lostReply()
        },
        reconcile: async () => 'ambiguous',
      })
      return succeeded
    }
    const jobId = await submitJob(test0.ctx, owner)
    const ended = await untilEnded(test0.ctx, jobId)
    expect(ended.outcome).toBe('Failed')
    expect(ended.error?.message).toContain('cannot be told')
    expect(outside.get(key)).toBe(1)
  })

  test('that proves not done leaves no intent behind', async () => {
    body = async (run) => {
      await run.effect('deploy', {
        intent: async () => 1,
        perform: () => Promise.reject(new JobFailure('refused')),
        reconcile: () => Promise.reject(new Error('must not be asked')),
        provesNotDone: (error) => error instanceof JobFailure,
      })
      return succeeded
    }
    const jobId = await submitJob(test0.ctx, owner)
    expect(await untilEnded(test0.ctx, jobId)).toMatchObject({ error: { message: 'refused' } })
    expect(await ledgerOf(jobId)).toBeUndefined()
  })

  test('is not interrupted by a cancellation, which comes after it', async () => {
    let aborted: boolean | undefined
    body = async (run) => {
      await run.effect('deploy', {
        intent: async () => 1,
        perform: async () => {
          await test0.ctx.database.inWorkspace(run.workspaceId, null, (tx) =>
            test0.ctx.jobs.requestCancellation(tx, {
              jobId: run.jobId,
              workspaceId: run.workspaceId,
              userId: null,
            }),
          )
          await new Promise((done) => setTimeout(done, 1500))
          aborted = run.signal.aborted
          return 1
        },
        reconcile: async () => 'ambiguous',
      })
      await run.step('next', () => Promise.resolve(2))
      return succeeded
    }
    const jobId = await submitJob(test0.ctx, owner)
    expect(await untilEnded(test0.ctx, jobId)).toMatchObject({ outcome: 'Cancelled' })
    expect(aborted).toBe(false)
  })
})

test('a job that another worker has taken over writes nothing more', async () => {
  let wrote = false
  body = async (run) => {
    await test0.ctx.database.asSystem((tx) =>
      tx
        .update(job)
        .set({ epoch: sql`epoch + 1` })
        .where(eq(job.id, run.jobId)),
    )
    await run.transaction('write', async () => {
      wrote = true
    })
    return succeeded
  }
  const jobId = await submitJob(test0.ctx, owner)
  await new Promise((done) => setTimeout(done, 2500))
  expect(wrote).toBe(false)
  expect(await findJob(test0.ctx, jobId)).toMatchObject({ status: 'Running', outcome: null })
})

async function submitDependent(dependsOnJobId: string): Promise<string> {
  const { workspaceId, stackId } = owner
  const jobId = newId()
  await test0.ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    await tx.insert(job).values({ id: jobId, workspaceId, stackId, commandName: 'FlowIn', commandInput: {} })
    await tx.insert(jobDependency).values({ workspaceId, jobId, dependsOnJobId })
    await test0.ctx.jobs.enqueue(tx, { jobId, workspaceId })
  })
  return jobId
}

const signal = (jobId: string, topic: string, message: unknown) =>
  test0.ctx.database.inWorkspace(owner.workspaceId, null, async (tx) => {
    await test0.ctx.jobs.signal(tx, { jobId, topic, message })
  })

const cancel = (jobId: string) =>
  test0.ctx.database.inWorkspace(owner.workspaceId, null, (tx) =>
    test0.ctx.jobs.requestCancellation(tx, { jobId, workspaceId: owner.workspaceId, userId: null }),
  )

async function ledgerOf(jobId: string) {
  const rows = await test0.ctx.database.asSystem((tx) =>
    tx.select().from(jobStep).where(eq(jobStep.jobId, jobId)),
  )
  return rows.find((row) => row.name === 'deploy')
}
