import { noteFlow } from '../../differences/difference-store.ts'
import type { FlowInOutput } from '../../steps/org-changes/flow-in-output.ts'
import { flowInOutput } from '../../steps/org-changes/flow-in-output.ts'
import { recordFlowIn } from '../../steps/org-changes/record-flow-in.ts'
import type { Snapshot } from '../../steps/parity/record-parity.ts'
import type { MergedBranches } from './merge-branches.ts'
import type { MergeSide } from './merge-side.ts'
import { type BranchToPush, pushMerge } from './push-merge.ts'

/** What a flow merge has left in the repository and of its flows in. */
export interface FinishedMerge {
  /** Whether the branch of the target has the merge. */
  readonly wasPushed: boolean
  readonly sourceSnapshot: Snapshot | null
  readonly targetSnapshot: Snapshot | null
}

export const nothingFinished: FinishedMerge = { wasPushed: false, sourceSnapshot: null, targetSnapshot: null }

/**
 * Pushes and records. After a failed deployment the branches get what was found in the orgs, which is true all the same, but not the
 * merge.
 */
export async function finishMerge(merged: MergedBranches, withMerge: boolean): Promise<FinishedMerge> {
  const { source, target } = merged
  const heads = await pushMerge(merged.session, branchesToPush(merged, withMerge))
  const sourceSnapshot = await recordSide(source, heads)
  const targetSnapshot = await recordSide(target, heads)
  if (withMerge) await noteTarget(merged)
  return { wasPushed: withMerge, sourceSnapshot, targetSnapshot }
}

function branchesToPush({ source, target, into, commitHash }: MergedBranches, withMerge: boolean) {
  const branches: BranchToPush[] = []
  if (source.flowIn !== null)
    branches.push({
      branch: source.environment.branch,
      commitHash: source.commitHash,
      mergedInto: source.remoteHead,
      way: into.source,
    })
  if (withMerge || target.flowIn !== null)
    branches.push({
      branch: target.environment.branch,
      commitHash: withMerge ? commitHash : target.commitHash,
      mergedInto: target.remoteHead,
      way: into.target,
    })
  return branches
}

async function recordSide(
  { environment, flowIn }: MergeSide,
  heads: ReadonlyMap<string, string>,
): Promise<Snapshot | null> {
  if (flowIn === null) return null
  const { flow, brought } = flowIn
  const head = heads.get(environment.branch) ?? brought.headAfter
  return await recordFlowIn(flow, { brought, head, label: 'Flow in of flow merge' })
}

/** What branch and org of the target have differently is looked at anew. */
async function noteTarget({ session, target }: MergedBranches): Promise<void> {
  const { workspaceId } = session.job
  const of = { workspaceId, stackId: session.stack.id, environmentId: target.environment.id }
  await session.run.transaction('note merge', async (tx) => {
    await noteFlow(tx, of)
    return null
  })
}

/** The result of a flow in of the merge; null where it was left out. */
export async function sideOutput(
  { flowIn }: MergeSide,
  snapshot: Snapshot | null,
): Promise<FlowInOutput | null> {
  if (flowIn === null) return null
  const { request, brought, flow } = flowIn
  return await flowInOutput({ request, brought, revisions: flow.revisions, snapshot })
}
