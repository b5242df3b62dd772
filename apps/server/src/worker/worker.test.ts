import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { EffectKind } from '../durable/run.ts'
import { JobFailure } from '../durable/run-errors.ts'
import { jobProgress, jobStep } from '../platform/database/schema/job-execution.ts'
import { artifact, job, notice } from '../platform/database/schema/jobs.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'

const bench = commandBench()

describe('a job', () => {
  test('ends with the outcome, the times and the output of its command', async () => {
    bench.jobsDo(() => Promise.resolve(succeeded))
    const jobId = await bench.submit()
    const ended = await untilEnded(bench.ctx, jobId)
    expect(ended).toMatchObject({ status: 'Ended', outcome: 'Succeeded', error: null, epoch: 1 })
    expect(ended.endedUtc?.getTime()).toBeGreaterThanOrEqual(ended.startedUtc?.getTime() ?? Infinity)
    const [file] = await bench.ctx.database.asSystem((tx) =>
      tx.select().from(artifact).where(eq(artifact.jobId, jobId)),
    )
    expect(file).toMatchObject({ type: 'Output', contentType: 'application/json' })
    expect(JSON.parse(String(await bench.ctx.artifacts.read(file?.fileKey ?? '')))).toEqual({ done: true })
  })

  test('that fails on purpose shows its message and its details', async () => {
    bench.jobsDo(() => Promise.reject(new JobFailure('The branch does not exist.', 'refs/heads/x')))
    const ended = await untilEnded(bench.ctx, await bench.submit())
    expect(ended).toMatchObject({
      outcome: 'Failed',
      error: { message: 'The branch does not exist.', details: 'refs/heads/x' },
    })
  })

  test('whose row is deleted while it runs frees its slot', async () => {
    const begun: string[] = []
    bench.jobsDo(async (run) => {
      begun.push(run.jobId)
      return run.waitFor('never', 600_000).then(() => succeeded)
    })
    const jobId = await bench.submit()
    await until(async () => begun.includes(jobId))
    await bench.ctx.database.asSystem((tx) => tx.delete(job).where(eq(job.id, jobId)))
    const engineStatus = async () => {
      const { rows } = await bench.ctx.database.asSystem((tx) =>
        tx.execute<{ status: string }>(
          sql`select status from dbos.workflow_status where workflow_uuid = ${jobId}`,
        ),
      )
      return rows[0]?.status
    }
    await until(async () => (await engineStatus()) !== 'PENDING')
    expect(await engineStatus()).toBe('SUCCESS')
  })

  test('waits for the job it depends on, and begins when that one succeeded', async () => {
    bench.jobsDo((run) => run.waitFor('go', 600_000).then(() => succeeded))
    const first = await bench.submit()
    const second = await bench.submitDependent(first)
    expect(await findJob(bench.ctx, second)).toMatchObject({ status: 'Pending' })
    await bench.signal(first, 'go')
    await untilEnded(bench.ctx, first)
    await bench.signal(second, 'go')
    expect(await untilEnded(bench.ctx, second)).toMatchObject({ outcome: 'Succeeded' })
  })

  test('ends with the job it depends on when that one failed', async () => {
    bench.jobsDo(async (run) => {
      await run.waitFor('go', 600_000)
      throw new JobFailure('no')
    })
    const first = await bench.submit()
    const second = await bench.submitDependent(first)
    await bench.signal(first, 'go')
    expect(await untilEnded(bench.ctx, second)).toMatchObject({ outcome: 'Cancelled', startedUtc: null })
  })

  test('shows its progress, and at last the newest state of it', async () => {
    bench.jobsDo(async (run) => {
      const scope = run.progress.scope('Retrieve', { total: 3, unit: 'files' })
      for (let i = 0; i < 3; i++) scope.advance()
      scope.end('done')
      return succeeded
    })
    const jobId = await bench.submit()
    await untilEnded(bench.ctx, jobId)
    const [row] = await bench.ctx.database.asSystem((tx) =>
      tx.select().from(jobProgress).where(eq(jobProgress.jobId, jobId)),
    )
    expect(row?.scopes).toMatchObject([
      { name: 'Retrieve', itemsCompleted: 3, status: 'Disposed', state: 'done' },
    ])
    expect(row?.version).toBe(1)
  })

  test('leaves one notice for the same remark made twice', async () => {
    bench.jobsDo(async (run) => {
      await run.notice('TestRunCreated', { id: 1 })
      await run.step('again', () => run.notice('TestRunCreated', { id: 1 }))
      return succeeded
    })
    const jobId = await bench.submit()
    await untilEnded(bench.ctx, jobId)
    const rows = await bench.ctx.database.asSystem((tx) =>
      tx.select().from(notice).where(eq(notice.jobId, jobId)),
    )
    expect(rows).toHaveLength(1)
  })
})

const effect = <T>(kind: EffectKind, value: T) => ({
  kind,
  intent: () => Promise.resolve(null),
  perform: () => Promise.resolve(value),
  reconcile: () => Promise.resolve('notDone' as const),
})

describe('what a job leaves behind', () => {
  test('are its effects in their order, without those that changed nothing', async () => {
    bench.jobsDo(async (run) => {
      await run.effect('push 1', {
        ...effect('Push', 'moved'),
        changedNothing: (outcome) => outcome === 'moved',
      })
      await run.effect('push 2', {
        ...effect('Push', 'pushed'),
        changedNothing: (outcome) => outcome === 'moved',
      })
      await run.effect('source: push 1', effect('Push', 'moved'))
      await run
        .effect('refused', {
          ...effect('SandboxOrder', null),
          perform: () => Promise.reject(new JobFailure('no')),
          provesNotDone: () => true,
        })
        .catch(() => undefined)
      await run.effect('deploy 1', effect('Deployment', '0Af'))
      await run.waitFor('never', 600_000)
      return succeeded
    })
    const jobId = await bench.submit()
    await until(async () => (await findJob(bench.ctx, jobId)).waitingTopic === 'never')
    await bench.cancel(jobId)
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({
      outcome: 'Cancelled',
      outsideEffects: [
        { kind: 'Push', isCertain: true },
        { kind: 'Push', isCertain: true },
        { kind: 'Deployment', isCertain: true },
      ],
    })
  })

  test('are effects of earlier releases, which recorded no kind, by the names of their steps', async () => {
    bench.jobsDo(async (run) => {
      await run.effect('push 1', effect('Push', 'moved'))
      await run.effect('invite to repository', effect('RepositoryInvitation', 'The user is unknown.'))
      await run.effect('source: push 2', effect('Push', 'pushed'))
      await run.effect('a step that is gone', effect('Push', 'done'))
      await run.waitFor('never', 600_000)
      return succeeded
    })
    const jobId = await bench.submit()
    await until(async () => (await findJob(bench.ctx, jobId)).waitingTopic === 'never')
    await bench.ctx.database.asSystem((tx) =>
      tx.update(jobStep).set({ effectKind: null }).where(eq(jobStep.jobId, jobId)),
    )
    await bench.cancel(jobId)
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({
      outsideEffects: [
        { kind: 'Push', isCertain: true },
        { kind: 'Other', isCertain: true },
      ],
    })
  })

  test('of a job that never began is nothing', async () => {
    bench.jobsDo((run) => run.waitFor('go', 600_000).then(() => succeeded))
    const first = await bench.submit()
    const second = await bench.submitDependent(first)
    await bench.cancel(second)
    expect(await untilEnded(bench.ctx, second)).toMatchObject({ outsideEffects: [], startedUtc: null })
    await bench.signal(first, 'go')
    await untilEnded(bench.ctx, first)
  })

  test('is the summary that its command gave', async () => {
    const summary = { changed: 2, names: ['Alpha', 'Beta'], leftOut: 1, hasFailedTests: false }
    bench.jobsDo(() => Promise.resolve({ ...succeeded, summary }))
    expect(await untilEnded(bench.ctx, await bench.submit())).toMatchObject({ summary })
  })
})

describe('cancellation', () => {
  test('wakes a job that waits, and counts its waiting as passive', async () => {
    bench.jobsDo((run) => run.waitFor('answer', 600_000).then(() => succeeded))
    const jobId = await bench.submit()
    await until(async () => (await findJob(bench.ctx, jobId)).waitingTopic === 'answer')
    await bench.cancel(jobId)
    const ended = await untilEnded(bench.ctx, jobId)
    expect(ended).toMatchObject({ outcome: 'Cancelled', cancellationIsRequested: true, error: null })
    expect(ended.passiveMilliseconds).toBeGreaterThan(0)
  })

  test('the passive time of a job is that of all its waits', async () => {
    const passive: number[] = []
    bench.jobsDo(async (run) => {
      for (const topic of ['first', 'second']) {
        await run.waitFor(topic, 600_000)
        passive.push((await findJob(bench.ctx, run.jobId)).passiveMilliseconds)
      }
      return succeeded
    })
    const jobId = await bench.submit()
    await until(async () => (await findJob(bench.ctx, jobId)).waitingTopic === 'first')
    // The first wait is the longer one, so that a second one cannot stand for both.
    await new Promise((done) => setTimeout(done, 500))
    await bench.signal(jobId, 'first')
    await until(async () => (await findJob(bench.ctx, jobId)).waitingTopic === 'second')
    await bench.signal(jobId, 'second')
    await untilEnded(bench.ctx, jobId)
    const [first = 0, both = 0] = passive
    expect(first).toBeGreaterThanOrEqual(450)
    expect(both).toBeGreaterThan(first)
  })

  test('aborts the call that a step makes', async () => {
    bench.jobsDo(async (run) => {
      await run.step('long call', async () => {
        await new Promise((_, refuse) => {
          run.signal.addEventListener('abort', () => refuse(new DOMException('aborted', 'AbortError')))
        })
      })
      return succeeded
    })
    const jobId = await bench.submit()
    await until(async () => (await findJob(bench.ctx, jobId)).status === 'Running')
    await bench.cancel(jobId)
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Cancelled' })
  })

  test('changes nothing after the point of no return', async () => {
    bench.jobsDo((run) =>
      run.uncancellable(async () => {
        await run.waitFor('go', 600_000)
        await run.step('after', () => Promise.resolve(1))
        return succeeded
      }),
    )
    const jobId = await bench.submit()
    await until(async () => (await findJob(bench.ctx, jobId)).waitingTopic === 'go')
    await bench.cancel(jobId)
    await bench.signal(jobId, 'go')
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Succeeded' })
  })

  test('ends a job at once that no worker has begun', async () => {
    bench.jobsDo((run) => run.waitFor('go', 600_000).then(() => succeeded))
    const first = await bench.submit()
    const second = await bench.submitDependent(first)
    await bench.cancel(second)
    expect(await findJob(bench.ctx, second)).toMatchObject({ status: 'Ended', outcome: 'Cancelled' })
    await bench.cancel(first)
    await untilEnded(bench.ctx, first)
  })
})

test('a job that another worker has taken over writes nothing more', async () => {
  let wrote = false
  let isTakenOver = false
  bench.jobsDo(async (run) => {
    await bench.ctx.database.asSystem((tx) =>
      tx
        .update(job)
        .set({ epoch: sql`epoch + 1` })
        .where(eq(job.id, run.jobId)),
    )
    isTakenOver = true
    await run.transaction('write', async () => {
      wrote = true
    })
    return succeeded
  })
  const jobId = await bench.submit()
  await until(async () => isTakenOver)
  // The refused run settles nothing that could be awaited; a whole later job takes longer than its next step would.
  bench.jobsDo(async () => succeeded)
  await untilEnded(bench.ctx, await bench.submit())
  expect(wrote).toBe(false)
  expect(await findJob(bench.ctx, jobId)).toMatchObject({ status: 'Running', outcome: null })
})
