import { eq } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommandResult, JobCommand } from '../durable/job-command.ts'
import { environment } from '../platform/database/schema/environments.ts'
import type { LockMode } from '../platform/database/schema/job-execution.ts'
import { environmentLock, jobStep, lockTicket } from '../platform/database/schema/job-execution.ts'
import { notice } from '../platform/database/schema/jobs.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { type TestStack, findJob, insertStack, submitJob, until, untilEnded } from '../testing/test-jobs.ts'
import { type Worker, startWorker } from '../worker/worker.ts'
import { findLockWaits } from './lock-waits.ts'
import { acquireEnvironmentLocks, forceUnlock, lockedEnvironments } from './environment-lock.ts'
import { everyCommand } from '../testing/every-command.ts'

const clock = createTestClock()
const given = testContext({ clock })
const minute = 60_000
let worker: Worker
let owner: TestStack
let order: string[]

interface Input {
  name: string
  environments: number[]
  mode: LockMode
  /** Those that are only read. */
  shared: number[]
}

const numbersOf = (value: unknown) => (Array.isArray(value) ? value.map(Number) : [])

const readInput = (input: Record<string, unknown>): Input => ({
  name: String(input['name']),
  environments: numbersOf(input['environments']),
  shared: numbersOf(input['shared']),
  mode: input['mode'] === 'Shared' ? 'Shared' : 'Exclusive',
})

const idsOf = (indexes: number[]) => indexes.map((index) => owner.environmentIds[index] ?? '')

/** Takes its locks, says so, holds them until told to go, and writes something at the end. */
const hold: JobCommand = async (ctx, run, job): Promise<CommandResult> => {
  const { name, environments, shared, mode } = readInput(job.commandInput)
  await acquireEnvironmentLocks(ctx, run, {
    stackId: job.stackId,
    environmentIds: idsOf(environments),
    sharedEnvironmentIds: idsOf(shared),
    mode,
  })
  order.push(name)
  await run.waitFor('go', 24 * 3_600_000)
  await run.transaction('write', async () => order.push(`${name} wrote`))
  return { outcome: 'Succeeded' }
}

beforeAll(async () => {
  worker = await startWorker(given.ctx, everyCommand(hold))
})
afterAll(() => worker.stop())
beforeEach(async () => {
  owner = await insertStack(given.ctx, 3)
  order = []
})

const inWorkspace = <T>(body: Parameters<typeof given.ctx.database.inWorkspace<T>>[2]) =>
  given.ctx.database.inWorkspace(owner.workspaceId, null, body)

const submit = (name: string, environments: number[], mode: LockMode = 'Exclusive') =>
  submitJob(given.ctx, owner, { commandInput: { name, environments, mode } })

/** A job that reads environment 0 and writes another one. */
const fromZero = (name: string, target: number) =>
  submitJob(given.ctx, owner, {
    commandInput: { name, environments: [target, 0], shared: [0], mode: 'Exclusive' },
  })

const go = (jobId: string) =>
  inWorkspace((tx) => given.ctx.jobs.signal(tx, { jobId, topic: 'go', message: null }))

const begun = (name: string) => until(async () => order.includes(name))
const queued = (jobId: string) =>
  until(async () => (await inWorkspace((tx) => tx.$count(lockTicket, eq(lockTicket.jobId, jobId)))) === 1)

async function finish(...jobIds: string[]): Promise<void> {
  for (const jobId of jobIds) {
    await go(jobId)
    await untilEnded(given.ctx, jobId)
  }
}

describe('environment locks', () => {
  test('are given in the order of the requests, also across several environments', async () => {
    const first = await submit('first', [0, 1])
    await begun('first')
    const second = await submit('second', [1, 2])
    await queued(second)
    // Environment 2 is free, but whoever asked before goes first, or it would wait for ever.
    const third = await submit('third', [2])
    await queued(third)
    await finish(first, second, third)
    expect(order.filter((line) => !line.endsWith('wrote'))).toEqual(['first', 'second', 'third'])
  })

  test('leave other environments alone', async () => {
    const first = await submit('first', [0])
    const second = await submit('second', [1])
    await begun('first')
    await begun('second')
    expect(order.toSorted()).toEqual(['first', 'second'])
    await finish(first, second)
  })

  test('are shared by jobs that only read, and kept from one that writes', async () => {
    const readers = [await submit('reader 1', [0], 'Shared'), await submit('reader 2', [0], 'Shared')]
    await begun('reader 1')
    await begun('reader 2')
    const writer = await submit('writer', [0])
    await queued(writer)
    await pause(300)
    expect(order).not.toContain('writer')
    await finish(...readers, writer)
    expect(order).toContain('writer wrote')
  })

  test('of one request can be shared for what it only reads, and exclusive for the rest', async () => {
    const merges = [await fromZero('into 1', 1), await fromZero('into 2', 2)]
    await begun('into 1')
    await begun('into 2')
    const waiting = [await submit('writer of 0', [0]), await submit('reader of 1', [1], 'Shared')]
    for (const jobId of waiting) await queued(jobId)
    // It would only read 0, but who writes it asked before.
    const late = await fromZero('late', 2)
    await queued(late)
    await finish(...merges, ...waiting, late)
    expect(order.indexOf('writer of 0')).toBeLessThan(order.indexOf('late'))
    expect(order.indexOf('into 1 wrote')).toBeLessThan(order.indexOf('reader of 1'))
  })

  test('[J-248] show as locked while a job holds them', async () => {
    const job = await submit('first', [0])
    await begun('first')
    const locked = () => inWorkspace((tx) => lockedEnvironments(tx, owner.environmentIds))
    expect([...(await locked())]).toEqual([owner.environmentIds[0]])
    await finish(job)
    expect([...(await locked())]).toEqual([])
  })

  test('go to the next when a waiting job is cancelled', async () => {
    const first = await submit('first', [0])
    await begun('first')
    const second = await submit('second', [0])
    await queued(second)
    const third = await submit('third', [0])
    await queued(third)
    await inWorkspace((tx) =>
      given.ctx.jobs.requestCancellation(tx, { jobId: second, workspaceId: owner.workspaceId, userId: null }),
    )
    expect(await untilEnded(given.ctx, second)).toMatchObject({ outcome: 'Cancelled' })
    await finish(first, third)
    expect(order).toEqual(['first', 'first wrote', 'third', 'third wrote'])
  })
})

const waitOf = async (jobId: string) => (await inWorkspace((tx) => findLockWaits(tx, [jobId]))).get(jobId)

test('a job that waits names the jobs before it, those that hold the locks first, and its place in line', async () => {
  const holder = await submit('holder', [0])
  await begun('holder')
  const elsewhere = await submit('elsewhere', [2])
  await begun('elsewhere')
  const second = await submit('second', [0, 1])
  await queued(second)
  const third = await submit('third', [1])
  await queued(third)
  expect(await waitOf(second)).toMatchObject({ place: 1, jobs: [{ jobId: holder, isHolder: true }] })
  expect(await waitOf(third)).toMatchObject({ place: 2, jobs: [{ jobId: second, isHolder: false }] })
  expect(await waitOf(holder)).toBeUndefined()
  const { sinceUtc = '', untilUtc = '' } = (await waitOf(third)) ?? {}
  expect(Date.parse(untilUtc)).toBeGreaterThan(Date.parse(sinceUtc))
  await finish(holder)
  await begun('second')
  expect(await waitOf(third)).toMatchObject({ place: 1, jobs: [{ jobId: second, isHolder: true }] })
  await finish(second, third, elsewhere)
})

test('a job that only reads waits for no other that only reads', async () => {
  const writer = await submit('writer', [0])
  await begun('writer')
  const readers = [await submit('reader 1', [0], 'Shared'), await submit('reader 2', [0], 'Shared')]
  for (const reader of readers) await queued(reader)
  expect(await waitOf(readers[1] ?? '')).toMatchObject({ place: 1, jobs: [{ jobId: writer }] })
  await finish(writer, ...readers)
})

test('a job whose environment was deleted ends with that reason', async () => {
  const [, id = ''] = owner.environmentIds
  await inWorkspace((tx) => tx.delete(environment).where(eq(environment.id, id)))
  const ended = await untilEnded(given.ctx, await submit('late', [1]))
  expect(ended).toMatchObject({
    outcome: 'Failed',
    error: { message: 'The environment no longer exists.' },
  })
  expect(order).toEqual([])
  expect(await inWorkspace((tx) => tx.$count(lockTicket))).toBe(0)
})

describe('a forced unlock', () => {
  test('gives the environment to the next, and stops the job that held it before it writes', async () => {
    const robbed = await submit('robbed', [0])
    await begun('robbed')
    const next = await submit('next', [0])
    await queued(next)
    const holders = await inWorkspace((tx) => forceUnlock(given.ctx, tx, owner.environmentIds[0] ?? ''))
    expect(holders).toEqual([robbed])
    await begun('next')
    await go(robbed)
    const ended = await untilEnded(given.ctx, robbed)
    expect(ended).toMatchObject({ outcome: 'Failed' })
    expect(ended.error?.message).toContain('lost its lock')
    expect(order).not.toContain('robbed wrote')
    await finish(next)
    expect(order).toContain('next wrote')
  })
})

test('no lock outlives its job', async () => {
  const job = await submit('first', [0, 1, 2])
  await begun('first')
  expect((await findJob(given.ctx, job)).status).toBe('Running')
  await finish(job)
  expect(await inWorkspace((tx) => tx.$count(environmentLock))).toBe(0)
})

test('[J-063][J-065] a job notes its wait for locks, waits for 60 minutes and is then cancelled', async () => {
  const first = await submit('first', [0])
  await begun('first')
  const second = await submit('second', [0])
  await until(async () => (await findJob(given.ctx, second)).waitingTopic === 'lock')
  expect(await inWorkspace((tx) => tx.select().from(notice).where(eq(notice.jobId, second)))).toMatchObject([
    {
      subject: 'EnvironmentsLockedDelay',
      body: { environmentNames: ['Environment 0'], remainingTimeout: 60 },
    },
  ])
  const looks = () => inWorkspace((tx) => tx.$count(jobStep, eq(jobStep.jobId, second)))
  const before = await looks()
  clock.advance(59 * minute)
  await until(async () => (await looks()) > before)
  await until(async () => (await findJob(given.ctx, second)).waitingTopic === 'lock')
  expect(await findJob(given.ctx, second)).toMatchObject({ status: 'Running' })
  clock.advance(2 * minute)
  expect(await untilEnded(given.ctx, second)).toMatchObject({
    outcome: 'Cancelled',
    error: { message: expect.stringContaining('until the time to wait was over') },
    passiveMilliseconds: expect.toSatisfy((passive: number) => passive > 60 * minute),
  })
  expect(await inWorkspace((tx) => tx.$count(lockTicket))).toBe(0)
  await go(first)
  expect(await untilEnded(given.ctx, first)).toMatchObject({ outcome: 'Succeeded' })
})
