import { beforeAll, describe, expect, test } from 'vitest'
import { commonEdits } from '../testing/both-sides-changed.ts'
import { observedCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import {
  type MergeStack,
  type MergedSandbox,
  devIntoUat,
  inBranch,
  mergeDevIntoUat,
  pushTo,
  stackForMerges,
  storedEnvironment,
  withTwoSandboxes,
} from '../testing/merge-stack.ts'
import type { InitializedStack } from '../testing/initialized-stack.ts'
import { cancelJob, ended, submit } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'

const world = flowWorld()

const text = async (stack: MergeStack, where: MergedSandbox, file: string) =>
  (await inBranch(stack, where, file)).text
const headsOf = async (stack: MergeStack) => [
  (await inBranch(stack, stack.dev, alpha.file)).head,
  (await inBranch(stack, stack.uat, alpha.file)).head,
]

let shared: InitializedStack
beforeAll(async () => {
  shared = await stackForMerges(world, commonEdits)
})
const newStack = () => withTwoSandboxes(world, shared, commonEdits)

describe('a flow merge', () => {
  test('whose deployment fails keeps what both orgs have, and does not push the merge', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await pushTo(stack, dev, { [beta.file]: beta.body('Object one = new Missing();') })
    await uat.org.edit(alpha.edit('// uat'))
    const { job, output } = await mergeDevIntoUat(world, stack, { targetOutAllOrNothing: true })
    expect(job.outcome).toBe('Failed')
    // What the flow in brought from the target's own org is not deployed to it.
    const diffCounts = { added: 0, modified: 1, deleted: 0 }
    expect(output).toMatchObject({
      merge: { wasPushed: false },
      targetOutResult: { isSuccessful: false, diffResult: { diffCounts } },
    })
    expect(await text(stack, dev, beta.file)).toContain('Missing')
    expect(await text(stack, uat, beta.file)).not.toContain('Missing')
    expect(await text(stack, uat, alpha.file)).toContain('// uat')
    const [, head] = await headsOf(stack)
    expect(await storedEnvironment(world, uat)).toMatchObject({
      latestKnownParityCommitHash: head,
      latestKnownParityCommitHashOutbound: head,
      lastSnapshotNumber: 1,
    })
  })

  test('merges and pushes again when a branch moves after its push was planned', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await dev.org.edit(alpha.edit('// dev'))
    const points: string[] = []
    const moving = observedCommands(async (point) => {
      points.push(point)
      if (point === 'push 1.intent') await pushTo(stack, uat, { 'docs/note.md': 'Pushed meanwhile\n' })
    })
    await world.restart(moving)
    const { job, output } = await mergeDevIntoUat(world, stack)
    await world.restart()
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(points).toContain('push 2.recorded')
    expect(await text(stack, uat, 'docs/note.md')).toBe('Pushed meanwhile')
    expect(`${await text(stack, uat, alpha.file)}\n`).toBe(alpha.body('// dev'))
    const { latestKnownParityCommitHashOutbound: commitHash } = await storedEnvironment(world, uat)
    expect(output).toMatchObject({ merge: { commitHash, wasPushed: true } })
  })

  test('that is cancelled, wherever that is before the deployment, leaves branches, org and parity as they were', async () => {
    const stack = await newStack()
    const { flow, dev, uat } = stack
    await dev.org.edit(alpha.edit('// dev'))
    const before = await headsOf(stack)
    for (const where of ['target: commit 1.recorded', 'merge.recorded', 'check clobber 1.recorded']) {
      const id: { job?: string } = {}
      const cancelling = observedCommands(async (point) => {
        if (point === where && id.job !== undefined) await cancelJob(world.ctx, flow, id.job)
      })
      await world.restart(cancelling)
      const jobTemplate = devIntoUat(stack)
      id.job = await submit(world.ctx, flow, { jobCommandName: 'FlowMerge', jobTemplate })
      expect([where, (await ended(world.ctx, flow, id.job)).outcome]).toEqual([where, 'Cancelled'])
      expect(await headsOf(stack)).toEqual(before)
    }
    await world.restart()
    expect(await uat.org.changes()).toEqual([])
    for (const one of [dev, uat]) expect((await storedEnvironment(world, one)).lastSnapshotNumber).toBe(0)
  })
})
