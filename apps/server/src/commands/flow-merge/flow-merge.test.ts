import { flowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadUndeployed } from '../../steps/parity/undeployed-components.ts'
import { changeBothSides, commonEdits, layout, profile } from '../testing/both-sides-changed.ts'
import { observedCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import {
  type MergeStack,
  type MergedSandbox,
  addSandbox,
  inBranch,
  mergeDevIntoUat,
  pushTo,
  stackForMerges,
  storedEnvironment,
  withTwoSandboxes,
} from '../testing/merge-stack.ts'
import type { InitializedStack } from '../testing/initialized-stack.ts'
import { ended, submit } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import { fieldsOf } from '../testing/sample-layout.ts'

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

/** The classes that a profile in an org opens. */
async function accessIn({ org }: MergedSandbox): Promise<string[]> {
  const found = (await org.text('Profile', 'Sales'))?.[profile().path] ?? ''
  const access = /<apexClass>(\w+)<\/apexClass>\s*<enabled>(\w+)</gu
  return [...found.matchAll(access)].map(([, name, enabled]) => `${name} ${enabled}`)
}

describe('two sandboxes that changed the same profile, class and layout', () => {
  test('[J-092] profile and layout merge, the strategy decides about the class, and the merge is deployed and pushed', async () => {
    const stack = await newStack()
    await changeBothSides(stack)
    const { dev, uat } = stack
    await refusedByAbort(stack)
    const finished = await mergeDevIntoUat(world, stack, { mergeConflictsStrategy: 'PreferRemote' })
    expect(finished.job).toMatchObject({ outcome: 'Succeeded', error: null })
    const result = flowMergeResult.parse(finished.output)
    expect(result.merge).toMatchObject({
      wasPushed: true,
      mergeResult: {
        filesChangedByBoth: 3,
        conflictCount: 1,
        resolvedConflicts: [{ filePath: alpha.file, resolvedAs: 'PreferRemote' }],
      },
    })
    expect(result.sourceInResult?.stats.in.filesCommitted).toBe(5)
    expect(result.targetInResult?.stats.in.filesCommitted).toBe(3)
    const deployed = result.targetOutResult?.successes.map(({ componentName }) => componentName)
    expect(deployed?.toSorted()).toEqual(['Account-Short', 'Alpha', 'Gamma', 'Sales'])

    expect(await uat.org.text('ApexClass', 'Alpha')).toMatchObject({ [alpha.path]: alpha.body('// dev') })
    const fields = ['Name', 'Site', 'Phone', 'Fax', 'Website']
    expect(fieldsOf(await text(stack, uat, layout.file))).toEqual(fields)
    expect(fieldsOf((await uat.org.text('Layout', layout.name))?.[layout.path])).toEqual(fields)
    expect(await accessIn(uat)).toEqual(['Alpha true', 'Beta false', 'Gamma true'])

    const [devHead = '', uatHead = ''] = await headsOf(stack)
    expect(uatHead).toBe(result.merge.commitHash)
    expect(await storedEnvironment(world, dev)).toMatchObject(parityAt(devHead, 1))
    expect(await storedEnvironment(world, uat)).toMatchObject(parityAt(uatHead, 2))
    await nothingLeft(stack)
  })
})

const parityAt = (head: string, lastSnapshotNumber: number) => ({
  latestKnownParityCommitHash: head,
  latestKnownParityCommitHashOutbound: head,
  lastSnapshotNumber,
})

/** A conflict that no strategy settles ends the job before anything is pushed, deployed or recorded. */
async function refusedByAbort(stack: MergeStack): Promise<void> {
  const { dev, uat } = stack
  const before = await headsOf(stack)
  const { job } = await mergeDevIntoUat(world, stack, { mergeConflictsStrategy: 'Abort' })
  expect(job.error?.message).toBe(
    `The changes in the branch ${dev.branch} conflict with the branch ${uat.branch} in 1 file: ${alpha.file}. The job was told to end at a merge conflict (Abort).`,
  )
  expect(job.error?.details).toContain('run the flow merge again with Prefer local')
  expect(await headsOf(stack)).toEqual(before)
  expect(await uat.org.deployments()).toEqual([])
  expect((await storedEnvironment(world, uat)).lastSnapshotNumber).toBe(0)
}

/** A second merge finds nothing to do, and leaves the branches where they are. */
async function nothingLeft(stack: MergeStack): Promise<void> {
  const before = await headsOf(stack)
  const deployed = (await stack.uat.org.deployments()).length
  const { job, output } = await mergeDevIntoUat(world, stack)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output).toMatchObject({ targetOutResult: { diffResult: { diffCounts: { anyChanges: false } } } })
  expect(await headsOf(stack)).toEqual(before)
  expect(await stack.uat.org.deployments()).toHaveLength(deployed)
}

describe('a flow merge', () => {
  test('remembers what could not be deployed, and merges into what was pushed meanwhile', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await dev.org.edit(alpha.edit('// dev'))
    await pushTo(stack, dev, { [beta.file]: beta.body('Object one = new Missing();') })
    let isPushed = false
    const pushing = observedCommands(async (point) => {
      if (point !== 'deploy 1.intent' || isPushed) return
      isPushed = true
      await pushTo(stack, uat, { 'docs/note.md': 'Pushed meanwhile\n' })
    })
    await world.restart(pushing)
    const { job, output } = await mergeDevIntoUat(world, stack)
    await world.restart()
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await text(stack, uat, 'docs/note.md')).toBe('Pushed meanwhile')
    expect(await text(stack, uat, beta.file)).toContain('Missing')
    const row = await storedEnvironment(world, uat)
    expect(output).toMatchObject({ merge: { commitHash: row.latestKnownParityCommitHash } })
    const undeployed = await world.ctx.database.asSystem((tx) =>
      loadUndeployed(tx, uat.id, row.componentStateRevisionId),
    )
    expect(undeployed.map(({ componentName }) => componentName)).toEqual(['Beta'])
  })

  test('[W-014] into several targets brings the source into each of them, with one flow in of the source', async () => {
    const stack = await newStack()
    const { flow, dev, uat } = stack
    const qa = await addSandbox(world, stack, { name: 'qa', edits: commonEdits })
    await dev.org.edit(alpha.edit('// dev'))
    const targetEnvironmentFilter = { include: { ids: [uat.id, qa.id] } }
    const flowIn = await submit(world.ctx, flow, {
      jobCommandName: 'FlowMerge',
      jobTemplate: { sourceEnvironmentId: dev.id, targetEnvironmentFilter, targetOutNoConfirm: true },
    })
    expect(await ended(world.ctx, flow, flowIn)).toMatchObject({ commandName: 'FlowIn', error: null })
    for (const target of [uat, qa])
      await expect
        .poll(async () => (await target.org.text('ApexClass', 'Alpha'))?.[alpha.path], { timeout: 120_000 })
        .toBe(alpha.body('// dev'))
  })
})
