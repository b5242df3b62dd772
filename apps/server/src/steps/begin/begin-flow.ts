import type { Context } from '../../context.ts'
import type { CommandJob } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { acquireEnvironmentLocks } from '../../environments/environment-lock.ts'
import { checkOrg } from '../org/check-org.ts'
import { readRevisions } from '../org/org-revisions.ts'
import type { Flow } from '../org/flow.ts'
import { type TargetEnvironment, loadFlowTarget } from '../session/flow-target.ts'
import { openJobSession } from './open-job-session.ts'
import type { JobSession } from '../session/job-session.ts'

interface FlowInput {
  readonly environmentId: string
  readonly checkOnly: boolean
}

/** Locks the environment of a flow, loads it, and asks its org who it is and how far its change log reaches. */
export async function beginFlow<Input extends FlowInput>(
  ctx: Context,
  run: Run,
  { job, input }: { readonly job: CommandJob; readonly input: Input },
): Promise<Flow<Input>> {
  const { environmentId } = input
  await acquireEnvironmentLocks(ctx, run, {
    stackId: job.stackId,
    environmentIds: [environmentId],
    mode: input.checkOnly ? 'Shared' : 'Exclusive',
  })
  const target = await run.step('load', () => loadFlowTarget(ctx, job, environmentId))
  const { environment } = target
  if (!environment.isInitialized) throw new JobFailure('The environment is not initialized.')
  const session = openJobSession(ctx, run, { ...target, environments: [environment] })
  return { session, input, environment, ...(await lookAtOrgOf(session, environment)) }
}

/** Asks the org of an environment who it is and how far its change log reaches. */
export async function lookAtOrgOf(
  session: JobSession,
  environment: TargetEnvironment,
): Promise<Pick<Flow<unknown>, 'org' | 'revisions'>> {
  const { run } = session
  const org = await run.step('check org', () => checkOrg(session, environment))
  const revisions = await run.step('read revisions', () => readRevisions(session, environment.id, org))
  return { org, revisions }
}
