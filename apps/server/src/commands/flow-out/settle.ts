import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import { componentKey } from '@sluice/metadata/component'
import type { CommandResult } from '../../durable/job-command.ts'
import type { CheckedOrg } from '../steps/org/check-org.ts'
import type { FlowTarget } from '../steps/session/flow-target.ts'
import type { JobSession } from '../steps/session/job-session.ts'
import type { OrgRevisions } from '../steps/org/org-revisions.ts'
import { specsHashOf } from '../steps/org/retrieve/full-retrieve.ts'
import { nextUndeployedSet } from '../steps/undeployed/undeployed-components.ts'
import type { ClobberFinding } from './clobber/clobber-finding.ts'
import type { LoopResult } from './attempt-loop.ts'
import type { FlowOutDiff } from './flow-out-diff.ts'
import { failureMessage, flowOutOutput } from './flow-out-output.ts'
import { leftOutOf } from './left-out.ts'
import { revisionAfterDeploy } from './own-revisions.ts'
import { recordFailure, recordSuccess } from './record-flow-out.ts'

/** Everything that is known when the attempts are over. */
export interface Settlement {
  readonly target: FlowTarget
  readonly input: FlowOutInput
  readonly org: CheckedOrg
  readonly revisions: OrgRevisions
  readonly head: string
  readonly since: string | null
  readonly loop: LoopResult
  readonly diff: FlowOutDiff
  readonly clobber: Pick<ClobberFinding, 'confirmed' | 'potential'>
}

/** Writes down what is true now, and tells it. */
export async function settle(session: JobSession, o: Settlement): Promise<CommandResult> {
  const { target, input, loop, diff, head } = o
  const { parity } = target.environment
  const isSuccessful = loop.verdict === 'succeeded'
  const undeployed = await undeployedAfter(session, o)
  const isRecorded = isSuccessful && !input.checkOnly
  const snapshot = isRecorded
    ? await recordSuccess(session, {
        target,
        head,
        undeployed,
        revisionNumber: await session.run.step('read own revisions', () => revisionOf(session, o)),
        retrieve: o.since === null ? retrieveRecord(o) : null,
      })
    : null
  if (!isSuccessful && !input.checkOnly) await recordFailure(session, target, loop)
  const output = await flowOutOutput({
    isCheckOnly: input.checkOnly,
    changes: diff.changes,
    loop,
    undeployed,
    clobber: o.clobber,
    apiVersion: o.org.apiVersion,
    newChanges: { sinceCommitHash: parity.outbound, untilCommitHash: head },
    snapshot,
  })
  if (isSuccessful) return { outcome: 'Succeeded', output }
  if (loop.refusal !== null) return { outcome: 'Failed', output, error: loop.refusal }
  const details = output.failures.flatMap((failure) =>
    failure.problems.map(
      (problem) => `${failure.componentType} ${failure.componentName}: ${problem.description}`,
    ),
  )
  return {
    outcome: 'Failed',
    output,
    error: { message: failureMessage(loop), details: details.join('\n') || null },
  }
}

async function undeployedAfter(session: JobSession, o: Settlement) {
  const { parity } = o.target.environment
  const now = await session.run.step('now', async () => session.ctx.clock.now().toISOString())
  return nextUndeployedSet(leftOutOf(o.diff.changes, o.loop), {
    before: o.diff.undeployed,
    headCommitHash: o.head,
    baselineCommitHash: parity.outbound ?? parity.inbound,
    now,
  })
}

async function revisionOf(session: JobSession, o: Settlement): Promise<number | null> {
  const { loop, diff } = o
  const deployed = diff.changes
    .map((change) => change.identity)
    .filter((identity) => !loop.excluded.has(componentKey(identity)))
  return await revisionAfterDeploy(session, {
    environmentId: o.target.environment.id,
    org: o.org,
    before: o.target.environment.parity.revisionNumber,
    deployed: loop.attempts.length === 0 ? [] : deployed,
  })
}

function retrieveRecord({ diff, revisions }: Settlement) {
  return {
    includeSpecsHash: specsHashOf(diff.specs),
    externalDeploymentId: revisions.externalDeploymentId,
  }
}
