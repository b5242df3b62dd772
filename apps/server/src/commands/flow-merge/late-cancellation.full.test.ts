import { flowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import { expect, test } from 'vitest'
import { until } from '../../testing/test-jobs.ts'
import { observedCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import {
  devIntoUat,
  inBranch,
  stackForMerges,
  storedEnvironment,
  withTwoSandboxes,
} from '../testing/merge-stack.ts'
import { cancelJob, ended, outputOf, submit } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'

const world = flowWorld()

test('a flow merge that is cancelled after Salesforce has finished the deployment pushes the merge and succeeds', async () => {
  const edits = [alpha.edit()]
  const stack = await withTwoSandboxes(world, await stackForMerges(world, edits), edits)
  const { flow, dev, uat } = stack
  await dev.org.edit(alpha.edit('// dev'))
  const id: { job?: string } = {}
  await world.restart(
    observedCommands(async (point) => {
      if (point !== 'deploy.id' || id.job === undefined) return
      await until(async () => (await uat.org.changes()).length > 0)
      await cancelJob(world.ctx, flow, id.job)
    }),
  )
  id.job = await submit(world.ctx, flow, { jobCommandName: 'FlowMerge', jobTemplate: devIntoUat(stack) })
  const job = await ended(world.ctx, flow, id.job)
  expect(job).toMatchObject({ cancellationIsRequested: true, outcome: 'Succeeded', error: null })
  const { merge } = flowMergeResult.parse(await outputOf(world.ctx, flow, id.job))
  expect(merge.wasPushed).toBe(true)

  const branch = await inBranch(stack, uat, alpha.file)
  expect(branch.text).toBe(alpha.body('// dev').trim())
  expect(await storedEnvironment(world, uat)).toMatchObject({
    latestKnownParityCommitHashOutbound: branch.head,
    needsFullRetrieve: false,
  })
  await world.restart()
})
