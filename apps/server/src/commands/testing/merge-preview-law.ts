import { flowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import type { MergePreviewQuery, PredictedMerge } from '@sluice/contract/merge-preview'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { type Deed, changePlace, deeds, initialEdits } from './difference-law.ts'
import type { FlowWorld } from './flow-world.ts'
import type { InitializedStack } from './initialized-stack.ts'
import { lookAtBoth, predictedMerge } from './look-at-merge.ts'
import { type MergeStack, devIntoUat, pushTo, withTwoSandboxes } from './merge-stack.ts'
import { changedLines, diffLines, lineOf, noticesOf, otherwise, refusedPrompt } from './previewed-job.ts'
import { outputOf, submit } from './run-job.ts'

/** What people do in one of the two sandboxes or in its branch. */
interface SandboxDeed extends Deed {
  readonly where: 'dev' | 'uat'
}

type Settings = Pick<
  MergePreviewQuery,
  | 'mergeConflictsStrategy'
  | 'noSourceIn'
  | 'sourceInConflictsStrategy'
  | 'noTargetIn'
  | 'targetInConflictsStrategy'
>

interface PreviewedMerge {
  readonly settings: Settings
  /** Changes that are made before the preview. */
  readonly before: readonly SandboxDeed[]
  /** Changes that are made after the preview and before the job. */
  readonly late: readonly SandboxDeed[]
}

const sandboxDeeds: fc.Arbitrary<readonly SandboxDeed[]> = fc
  .tuple(deeds, fc.infiniteStream(fc.constantFrom('dev', 'uat')))
  .map(([done, places]) => done.map((deed) => ({ ...deed, where: places.next().value })))

const strategy = fc.constantFrom('PreferLocal', 'PreferRemote', 'TakeLocalFile', 'TakeRemoteFile')
const rarely = fc.oneof(
  { arbitrary: fc.constant('false' as const), weight: 3 },
  { arbitrary: fc.constant('true' as const), weight: 1 },
)

export const previewedMerges: fc.Arbitrary<PreviewedMerge> = fc.record({
  settings: fc.record({
    mergeConflictsStrategy: strategy,
    noSourceIn: rarely,
    sourceInConflictsStrategy: strategy,
    noTargetIn: rarely,
    targetInConflictsStrategy: strategy,
  }),
  before: sandboxDeeds,
  late: fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, { arbitrary: sandboxDeeds, weight: 1 }),
})

/** How the case ended: the lists were equal, or the job said what was otherwise. */
interface MergeEnd {
  readonly isEqual: boolean
  readonly components: number
}

/** What the preview of a flow merge said is what the job deploys, or the job says what is otherwise and asks before it deploys. */
export async function expectTrueMergePreview(
  world: FlowWorld,
  shared: InitializedStack,
  { settings, before, late }: PreviewedMerge,
): Promise<MergeEnd> {
  const stack = await withTwoSandboxes(world, shared, initialEdits)
  const { flow, dev, uat } = stack
  for (const deed of before) await change(stack, deed)
  await lookAtBoth(world, stack)
  const prediction = await predictedMerge(world, stack, settings)
  for (const deed of late) await change(stack, deed)
  const jobId = await submit(world.ctx, flow, {
    jobCommandName: 'FlowMerge',
    jobTemplate: {
      ...devIntoUat({ dev, uat }),
      ...settings,
      noSourceIn: settings.noSourceIn === 'true',
      noTargetIn: settings.noTargetIn === 'true',
      sourceInAcceptDeletions: true,
      targetInAcceptDeletions: true,
      targetOutAcceptDeletions: true,
      targetOutClobberStrategy: 'Accept',
      previews: [{ environmentId: uat.id, predictionId: prediction.predictionId }],
    },
  })
  const prompt = await refusedPrompt(world, flow, jobId)
  const made = prompt === null ? await deployedBy(world, stack, jobId) : diffLines(prompt.diffResult)
  const shown = shownLines(prediction)
  const isEqual = made.join('\n') === shown.join('\n')
  const said = (await noticesOf(world, jobId)).length
  expect({ shown, made, said }).toMatchObject({ said: isEqual ? 0 : 1 })
  expect(prompt !== null, 'who was not shown it is asked').toBe(!isEqual && made.length > 0)
  if (prompt !== null) expect(changedLines(prompt)).toEqual(otherwise(shown, made))
  return { isEqual, components: made.length }
}

const change = (stack: MergeStack, { where, ...deed }: SandboxDeed): Promise<void> => {
  const { org, branch } = stack[where]
  const push = (files: Record<string, string | null>) => pushTo(stack, stack[where], files)
  return changePlace({ org, clone: stack.clone, branch, push }, deed)
}

const shownLines = ({ deployed }: PredictedMerge): string[] =>
  (deployed ?? []).flatMap((one) => lineOf(one, one.changeType)).toSorted()

async function deployedBy({ ctx }: FlowWorld, { flow }: MergeStack, jobId: string): Promise<string[]> {
  const { targetOutResult } = flowMergeResult.parse(await outputOf(ctx, flow, jobId))
  return targetOutResult?.diffResult ? diffLines(targetOutResult.diffResult) : []
}
