import { apexTestRun as apexTestRunSchema } from '@sluice/contract/apex-test-run'
import { beforeAll, describe, expect, test } from 'vitest'
import { viewApexTestRun } from '../../apex-test-runs/apex-test-run-views.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import type { InitializedStack } from '../testing/initialized-stack.ts'
import { runsInOrg, stackWithTests, storedRuns } from '../testing/org-tests.ts'
import { ended, everything, submit } from '../testing/run-job.ts'

const world = flowWorld()
let stack: InitializedStack
beforeAll(async () => {
  stack = await stackWithTests(world)
})

const submitTests = (settings: object = {}) =>
  submit(world.ctx, stack.flow, {
    jobCommandName: 'RunApexTests',
    jobTemplate: { environmentFilter: everything, ...settings },
  })
const endOf = (jobId: string) => ended(world.ctx, stack.flow, jobId)

async function shownRun(jobId: string) {
  const [stored] = await storedRuns(world, jobId)
  const { workspaceId } = stack.flow
  const run = await world.ctx.database.inWorkspace(workspaceId, null, (tx) =>
    viewApexTestRun(tx, workspaceId, stored?.id ?? ''),
  )
  return apexTestRunSchema.parse(run)
}

describe('RunApexTests', () => {
  test.each([
    'start tests.intent',
    'start tests.done',
    'start tests.recorded',
    'tests.done',
    'tests.recorded',
  ])('a worker that is lost at %s starts the tests once and stores them once', async (point) => {
    const before = (await runsInOrg(stack.flow)).length
    const crashing = crashingCommands(point)
    await world.restart(crashing.commands)
    const jobId = await submitTests({ classNames: ['BTest'] })
    await crashing.reached
    await world.restart()
    const job = await endOf(jobId)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect((await runsInOrg(stack.flow)).length).toBe(before + 1)
    expect(await storedRuns(world, jobId)).toMatchObject([{ methodsPassed: 1, methodsFailed: 1 }])
    expect((await shownRun(jobId)).testResults).toHaveLength(2)
  })
})
