import {
  type MergePreviewQuery,
  type PredictedMerge,
  mergePreviewQuery,
} from '@sluice/contract/merge-preview'
import type { Context, FileVersions, WantedMerge } from '../../context.ts'
import { saveDifference } from '../../differences/difference-store.ts'
import { lookAtBranches } from '../../looks/branch-look.ts'
import { lookOnce } from '../../looks/claimed-look.ts'
import { findDueOrgs } from '../../looks/due-orgs.ts'
import type { FlowWorld } from './flow-world.ts'
import type { MergeStack, MergedSandbox } from './merge-stack.ts'

const never = new AbortController().signal

/** Looks at the orgs of both sandboxes and at the branches, as "Check now" does. */
export async function lookAtBoth(
  { ctx }: FlowWorld,
  { flow, dev, uat }: MergeStack,
  orgs: readonly MergedSandbox[] = [dev, uat],
): Promise<void> {
  const { workspaceId, stackId } = flow
  for (const { id: environmentId } of orgs) {
    await ctx.database.inWorkspace(workspaceId, null, (tx) =>
      saveDifference(tx, { workspaceId, stackId, environmentId }, { orgAskedUtc: new Date() }),
    )
    const [due] = await findDueOrgs(ctx, environmentId)
    if (due === undefined) throw new Error('No look at the org is due.')
    await lookOnce(ctx, due, never)
  }
  await lookAtBranches(ctx, flow, never)
}

type Settings = Partial<Omit<MergePreviewQuery, 'sourceEnvironmentId'>>

/** Predicts the merge of one sandbox into the other. */
export const askForMerge = (
  { ctx }: FlowWorld,
  stack: MergeStack,
  {
    predictMerge = ctx.predictMerge,
    ...settings
  }: Settings & { predictMerge?: Context['predictMerge'] } = {},
) => predictMerge(ctx, wantedMerge(stack, settings))

const wantedMerge = ({ flow, dev, uat }: MergeStack, settings: Settings): WantedMerge => ({
  workspaceId: flow.workspaceId,
  userId: flow.userId,
  stackId: flow.stackId,
  targetEnvironmentId: uat.id,
  settings: mergePreviewQuery.parse({ sourceEnvironmentId: dev.id, ...settings }),
})

const textOf = (side: FileVersions['before']) => side && Buffer.from(side.content).toString()

const texts = (files: readonly FileVersions[]) =>
  files.map(({ path, before, after }) => [path, textOf(before), textOf(after)])

/** Reads a class of the predicted merge: its texts before and after by path, in the branch and in the org of the target. */
export async function mergedClass(
  { ctx }: FlowWorld,
  stack: MergeStack,
  { componentName, ...settings }: Settings & { componentName: string },
) {
  const component = { componentType: 'ApexClass', componentName }
  const read = await ctx.readMergedComponent(ctx, { ...wantedMerge(stack, settings), component })
  if (read === null || 'reason' in read) return read
  return { merged: texts(read.merged), deployed: texts(read.deployed) }
}

/** Predicts the same merge; throws when it cannot be predicted. */
export async function predictedMerge(...asked: Parameters<typeof askForMerge>): Promise<PredictedMerge> {
  const preview = await askForMerge(...asked)
  if (preview.state === 'unknown') throw new Error(preview.reason)
  return preview
}

/** Formats a line for each component, such as `ApexClass Alpha Modified`. */
export const linesOfMerge = (
  components: readonly { componentType: string; componentName: string; changeType: string }[] | null,
): string[] =>
  (components ?? []).map((one) => `${one.componentType} ${one.componentName} ${one.changeType}`).toSorted()
