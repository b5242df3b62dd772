import { setTimeout as pause } from 'node:timers/promises'
import { runGit, startGit } from '@sluice/git/git'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { jobStep } from '../platform/database/schema/job-execution.ts'
import { newId } from '../platform/ids.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'
import type { Run } from './run.ts'
import { JobFailure } from './run-errors.ts'

const clock = createTestClock()
const bench = commandBench({ clock })

const lostReply = () => Promise.reject(new Error('socket hang up'))

describe('an effect', () => {
  const outside = new Map<string, number>()
  const post = (key: string) => outside.set(key, (outside.get(key) ?? 0) + 1)

  test('whose reply is lost is found done and not repeated', async () => {
    const key = newId()
    bench.jobsDo(async (run) => {
      const output = await run.effect('deploy', {
        kind: 'Deployment',
        intent: async () => ({ key }),
        perform: (intent) => {
          post(intent.key)
          return lostReply()
        },
        reconcile: async (intent) => (outside.has(intent.key) ? { done: 'found' } : 'notDone'),
      })
      return { outcome: 'Succeeded', output }
    })
    const jobId = await bench.submit()
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Succeeded' })
    expect(outside.get(key)).toBe(1)
    expect(await ledgerOf(jobId)).toMatchObject({ resolution: 'Adopted', result: { value: 'found' } })
  })

  test('whose outcome cannot be determined fails the job and is never repeated', async () => {
    const key = newId()
    bench.jobsDo(async (run) => {
      await run.effect('deploy', {
        kind: 'Deployment',
        intent: async () => ({ key }),
        perform: (intent) => {
          post(intent.key)
          return lostReply()
        },
        reconcile: async () => 'ambiguous',
      })
      return succeeded
    })
    const jobId = await bench.submit()
    const ended = await untilEnded(bench.ctx, jobId)
    expect(ended.outcome).toBe('Failed')
    expect(ended.error?.message).toContain('cannot be told')
    expect(outside.get(key)).toBe(1)
  })

  test('that proves not done is recorded as failed, and is not open', async () => {
    bench.jobsDo(async (run) => {
      await run.effect('deploy', {
        kind: 'Deployment',
        intent: async () => 1,
        perform: () => Promise.reject(new JobFailure('refused')),
        reconcile: () => Promise.reject(new Error('must not be asked')),
        provesNotDone: (error) => error instanceof JobFailure,
      })
      return succeeded
    })
    const jobId = await bench.submit()
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ error: { message: 'refused' } })
    expect(await ledgerOf(jobId)).toMatchObject({ resolution: 'Failed' })
  })

  test.each(['retryable', 'outcomeUnknown'])(
    'that did not happen for a %s error is repeated for two minutes',
    async (property) => {
      const attempts = { made: 0 }
      repeated(Object.assign(new JobFailure('away'), { [property]: true }), attempts)
      const began = clock.elapsedMs()
      const jobId = await bench.submit()
      await whileClockAdvances(async () => (await findJob(bench.ctx, jobId)).status === 'Ended')
      expect(clock.elapsedMs() - began).toBeGreaterThan(120_000)
      expect(attempts.made).toBeGreaterThan(10)
      expect(await findJob(bench.ctx, jobId)).toMatchObject({ outcome: 'Failed', error: { message: 'away' } })
      expect(await ledgerOf(jobId)).toMatchObject({ resolution: 'Failed' })
    },
  )

  test('that did not happen is not repeated once the job is cancelled', async () => {
    const attempts = { made: 0 }
    repeated(Object.assign(new JobFailure('away'), { retryable: true }), attempts)
    const jobId = await bench.submit()
    await until(async () => attempts.made > 0)
    await bench.cancel(jobId)
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Cancelled' })
    expect(await ledgerOf(jobId)).toMatchObject({ resolution: 'Failed' })
  })

  test('is never repeated while the other system does not answer', async () => {
    let performed = 0
    bench.jobsDo(async (run) => {
      await run.effect('deploy', {
        kind: 'Deployment',
        intent: async () => 1,
        perform: async () => {
          performed++
          return lostReply()
        },
        reconcile: () => Promise.reject(new Error('no answer')),
      })
      return succeeded
    })
    const jobId = await bench.submit()
    await whileClockAdvances(async () => (await findJob(bench.ctx, jobId)).status === 'Ended')
    expect(await findJob(bench.ctx, jobId)).toMatchObject({
      outcome: 'Failed',
      error: { message: expect.stringContaining('cannot be told') },
    })
    expect(performed).toBe(1)
  })

  test('is not interrupted by a cancellation, which comes after it', async () => {
    let aborted: boolean | undefined
    bench.jobsDo(async (run) => {
      await cancelledEffect(run)
      aborted = run.signal.aborted
      await run.step('next', async () => 2)
      return succeeded
    })
    const jobId = await bench.submit()
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Cancelled' })
    expect(aborted).toBe(false)
  })

  test('followed by uncancellable work does not cancel that work', async () => {
    let aborted: boolean | undefined
    bench.jobsDo(async (run) => {
      await cancelledEffect(run)
      return run.uncancellable(async () => {
        await run.step('next', async () => (aborted = run.signal.aborted))
        return succeeded
      })
    })
    const jobId = await bench.submit()
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Succeeded' })
    expect(aborted).toBe(false)
  })
})

/** An effect during which somebody asks for the cancellation of its job. */
const cancelledEffect = (run: Run) =>
  run.effect('deploy', {
    kind: 'Deployment',
    intent: async () => 1,
    perform: async () => {
      await bench.cancel(run.jobId)
      await pause(1500)
      return 1
    },
    reconcile: async () => 'ambiguous',
  })

test('a step whose Git process was lost with its starter is repeated', async () => {
  const attempts = { made: 0 }
  const parentOfGit = ['-c', 'alias.parent=!ps -o ppid= -p $PPID', 'parent']
  bench.jobsDo(async (run) => {
    const output = await run.step('read', async () => {
      attempts.made++
      if (attempts.made > 1) return (await runGit({ args: ['--version'] })).stdout.toString()
      const starter = Number((await runGit({ args: parentOfGit })).stdout.toString())
      const reading = startGit({ args: ['-c', 'alias.sleeping=!exec sleep 600', 'sleeping'] })
      if (starter !== process.pid) process.kill(starter, 'SIGKILL')
      return `${(await reading.ended).exitCode}`
    })
    return { outcome: 'Succeeded', output }
  })
  const ended = untilEnded(bench.ctx, await bench.submit())
  expect(await ended).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(attempts.made).toBeGreaterThan(1)
})

/** A job whose effect fails with the error and is known not to have happened. */
const repeated = (error: Error, attempts: { made: number }) =>
  bench.jobsDo(async (run) => {
    const output = await run.effect('deploy', {
      kind: 'Deployment',
      intent: async () => 1,
      perform: async () => {
        attempts.made++
        throw error
      },
      reconcile: async () => 'notDone',
    })
    return { outcome: 'Succeeded', output }
  })

const whileClockAdvances = (condition: () => Promise<boolean>) =>
  until(async () => {
    if (await condition()) return true
    clock.advance(5_000)
    return false
  })

async function ledgerOf(jobId: string) {
  const rows = await bench.ctx.database.asSystem((tx) =>
    tx.select().from(jobStep).where(eq(jobStep.jobId, jobId)),
  )
  return rows.find((row) => row.name === 'deploy')
}
