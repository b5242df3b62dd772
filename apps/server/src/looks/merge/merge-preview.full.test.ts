import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiffResult } from '@sluice/contract/job-commands/diff-result'
import { flowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeBothSides, commonEdits } from '../../commands/testing/both-sides-changed.ts'
import { flowWorld } from '../../commands/testing/flow-world.ts'
import type { InitializedStack } from '../../commands/testing/initialized-stack.ts'
import {
  askForMerge,
  linesOfMerge,
  lookAtBoth,
  mergedClass,
  predictedMerge,
} from '../../commands/testing/look-at-merge.ts'
import {
  type MergeStack,
  type MergedSandbox,
  devIntoUat,
  inBranch,
  mergeDevIntoUat,
  pushTo,
  stackForMerges,
  withTwoSandboxes,
} from '../../commands/testing/merge-stack.ts'
import { openConflict } from '../../commands/testing/open-conflict.ts'
import { ended, provision, submit } from '../../commands/testing/run-job.ts'
import { alpha, apexClass, beta } from '../../commands/testing/sample-metadata.ts'
import { openMergePredictor } from './merge-predictor.ts'

const world = flowWorld()
const gamma = apexClass('Gamma')

let shared: InitializedStack
beforeAll(async () => {
  shared = await stackForMerges(world, commonEdits)
})
const newStack = () => withTwoSandboxes(world, shared, commonEdits)

/** Changes both sandboxes and looks at them. */
async function changedStack(): Promise<MergeStack> {
  const stack = await newStack()
  await changeBothSides(stack)
  await lookAtBoth(world, stack)
  return stack
}

/** The components that the flow out of a job compared. */
function linesOfDiff(diff: DiffResult | undefined): string[] {
  const lines = (diff?.packageDiffResults ?? []).flatMap(({ added, modified, deleted }) => [
    ...added.map((one) => ({ ...one, changeType: 'Added' })),
    ...modified.map((one) => ({ ...one, changeType: 'Modified' })),
    ...deleted.map((one) => ({ ...one, changeType: 'Deleted' })),
  ])
  return linesOfMerge(lines)
}

const deployedBy = (output: unknown) =>
  linesOfDiff(flowMergeResult.parse(output).targetOutResult?.diffResult ?? undefined)

const isAlpha = ({ componentName }: { componentName: string }) => componentName === 'Alpha'

async function changeBranchAndOrg(stack: MergeStack, where: MergedSandbox, one: typeof alpha) {
  await pushTo(stack, where, { [one.file]: one.body('// in Git') })
  await where.org.edit(one.edit('// in the org'))
}

describe('the preview of a flow merge', () => {
  test('predicts the conflicts that the job then asks about and the components that it then deploys', async () => {
    const stack = await changedStack()
    const { flow, dev, uat } = stack
    const asked = await predictedMerge(world, stack)
    expect(asked).toMatchObject({ undecidedCount: 1, conflictCount: 1, endsBecause: null })
    expect(asked.conflicts).toEqual([
      {
        part: 'Merge',
        path: alpha.file,
        component: { componentType: 'ApexClass', componentName: 'Alpha' },
        detail: expect.any(String),
        resolvedAs: null,
      },
    ])
    const jobId = await submit(world.ctx, flow, {
      jobCommandName: 'FlowMerge',
      jobTemplate: devIntoUat({ dev, uat }),
    })
    const open = await openConflict(world.ctx, flow, jobId)
    expect(open.conflict.files.map(({ filePath }) => filePath)).toEqual(
      asked.conflicts.map(({ path }) => path),
    )
    await open.answer(false)
    await ended(world.ctx, flow, jobId)

    const preferRemote = { mergeConflictsStrategy: 'PreferRemote' } as const
    const settled = await predictedMerge(world, stack, preferRemote)
    const files = await mergedClass(world, stack, { componentName: 'Alpha', ...preferRemote })
    const { job, output } = await mergeDevIntoUat(world, stack, preferRemote)
    const { text } = await inBranch(stack, uat, alpha.file)
    const change = [[alpha.file, alpha.body('// uat'), alpha.body('// dev')]]
    expect(files).toEqual({ merged: change, deployed: change })
    expect(text?.trim()).toBe(alpha.body('// dev').trim())
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    const { mergeResult } = flowMergeResult.parse(output).merge
    expect(settled.conflicts.map(({ path, resolvedAs }) => ({ filePath: path, resolvedAs }))).toEqual(
      mergeResult?.resolvedConflicts,
    )
    expect(linesOfMerge(settled.deployed)).toEqual(deployedBy(output))
    expect(linesOfMerge(asked.deployed)).toEqual(deployedBy(output))
    expect(linesOfMerge(settled.deployed)).toHaveLength(4)
  })

  test('reads the files of a component, of the org as the last look found them when its flow in is left out', async () => {
    const stack = await changedStack()
    const { dev } = stack
    await pushTo(stack, dev, { [beta.file]: beta.body('// pushed') })
    await lookAtBoth(world, stack)
    const [first, inDev, inUat] = ['// first', '// dev', '// uat'].map((line) => alpha.body(line))
    expect(await mergedClass(world, stack, { componentName: 'Alpha', noTargetIn: 'true' })).toEqual({
      merged: [[alpha.file, first, inDev]],
      deployed: [[alpha.file, inUat, inDev]],
    })
    const mergedOnly = { componentName: 'Beta', noTargetOut: 'true' } as const
    expect(await mergedClass(world, stack, mergedOnly)).toEqual({
      merged: [[beta.file, beta.body('// first'), beta.body('// pushed')]],
      deployed: [],
    })
    const abort = { componentName: 'Beta', mergeConflictsStrategy: 'Abort' } as const
    expect(await mergedClass(world, stack, abort)).toBeNull()
    expect(await mergedClass(world, stack, { componentName: 'Unknown' })).toBeNull()
  })

  test('names who changed each component, which are undecided, and whose change in the org is overwritten', async () => {
    const stack = await changedStack()
    const { dev, uat } = stack
    const [inDev, inUat] = [dev.org.users[1]?.name, uat.org.users[0]?.name]
    const alphaOf = async (settings: Parameters<typeof predictedMerge>[2]) => {
      const { merged, deployed } = await predictedMerge(world, stack, settings)
      return { merged: merged.find(isAlpha), deployed: deployed?.find(isAlpha) }
    }
    const inOrg = { changeType: 'Modified', who: inUat, changedUtc: expect.any(String) }
    expect(await alphaOf({})).toMatchObject({
      merged: { who: inDev, isUndecided: true },
      deployed: { who: inDev, isUndecided: true, overwritesOrg: false, inOrg },
    })
    expect(await alphaOf({ mergeConflictsStrategy: 'TakeRemoteFile' })).toMatchObject({
      merged: { isUndecided: false },
      deployed: { isUndecided: false, overwritesOrg: true, inOrg },
    })
    expect(await alphaOf({ noTargetIn: 'true' })).toMatchObject({
      merged: { who: inDev, isUndecided: false },
      deployed: { isUndecided: false, overwritesOrg: true, inOrg },
    })
    const kept = await alphaOf({ mergeConflictsStrategy: 'PreferLocal' })
    expect(kept).toEqual({ merged: undefined, deployed: undefined })
  })

  test('includes the flows in that the settings ask for, and says what is known of the orgs', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await dev.org.edit(alpha.edit('// dev'))
    await uat.org.edit(gamma.edit('// uat'))
    await lookAtBoth(world, stack, [dev])
    const both = await predictedMerge(world, stack)
    expect(linesOfMerge(both.merged)).toEqual(['ApexClass Alpha Modified'])
    expect(both.source).toMatchObject({ flowIn: 'known', orgChanges: 1, orgLookedAtUtc: expect.any(String) })
    expect(both.target).toMatchObject({ flowIn: 'unknown', orgChanges: null, orgLookedAtUtc: null })
    const without = await predictedMerge(world, stack, { noSourceIn: 'true', noTargetOut: 'true' })
    expect(without).toMatchObject({ merged: [], deployed: null, source: { flowIn: 'leftOut' } })
  })

  test('names the conflicts of the flows in, which the job asks about first', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await changeBranchAndOrg(stack, dev, alpha)
    await changeBranchAndOrg(stack, uat, beta)
    await lookAtBoth(world, stack)
    const { conflicts, undecidedCount } = await predictedMerge(world, stack)
    expect(conflicts.map(({ part, path }) => [part, path])).toEqual([
      ['SourceIn', alpha.file],
      ['TargetIn', beta.file],
    ])
    expect(undecidedCount).toBe(2)
    const settings = {
      sourceInConflictsStrategy: 'PreferRemote',
      targetInConflictsStrategy: 'TakeLocalFile',
    } as const
    const settled = await predictedMerge(world, stack, settings)
    expect(settled.conflicts.map(({ resolvedAs }) => resolvedAs)).toEqual(['PreferRemote', 'TakeLocal'])
    const { job, output } = await mergeDevIntoUat(world, stack, settings)
    expect(job.error).toBeNull()
    expect(linesOfMerge(settled.deployed)).toEqual(deployedBy(output))
    expect(deployedBy(output)).toEqual(['ApexClass Alpha Modified', 'ApexClass Beta Modified'])
  })

  test('says why the job would end early, and lists no components then', async () => {
    const stack = await changedStack()
    const preview = await predictedMerge(world, stack, { mergeConflictsStrategy: 'Abort' })
    expect(preview).toMatchObject({ endsBecause: 'abort', merged: [], deployed: null, conflictCount: 1 })
    const { job } = await mergeDevIntoUat(world, stack, { mergeConflictsStrategy: 'Abort' })
    expect(job.error?.message).toContain(preview.conflicts[0]?.path)
  })

  test('treats undeployed components as the job does', async () => {
    const stack = await newStack()
    const { dev } = stack
    await dev.org.edit(alpha.edit('// dev'))
    await pushTo(stack, dev, { [beta.file]: beta.body('Object one = new Missing();') })
    expect((await mergeDevIntoUat(world, stack)).job.error).toBeNull()
    await dev.org.edit(alpha.edit('// dev again'))
    await lookAtBoth(world, stack)
    const { merged, deployed } = await predictedMerge(world, stack)
    expect(linesOfMerge(merged)).toEqual(['ApexClass Alpha Modified'])
    expect(deployed?.find(({ wasLeftOut }) => wasLeftOut)?.componentName).toBe('Beta')
    const { output } = await mergeDevIntoUat(world, stack)
    expect(linesOfMerge(deployed)).toEqual(deployedBy(output))
  })
})

/** Submits a flow merge with the id of a prediction and returns the codes of its validation errors. */
async function refusedWith({ flow, dev, uat }: MergeStack, predictionId: string) {
  const previews = [{ environmentId: uat.id, predictionId }]
  const jobTemplate = { ...devIntoUat({ dev, uat }), previews }
  const [result] = await provision(world.ctx, flow, { jobCommandName: 'FlowMerge', jobTemplate })
  return result?.validationErrors.map(({ code }) => code)
}

describe('a prediction', () => {
  test('leaves no objects in the repository and no folder on the disk', async () => {
    const stack = await changedStack()
    const files = async () => ({
      repositories: (await readdir(world.ctx.folders.repositories, { recursive: true })).toSorted(),
      work: (await readdir(world.ctx.folders.work)).filter((name) => name.startsWith('merge-preview')),
    })
    const before = await files()
    const { merged } = await predictedMerge(world, stack)
    expect(merged.length).toBeGreaterThan(0)
    expect(await files()).toEqual(before)
    expect(before.work).toEqual([])
    const objects = before.repositories.filter((path) => path.includes(join('objects', 'pack')))
    expect(objects).not.toEqual([])
  })

  test('is computed once for all callers until a branch, an org or a setting changes', async () => {
    const stack = await changedStack()
    const predict = async (settings = {}) => (await predictedMerge(world, stack, settings)).merged
    const { predictionId } = await predictedMerge(world, stack)
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => predict()))
    for (const other of others) expect(other).toBe(first)
    await lookAtBoth(world, stack)
    expect(await predict()).toBe(first)
    expect(await predict({ noTargetOut: 'true' })).not.toBe(first)
    await pushTo(stack, stack.dev, { [beta.file]: beta.body('// pushed') })
    await lookAtBoth(world, stack)
    const pushed = await predict()
    expect(linesOfMerge(pushed)).toContain('ApexClass Beta Modified')
    await stack.uat.org.edit(beta.edit('// in the org'))
    await lookAtBoth(world, stack)
    expect(await predict()).not.toBe(pushed)
    expect(await refusedWith(stack, predictionId)).toEqual(['PreviewOutdated'])
  })

  test('that takes too long is reported as such', async () => {
    const stack = await changedStack()
    const { predictMerge } = openMergePredictor(1)
    expect(await askForMerge(world, stack, { predictMerge })).toEqual({
      state: 'unknown',
      reason: expect.stringMatching(/^A merge of these branches takes longer than 0\.001 seconds/),
    })
  })

  test('is refused for a branch that has not been looked at', async () => {
    const stack = await newStack()
    expect(await askForMerge(world, stack)).toEqual({
      state: 'unknown',
      reason: `${stack.dev.name}: nobody has looked at its branch yet.`,
    })
  })
})
