import { like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentTag } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'
import { stoppingRun } from '../testing/stopping-run.ts'
import { testContext } from '../testing/test-context.ts'
import { type TestStack, insertStack, submitJob, until, untilEnded } from '../testing/test-jobs.ts'
import type { JobCommands } from '../worker/job-runner.ts'
import { type Worker, startWorker } from '../worker/worker.ts'
import type { JobCommand } from './job-command.ts'
import type { Run, StepName } from './run.ts'
import { everyCommand } from '../testing/every-command.ts'

const given = testContext({ settings: { SLUICE_JOB_CONCURRENCY: '60' } })
let worker: Worker | undefined
let owner: TestStack
/** What jobs did in the outside world, which nobody can take back. */
let outside: string[] = []

beforeEach(async () => {
  outside = []
  owner = await insertStack(given.ctx)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

const count = (line: string) => outside.filter((one) => one === line).length

/** What the versions of a command are made of. */
function partsOf(run: Run) {
  const { jobId, workspaceId } = run
  const [environmentId = ''] = owner.environmentIds
  const step = (name: StepName, does: string) =>
    run.step(name, async () => {
      outside.push(`${does} ${jobId}`)
    })
  return {
    fetch: () => step('fetch', 'fetch'),
    check: () => step('check', 'check'),
    compare: (name: StepName = 'compare') => step(name, 'compare'),
    deploy: (name: StepName = 'deploy') =>
      run.effect(name, {
        kind: 'Push',
        intent: async () => `deploy ${jobId}`,
        perform: async (line) => void outside.push(line),
        reconcile: async (line) => (count(line) > 0 ? { done: undefined } : 'notDone'),
      }),
    record: (name: StepName = 'record') =>
      run.transaction(name, async (tx) => {
        await tx.insert(environmentTag).values({ workspaceId, environmentId, name: `${jobId} ${newId()}` })
      }),
    wait: (topic: string) => run.waitFor<string>(topic, 600_000),
  }
}

type Version = (parts: ReturnType<typeof partsOf>) => Promise<unknown>

const first: Version = async ({ fetch, compare, deploy, wait, record }) => {
  await fetch()
  await compare()
  await deploy()
  await wait('answer')
  await record()
}

const changes: readonly [string, Version][] = [
  [
    'a step, a wait and a check inserted',
    async ({ check, fetch, compare, deploy, wait, record }) => {
      await fetch()
      await check()
      await compare()
      await wait('confirmation')
      await deploy()
      await wait('answer')
      await record()
    },
  ],
  [
    'steps removed',
    async ({ deploy, wait, record }) => {
      await deploy()
      await wait('answer')
      await record()
    },
  ],
  [
    'steps in another order',
    async ({ fetch, compare, deploy, wait, record }) => {
      await wait('answer')
      await compare()
      await deploy()
      await fetch()
      await record()
    },
  ],
  [
    'steps renamed',
    async ({ fetch, compare, deploy, wait, record }) => {
      await fetch()
      await compare({ name: 'find changes', formerly: ['compare'] })
      await deploy({ name: 'deploy 1', formerly: ['deployment', 'deploy'] })
      await wait('answer')
      await record({ name: 'parity', formerly: ['record'] })
    },
  ],
]

type Hit = (point: string, stopsAt: unknown) => Promise<void>

function commandsOf(version: Version, hit: Hit): JobCommands {
  const command: JobCommand = async (_ctx, run, job) => {
    await version(partsOf(stoppingRun(run, (point) => hit(point, job.commandInput['stopsAt']))))
    return { outcome: 'Succeeded' }
  }
  return everyCommand(command)
}

async function submit(stopsAt: string | null): Promise<string> {
  const jobId = await submitJob(given.ctx, owner, { commandInput: { stopsAt } })
  for (const topic of ['answer', 'confirmation'])
    await given.ctx.database.inWorkspace(owner.workspaceId, null, (tx) =>
      given.ctx.jobs.signal(tx, { jobId, topic, message: topic }),
    )
  return jobId
}

/** Every point at which a worker that runs the version may be lost. */
async function pointsOf(version: Version): Promise<string[]> {
  const points: string[] = []
  worker = await startWorker(
    given.ctx,
    commandsOf(version, async (point) => void points.push(point)),
  )
  await untilEnded(given.ctx, await submit(null))
  await worker.stop()
  return points
}

/** Runs a job for every point on a worker that is lost there, and ends all of them on a worker of another version. */
async function replaceAtEveryPoint(before: Version, after: Version): Promise<Map<string, string>> {
  const points = await pointsOf(before)
  let reached = 0
  worker = await startWorker(
    given.ctx,
    commandsOf(before, async (point, stopsAt) => {
      if (point !== stopsAt) return
      reached++
      await new Promise(() => undefined)
    }),
  )
  const jobs = new Map<string, string>()
  for (const point of points) jobs.set(point, await submit(point))
  await until(async () => reached === points.length)
  await worker.stop()
  worker = await startWorker(
    given.ctx,
    commandsOf(after, async () => undefined),
  )
  return jobs
}

const recordsOf = async (jobId: string) =>
  given.ctx.database.asSystem((tx) => tx.$count(environmentTag, like(environmentTag.name, `${jobId} %`)))

/** What each job did, and what it should have done. */
async function doneBy(jobs: Map<string, string>) {
  const done = []
  for (const [point, jobId] of jobs) {
    const { outcome, error } = await untilEnded(given.ctx, jobId)
    // A step whose worker is lost between its work and its record is the one that may be done twice.
    const twice = ['fetch', 'check', 'compare'].filter(
      (name) => count(`${name} ${jobId}`) > (point === `${name}.done` ? 2 : 1),
    )
    const deployed = count(`deploy ${jobId}`)
    done.push({ point, outcome, error, deployed, recorded: await recordsOf(jobId), twice })
  }
  return done
}

const onceAt = (point: string) => ({
  point,
  outcome: 'Succeeded',
  error: null,
  deployed: 1,
  recorded: 1,
  twice: [],
})

describe('a job that a release has begun, whose worker is lost at any point', () => {
  test.each(changes)('is ended by the next release, which has %s', async (_change, second) => {
    const jobs = await replaceAtEveryPoint(first, second)
    expect(jobs.size).toBeGreaterThan(10)
    expect(await doneBy(jobs)).toEqual(Array.from(jobs.keys(), onceAt))
  })

  test.each(changes.slice(0, 3))('is ended by the release before, without %s', async (_change, second) => {
    const jobs = await replaceAtEveryPoint(second, first)
    expect(jobs.size).toBeGreaterThan(5)
    expect(await doneBy(jobs)).toEqual(Array.from(jobs.keys(), onceAt))
  })
})

test('a cancellation does not end a job before what an earlier attempt deployed is recorded', async () => {
  const points = await pointsOf(first)
  expect(points).toContain('deploy.recorded')
  worker = await startWorker(
    given.ctx,
    commandsOf(first, async (point, stopsAt) => {
      if (point === stopsAt) await new Promise(() => undefined)
    }),
  )
  const jobId = await submit('deploy.recorded')
  await until(async () => count(`deploy ${jobId}`) === 1)
  await given.ctx.database.inWorkspace(owner.workspaceId, null, (tx) =>
    given.ctx.jobs.requestCancellation(tx, { jobId, workspaceId: owner.workspaceId, userId: null }),
  )
  await worker.stop()
  const inserted: Version = async (parts) => {
    await parts.check()
    await first({ ...parts, wait: async () => null })
  }
  worker = await startWorker(
    given.ctx,
    commandsOf(inserted, async () => undefined),
  )
  await untilEnded(given.ctx, jobId)
  expect([count(`check ${jobId}`), count(`deploy ${jobId}`), await recordsOf(jobId)]).toEqual([1, 1, 1])
})
