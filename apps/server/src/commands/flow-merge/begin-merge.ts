import {
  type FlowMergeInput,
  flowMergeInput,
  sameEnvironmentMessage,
} from '@sluice/contract/job-commands/flow-merge'
import type { Context } from '../../context.ts'
import type { CommandJob } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { acquireEnvironmentLocks } from '../../environments/environment-lock.ts'
import { type TargetEnvironment, loadFlowTarget } from '../../steps/session/flow-target.ts'
import { openJobSession } from '../../steps/begin/open-job-session.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

/** A flow merge whose environments are locked and loaded. */
export interface FlowMerge {
  readonly session: JobSession
  readonly input: FlowMergeInput
  readonly source: TargetEnvironment
  readonly target: TargetEnvironment
}

/** Takes both locks at once, so that two flow merges in opposite directions never wait for each other. */
export async function beginMerge(ctx: Context, run: Run, job: CommandJob): Promise<FlowMerge> {
  const input = flowMergeInput.parse(job.commandInput)
  const { sourceEnvironmentId, targetEnvironmentId, checkOnly, noSourceIn } = input
  if (sourceEnvironmentId === targetEnvironmentId) throw new JobFailure(`${sameEnvironmentMessage}.`)
  await acquireEnvironmentLocks(ctx, run, {
    stackId: job.stackId,
    environmentIds: [targetEnvironmentId, sourceEnvironmentId],
    mode: checkOnly ? 'Shared' : 'Exclusive',
    // Without its flow in the source is only read: merges into several targets run at the same time.
    ...(noSourceIn && { sharedEnvironmentIds: [sourceEnvironmentId] }),
  })
  const source = await run.step('load source', () => loadFlowTarget(ctx, job, sourceEnvironmentId))
  const target = await run.step('load target', () => loadFlowTarget(ctx, job, targetEnvironmentId))
  for (const { environment } of [source, target])
    if (!environment.isInitialized)
      throw new JobFailure(`The environment ${environment.name} is not initialized.`)
  return {
    session: openJobSession(ctx, run, { ...target, environments: [source.environment, target.environment] }),
    input,
    source: source.environment,
    target: target.environment,
  }
}
