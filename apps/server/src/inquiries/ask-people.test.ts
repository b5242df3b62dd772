import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Run } from '../durable/run.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { executor } from '../platform/database/schema/server.ts'
import { commandBench, succeeded } from '../testing/command-bench.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { findJob, until, untilEnded } from '../testing/test-jobs.ts'
import { askPeople, awaitAnswer, openInquiry, settleInquiry } from './ask-people.ts'
import { closeInquiry } from './inquiry-store.ts'

const clock = createTestClock()
const bench = commandBench({ clock })
const hour = 3_600_000

const prompt = { identityUsername: 'ada@example.com', verificationUrl: 'https://example.com', userCode: 'C' }
const signIn = { name: 'sign in', subject: 'DeviceCodeChallenge', prompt } as const
const completed = { abort: false, wasSuccessful: true }

const inquiriesOf = (jobId: string) =>
  bench.ctx.database.asSystem((tx) => tx.select().from(inquiry).where(eq(inquiry.jobId, jobId)))

const asks = (answerWithinMs?: number) => async (run: Run) => {
  await askPeople(bench.ctx, run, { ...signIn, ...(answerWithinMs !== undefined && { answerWithinMs }) })
  return succeeded
}

/** A job that waits for an answer now. */
async function waitingJob(): Promise<string> {
  const jobId = await bench.submit()
  await until(async () => (await findJob(bench.ctx, jobId)).waitingTopic !== null)
  return jobId
}

const lastHeartbeat = async () => {
  const [row] = await bench.ctx.database.asSystem((tx) => tx.select().from(executor))
  return row?.beatUtc.getTime()
}

async function nextHeartbeat(): Promise<void> {
  const before = await lastHeartbeat()
  await until(async () => (await lastHeartbeat()) !== before)
}

test('a question without an answer ends its job as cancelled when its time is up, and not before', async () => {
  bench.jobsDo(asks())
  const jobId = await waitingJob()
  const before = clock.now().getTime()
  const [asked] = await inquiriesOf(jobId)
  const hours = bench.ctx.config.waits.inquiryHours
  expect((asked?.answerRequiredBeforeUtc?.getTime() ?? 0) - before).toBeGreaterThan((hours - 0.1) * hour)
  clock.advance(hours * hour - 60_000)
  expect(await findJob(bench.ctx, jobId)).toMatchObject({ status: 'Running' })
  clock.advance(120_000)
  expect(await untilEnded(bench.ctx, jobId)).toMatchObject({
    outcome: 'Cancelled',
    error: { message: 'Nobody answered the question of this job until the time to wait was over.' },
  })
  expect(await inquiriesOf(jobId)).toMatchObject([{ status: 'Abandoned', answer: null }])
})

test('a question may have a time of its own, and the wait for it is passive time', async () => {
  bench.jobsDo(asks(10 * 60_000))
  const jobId = await waitingJob()
  clock.advance(11 * 60_000)
  const job = await untilEnded(bench.ctx, jobId)
  expect(job.outcome).toBe('Cancelled')
  // Eleven minutes and the moments of the test, of which the last minute counts in full.
  expect(job.billablePassiveWorkerMinutes).toBe(12)
})

test('a job that waits for an answer longer than a job may work is not timed out', async () => {
  const jobHours = bench.ctx.config.waits.jobHours
  bench.jobsDo(asks(3 * jobHours * hour))
  const jobId = await waitingJob()
  clock.advance(2 * jobHours * hour)
  // The heartbeat looks at running jobs; the second one from here begins after the clock was moved.
  for (let beat = 0; beat < 2; beat += 1) await nextHeartbeat()
  expect(await findJob(bench.ctx, jobId)).toMatchObject({ status: 'Running' })
  clock.advance(2 * jobHours * hour)
  expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Cancelled' })
})

test('a cancelled job abandons its question', async () => {
  bench.jobsDo(asks())
  const jobId = await waitingJob()
  await bench.cancel(jobId)
  expect(await untilEnded(bench.ctx, jobId)).toMatchObject({ outcome: 'Cancelled', error: null })
  expect(await inquiriesOf(jobId)).toMatchObject([{ status: 'Abandoned' }])
})

test('a job closes its question itself when it finds out what people did elsewhere', async () => {
  const found: unknown[] = []
  bench.jobsDo(async (run) => {
    const asked = await openInquiry(bench.ctx, run, signIn)
    found.push(await awaitAnswer(run, asked, 10), await awaitAnswer(run, asked, 10))
    found.push(await settleInquiry(run, asked, completed))
    return succeeded
  })
  const jobId = await bench.submit()
  await untilEnded(bench.ctx, jobId)
  expect(found).toEqual([null, null, completed])
  expect(await inquiriesOf(jobId)).toMatchObject([
    { status: 'Answered', answer: completed, answeredByUserId: null },
  ])
})

test('the answer of a person who was faster counts, and not what the job found out', async () => {
  const aborted = { abort: true, wasSuccessful: false }
  const counted: unknown[] = []
  bench.jobsDo(async (run) => {
    const asked = await openInquiry(bench.ctx, run, signIn)
    const { workspaceId, jobId } = run
    const reference = { workspaceId, jobId, inquiryId: asked.id }
    await run.transaction('answer', (tx) => closeInquiry(tx, reference, { answer: aborted, userId: null }))
    counted.push(await settleInquiry(run, asked, completed))
    return succeeded
  })
  const jobId = await bench.submit()
  await untilEnded(bench.ctx, jobId)
  expect(counted).toEqual([aborted])
  expect(await inquiriesOf(jobId)).toMatchObject([{ status: 'Answered', answer: aborted }])
})
