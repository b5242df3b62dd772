import type { FlowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { CommandResult, JobCommand } from '../../durable/job-command.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { deployCommit } from '../../steps/deploy/deploy-commit.ts'
import { type FlowInOutput, mergeReportResult } from '../../steps/org-changes/flow-in-output.ts'
import type { Flow } from '../../steps/org/flow.ts'
import { withNewDeadline } from '../../steps/session/job-session.ts'
import { markUncertain } from '../../steps/parity/record-parity.ts'
import { beginMerge } from './begin-merge.ts'
import { checkApiVersions } from './check-api-versions.ts'
import { type FinishedMerge, finishMerge, nothingFinished, sideOutput } from './finish-merge.ts'
import { type MergedBranches, mergeBranches } from './merge-branches.ts'
import { prepareSides } from './merge-side.ts'
import { targetOutInput } from '@sluice/contract/job-commands/flow-merge-parts'

/**
 * Brings what one environment has into another: both flows in, the merge of the branches, the deployment of the merge, and only
 * then the push. Until then everything lies in the mirror of the job, so a job that ends before leaves no branch changed.
 */
export const flowMerge: JobCommand = async (ctx, run, job) => {
  const merge = await beginMerge(ctx, run, job)
  const sides = await prepareSides(merge)
  await run.throwIfCancelled()
  const apiVersion = await checkApiVersions(merge, sides)
  const merged = await mergeBranches(merge, { ...sides, apiVersion })
  await run.throwIfCancelled()
  const toDeploy = deploymentOf(merged)
  if (toDeploy !== null) return await deployMerge(toDeploy, merged)
  return await run.uncancellable(async () => {
    const finished = merged.input.checkOnly ? nothingFinished : await finishMerge(merged, true)
    return { outcome: 'Succeeded', output: await outputOf(merged, finished, null) }
  })
}

/** The flow out of the target as it is after its flow in; null where the deployment is left out. */
function deploymentOf({ session, input, target }: MergedBranches): Flow<FlowOutInput> | null {
  const flowOut = targetOutInput(input)
  const { environment, org, flowIn } = target
  if (flowOut === null || org === null) return null
  const { parity } = environment
  const known = flowIn && {
    inbound: flowIn.brought.parity,
    outbound: flowIn.brought.parity,
    revisionNumber: org.revisions.revisionNumber,
    isUncertain: false,
    settled: flowIn.brought.made.settled,
  }
  return {
    // The time of the flows in is not that of the deployment.
    session: withNewDeadline(session),
    input: flowOut,
    environment: { ...environment, parity: { ...parity, ...known } },
    ...org,
  }
}

async function deployMerge(flow: Flow<FlowOutInput>, merged: MergedBranches): Promise<CommandResult> {
  let finished = nothingFinished
  const result = await deployCommit(flow, {
    head: merged.commitHash,
    label: 'Flow merge',
    isInBranch: false,
    beforeRecording: async (isSuccessful) => {
      if (merged.input.checkOnly) return
      finished = isSuccessful ? await pushDeployed(merged) : await finishMerge(merged, false)
    },
  })
  if (result.outcome === 'Cancelled') return result
  return { ...result, output: await outputOf(merged, finished, result.output ?? null) }
}

/** The org has the merge: when the push fails, the job says how the branch gets it. */
async function pushDeployed(merged: MergedBranches): Promise<FinishedMerge> {
  const { session, target } = merged
  const { run } = session
  try {
    return await finishMerge(merged, true)
  } catch (error) {
    if (!(error instanceof Error) || run.stopSignal.aborted) throw error
    const { id, name } = target.environment
    await run.transaction('mark uncertain', async (tx) => {
      await markUncertain(tx, id)
      return null
    })
    throw new JobFailure(
      `The merge was deployed to ${name}, but it could not be pushed: ${error.message}`,
      `The org of ${name} has what was merged; no branch has it. A flow in of ${name} brings it into the branch.`,
      { cause: error },
    )
  }
}

type Output = Omit<FlowMergeResult, 'sourceInResult' | 'targetInResult' | 'targetOutResult'> & {
  readonly sourceInResult: FlowInOutput | null
  readonly targetInResult: FlowInOutput | null
  readonly targetOutResult: unknown
}

async function outputOf(
  { input, source, target, commitHash, report }: MergedBranches,
  { wasPushed, sourceSnapshot, targetSnapshot }: FinishedMerge,
  targetOutResult: unknown,
): Promise<Output> {
  return {
    isCheckOnly: input.checkOnly,
    sourceInResult: await sideOutput(source, sourceSnapshot),
    targetInResult: await sideOutput(target, targetSnapshot),
    merge: {
      sourceCommitHash: source.commitHash,
      targetCommitHash: target.commitHash,
      commitHash,
      wasPushed,
      mergeResult: report && mergeReportResult({ resolvedBefore: { first: [], count: 0 }, report }),
    },
    targetOutResult,
  }
}
