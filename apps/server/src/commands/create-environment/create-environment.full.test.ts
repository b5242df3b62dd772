import { createEnvironmentResult } from '@sluice/contract/job-commands/create-environment'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { until } from '../../testing/test-jobs.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { environmentCreations, ofBuilders as group } from '../testing/environment-creations.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../testing/initialized-stack.ts'
import { jobOf, outputOf } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import {
  allowFullCopies,
  createGroup,
  failOnce,
  holdCopying,
  recordsOf,
} from '../testing/sandbox-environment.ts'

const clock = createTestClock()
const world = flowWorld({ clock })

let stack: InitializedStack
beforeAll(async () => {
  stack = await initializedStack(world, [alpha.edit(), beta.edit()])
  await createGroup(stack.flow, 'Builders')
})
let made = 0
const newName = () => `box${made++}`
const ofTemplate = { ...group, sfdcSandboxTemplateName: 'Recent_Service_Data' }

const { start, endOf, creates, rowOf } = environmentCreations(world, () => stack.flow)
const resultOf = async (jobId: string) =>
  createEnvironmentResult.parse(await outputOf(world.ctx, stack.flow, jobId))

describe('CreateEnvironment', () => {
  test.each([
    { what: 'a sandbox', hours: 24, settings: group },
    { what: 'a full copy', hours: 72, settings: { ...ofTemplate, sfdcSandboxLicenseType: 'Full' } },
  ])(
    '[J-064] [J-066] [J-072] announces $what that is late, and is cancelled after $hours h',
    async (given) => {
      await holdCopying(stack.flow)
      await allowFullCopies(stack.flow)
      const name = newName()
      const jobId = await start(name, given.settings)
      const job = () => jobOf(world.ctx, stack.flow, jobId)
      await until(async () => {
        clock.advance(1_000)
        return (await job()).notices.length > 0
      })
      expect((await job()).notices).toMatchObject([
        {
          subject: 'SandboxAvailabilityDelay',
          body: { sandboxName: name, remainingTimeout: given.hours * 60 },
        },
      ])
      clock.advance((given.hours - 1) * 3_600_000)
      expect(await job()).toMatchObject({ status: 'Running' })
      clock.advance(2 * 3_600_000)
      expect(await endOf(jobId)).toMatchObject({
        outcome: 'Cancelled',
        error: { message: `The sandbox ${name} was not available until the time to wait was over.` },
      })
      expect(await rowOf(name)).toMatchObject({ isInitialized: false })
    },
  )

  test('fails when the copying stops', async () => {
    await failOnce(stack.flow, 'sandboxStops', 'sandbox')
    const name = newName()
    expect((await creates(name)).error?.message).toBe(
      `The sandbox ${name} is not available: Salesforce says Stopped.`,
    )
  })

  // The crash table has every point; at this one the sandbox is ordered and nobody has written that down.
  test('whose worker is lost after the order makes one sandbox', async () => {
    const name = newName()
    const crashing = crashingCommands('create sandbox.done')
    await world.restart(crashing.commands)
    const jobId = await start(name)
    await crashing.reached
    await world.restart()
    expect((await endOf(jobId)).error).toBeNull()
    const records = await recordsOf(stack.flow, `SELECT Id FROM SandboxInfo WHERE SandboxName = '${name}'`)
    expect(records).toHaveLength(1)
    expect(await resultOf(jobId)).toMatchObject({ sandboxWasCreated: true, branchWasCreated: true })
  })
})
