import { and, eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobProgress, jobStep } from '../platform/database/schema/job-execution.ts'
import { until } from '../testing/test-jobs.ts'
import { type FlowStack, flowWorld } from './testing/flow-world.ts'
import { initializedStack } from './testing/initialized-stack.ts'
import { ended, everything, jobOf, submit } from './testing/run-job.ts'
import { alpha } from './testing/sample-metadata.ts'
import type { WorkingCopy } from './testing/working-copy.ts'

const world = flowWorld()
let flow: FlowStack
let clone: WorkingCopy

beforeEach(async () => {
  ;({ flow, clone } = await initializedStack(world, [alpha.edit()]))
})

const flowIn = () =>
  submit(world.ctx, flow, { jobCommandName: 'FlowIn', jobTemplate: { environmentFilter: everything } })

/** How the job ended, and the files of each commit since the start. */
async function endOf(jobId: string, start: string) {
  const { outcome, error } = await ended(world.ctx, flow, jobId)
  await clone.pull()
  const commits = await clone.commits(`${start}..`)
  return { outcome, error, commits: commits.map(({ files }) => files) }
}
const oneCommit = { outcome: 'Succeeded', error: null, commits: [[alpha.file]] }

test('a job that finds the Git host away at its first fetch waits for it and succeeds', async () => {
  const start = await clone.git('rev-parse', 'HEAD')
  await flow.org.edit(alpha.edit('// edited', 1))
  const startAgain = await world.stopGitHost()
  const jobId = await flowIn()
  await until(async () => (await jobOf(world.ctx, flow, jobId)).status === 'Running')
  await until(async () => (await stepsOf(jobId)) > 0)
  await startAgain()
  expect(await endOf(jobId, start)).toEqual(oneCommit)
})

test('a job that finds the Git host away at its push pushes when it is back, once', async () => {
  const start = await clone.git('rev-parse', 'HEAD')
  await flow.org.edit(alpha.edit('// edited', 1))
  await flow.org.admin('POST', 'faults', { kind: 'hold', operation: 'retrieve' })
  const jobId = await flowIn()
  await until(() => isRetrieving(jobId))
  const startAgain = await world.stopGitHost()
  await flow.org.admin('DELETE', 'faults')
  await until(async () => (await stepsOf(jobId, 'push%')) > 0)
  await startAgain()
  expect(await endOf(jobId, start)).toEqual(oneCommit)
})

const stepsOf = (jobId: string, name = '%') =>
  world.ctx.database.asSystem((tx) =>
    tx.$count(jobStep, and(eq(jobStep.jobId, jobId), like(jobStep.name, name))),
  )

async function isRetrieving(jobId: string): Promise<boolean> {
  const [row] = await world.ctx.database.asSystem((tx) =>
    tx.select().from(jobProgress).where(eq(jobProgress.jobId, jobId)),
  )
  return JSON.stringify(row?.scopes ?? []).includes('Retrieve metadata')
}
