import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { jobStep } from '../platform/database/schema/job-execution.ts'
import { newId } from '../platform/ids.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { untilEnded } from '../testing/test-jobs.ts'
import type { Run } from './run.ts'
import { JobFailure } from './run-errors.ts'

const bench = commandBench()

const lostReply = () => Promise.reject(new Error('socket hang up'))

describe('an effect', () => {
  const outside = new Map<string, number>()
  const post = (key: string) => outside.set(key, (outside.get(key) ?? 0) + 1)

  test('whose reply is lost is found done and not repeated', async () => {
    const key = newId()
    bench.jobsDo(async (run) => {
      const output = await run.effect('deploy', {
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

  test('that nobody can judge fails the job and is never repeated', async () => {
    const key = newId()
    bench.jobsDo(async (run) => {
      await run.effect('deploy', {
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

  test('that proves not done leaves no intent behind', async () => {
    bench.jobsDo(async (run) => {
      await run.effect('deploy', {
        intent: async () => 1,
        perform: () => Promise.reject(new JobFailure('refused')),
        reconcile: () => Promise.reject(new Error('must not be asked')),
        provesNotDone: (error) => error instanceof JobFailure,
      })
      return succeeded
    })
    const jobId = await bench.submit()
    expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ error: { message: 'refused' } })
    expect(await ledgerOf(jobId)).toBeUndefined()
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

  test('followed by work that is not to be cancelled lets that go on in peace', async () => {
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
    intent: async () => 1,
    perform: async () => {
      await bench.cancel(run.jobId)
      await pause(1500)
      return 1
    },
    reconcile: async () => 'ambiguous',
  })

async function ledgerOf(jobId: string) {
  const rows = await bench.ctx.database.asSystem((tx) =>
    tx.select().from(jobStep).where(eq(jobStep.jobId, jobId)),
  )
  return rows.find((row) => row.name === 'deploy')
}
